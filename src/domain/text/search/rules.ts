import { z } from 'zod';
import { searchedOf } from '../../../record.ts';
import { records } from '../../../records.gen.ts';
import { text } from '../../shapes.ts';

/** Kinds of searched texts with their descriptions. Derived from the record declarations. */
export const searchKindWords: Readonly<Record<string, string>> = Object.assign(
  {},
  ...records.map((record) => searchedOf(record)?.kinds),
);
export const searchKinds = Object.keys(searchKindWords) as [string, ...string[]];
export type SearchKind = string;

/** A part of a query that a text must contain, or must not contain. */
export interface Clause {
  /** A word or a phrase. */
  text: string;
  isExcluded: boolean;
  /** The last word is a prefix. */
  isBeginning: boolean;
  /** Compared as text, because its script does not separate words by blanks. */
  isVerbatim: boolean;
}

const token = /(-?)"([^"]*)"?(\*?)|(\S+)/gu;
const withoutBlanks =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;

/** The clauses of a query without duplicates: words, "phrases", -excluded words, prefix*. A query of punctuation alone is one clause. */
export function clausesOf(query: string): Clause[] {
  const found = [...query.replace(/[“”„«»]/gu, '"').matchAll(token)].flatMap(([, minus, phrase, star, word = '']) =>
    phrase === undefined ? wordClause(word) : clause(phrase.trim(), minus === '-', star === '*'),
  );
  const clauses = found.length > 0 ? found : clause(query, false, false);
  return [...new Map(clauses.map((one) => [JSON.stringify(one), one])).values()];
}

function wordClause(word: string): Clause[] {
  const [, minus, text = '', star] = /^(-?)(.+?)(\*?)$/su.exec(word) ?? [];
  // A dash alone is punctuation.
  return /[\p{L}\p{N}]/u.test(word) ? clause(text, minus === '-', star === '*') : clause(word, false, false);
}

function clause(text: string, isExcluded: boolean, isBeginning: boolean): Clause[] {
  return text === '' ? [] : [{ text, isExcluded, isBeginning, isVerbatim: withoutBlanks.test(text) }];
}

/** Maximum prefixes of one query. Each is expanded to all words that begin with it. */
const beginningsMax = 8;
/** Minimum letters and digits of a prefix. */
const beginningLettersMin = 3;

/** What to change in a query whose prefixes cost too much; undefined for a query within the limits. */
function beginningFault(query: string): string | undefined {
  const beginnings = clausesOf(query).filter(({ isBeginning, isVerbatim }) => isBeginning && !isVerbatim);
  if (beginnings.length > beginningsMax)
    return `has ${beginnings.length} word beginnings (\`word*\`). Use at most ${beginningsMax}, and write the others as whole words.`;
  const short = beginnings.find(({ text }) => lastLetters(text) < beginningLettersMin);
  return (
    short &&
    `has the word beginning \`${short.text}*\`, which is too short. Write at least ${beginningLettersMin} letters before the asterisk, or remove it.`
  );
}

/** Number of letters and digits in the last word of a text. */
function lastLetters(text: string): number {
  const last = text.split(/[^\p{L}\p{N}\p{M}\p{Cf}]+/u).findLast((word) => /[\p{L}\p{N}]/u.test(word)) ?? '';
  return [...last.matchAll(/[\p{L}\p{N}]/gu)].length;
}

/** Arguments of a search, and the only copy of their limits (contract 12; lengths in code points). */
const fields = {
  // Signs that show nothing are looked for like any other.
  q: text(200)
    .trim()
    .min(1)
    .refine(
      (query) => query === '' || clausesOf(query).some(({ isExcluded }) => !isExcluded),
      'only excludes. Add a word that is to be found.',
    )
    .superRefine((query, context) => {
      const message = beginningFault(query);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .describe(
      `Query, 1–200 characters. Finds texts with all words, in any inflection of the book’s language. "In quotes": an exact phrase; -word: excluded; begin*: a prefix of at least ${beginningLettersMin} letters, at most ${beginningsMax} times.`,
    ),
  in: z.array(z.enum(searchKinds)).min(1).max(searchKinds.length).describe('Only these kinds of text. Default: all.'),
};

const cursorForm = /^(\d{1,9})\|([a-z0-9_]{1,40})\|([a-zA-Z]{1,40})$/;

/** Position in a list of hits: score and id of the last one. */
export interface HitPlace {
  score: number;
  recordId: string;
  field: string;
}

/** Cursor of the next page, opaque to clients. */
export function hitCursor({ score, recordId, field }: HitPlace): string {
  return Buffer.from(`${score}|${recordId}|${field}`).toString('base64url');
}

/** Position of a cursor; undefined if it is malformed. */
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

/** Snippets that are shown of one text; further matches are only counted. */
export const snippetsMax = 3;
/** Code points of a snippet. */
export const snippetLength = 240;
