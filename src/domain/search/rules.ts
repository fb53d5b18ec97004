import { z } from 'zod';
import { line } from '../shapes.ts';

export const searchKinds = [
  'prose',
  'title',
  'summary',
  'notes',
  'character',
  'conflict',
  'mood',
  'book',
  'plan',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** One thing that a text must hold, or must not. */
export interface Clause {
  /** A word, or several that follow one another. */
  text: string;
  isExcluded: boolean;
  /** Its last word may go on. */
  isBeginning: boolean;
  /** Looked for as it stands, because its script does not divide words by blanks. */
  isVerbatim: boolean;
}

const token = /(-?)"([^"]*)"?(\*?)|(\S+)/gu;
const withoutBlanks =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;

/** What a query asks for, each thing once: words, "phrases", -excluded ones, begin*. A query of signs alone asks for itself. */
export function clausesOf(query: string): Clause[] {
  const found = [...query.replace(/[“”„«»]/gu, '"').matchAll(token)].flatMap(([, minus, phrase, star, word = '']) =>
    phrase === undefined ? wordClause(word) : clause(phrase.trim(), minus === '-', star === '*'),
  );
  const clauses = found.length > 0 ? found : clause(query, false, false);
  return [...new Map(clauses.map((one) => [JSON.stringify(one), one])).values()];
}

function wordClause(word: string): Clause[] {
  const [, minus, text = '', star] = /^(-?)(.+?)(\*?)$/su.exec(word) ?? [];
  // A lone dash is a sign like any other.
  return /[\p{L}\p{N}]/u.test(word) ? clause(text, minus === '-', star === '*') : clause(word, false, false);
}

function clause(text: string, isExcluded: boolean, isBeginning: boolean): Clause[] {
  return text === '' ? [] : [{ text, isExcluded, isBeginning, isVerbatim: withoutBlanks.test(text) }];
}

/** What can be asked, and the only copy of its limits (contract 12; lengths in code points). */
const fields = {
  q: line(200)
    .refine(
      (query) => query === '' || clausesOf(query).some(({ isExcluded }) => !isExcluded),
      'only excludes. Add a word that is to be found.',
    )
    .describe(
      'What to find, 1–200 characters: all of the words, in any form that the book’s language gives them. "In quotes": one after the other; -word: without it; begin*: how a word begins.',
    ),
  in: z.array(z.enum(searchKinds)).min(1).max(searchKinds.length).describe('Only in these; default: everywhere.'),
};

const cursorForm = /^(\d{1,9})\|([a-z0-9_]{1,40})\|([a-zA-Z]{1,40})$/;

/** A place among hits: how good the last one was, and which. */
export interface HitPlace {
  score: number;
  recordId: string;
  field: string;
}

/** Where the hits go on, opaque to clients. */
export function hitCursor({ score, recordId, field }: HitPlace): string {
  return Buffer.from(`${score}|${recordId}|${field}`).toString('base64url');
}

/** The place a cursor names; undefined when it is none of ours. */
export function hitPlaceOf(cursor: string): HitPlace | undefined {
  const [, score, recordId, field] = cursorForm.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return score && recordId && field ? { score: Number(score), recordId, field } : undefined;
}

const cursor = z
  .string()
  .refine(
    (text) => hitPlaceOf(text) !== undefined,
    'is not a cursor of a search. Pass the one that the page before answered, unchanged.',
  );
const size = z.int().min(1).max(100);

/** The same for query parameters and for the arguments of the schema. */
export const searchOptions = z.strictObject({
  q: fields.q,
  in: fields.in.optional(),
  limit: size.default(20).describe('How many hits at most, 1–100.'),
  cursor: cursor.optional().describe('`next_cursor` of the page before; absent for the first page.'),
});
export const searchArguments = { q: fields.q, in: fields.in, first: size, after: cursor };

/** Places of a text that are shown; the rest is counted. */
export const snippetsMax = 3;
/** Code points of a snippet. */
export const snippetLength = 240;
