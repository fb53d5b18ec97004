import { invalidRequest, notFound } from '../../../errors.ts';
import type { AnySql } from '../../../sql/connect.ts';
import { clip } from '../../calls/prompt/fence.ts';
import { lengthOf } from '../../shapes.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import { type Note, notesNamed } from '../../text/note/store.ts';
import { noteCharactersMax, type RewriteRequest } from './rules.ts';

/** Characters of the words of a note that a prompt shows (ours). */
const wordsMax = 200;

/** What a rewrite is asked for. */
export interface Wishes {
  directive: string;
  /** The notes that it names, one line or more each: remarks that others may have written. */
  notes: readonly string[];
}

export async function wishesOf(
  sql: AnySql,
  key: ChapterKey,
  { directive, noteIds = [] }: RewriteRequest,
): Promise<Wishes> {
  const ids = [...new Set(noteIds)];
  if (ids.length === 0) return { directive, notes: [] };
  const notes = (await notesNamed(sql, key, ids)) ?? notFound('note', 'Name notes on this chapter or on its book.');
  const length = notes.reduce((sum, { body }) => sum + lengthOf(body), 0);
  if (length > noteCharactersMax)
    throw invalidRequest([
      {
        path: 'noteIds',
        message: `have ${length} characters in all; the limit is ${noteCharactersMax}. Name fewer notes.`,
      },
    ]);
  return { directive, notes: notes.map(lineOf) };
}

function lineOf({ anchor, chapterId, body }: Note): string {
  const place = chapterId === null ? 'the book' : 'the chapter';
  return `- On ${anchor ? `“${clip(anchor.exact, wordsMax)}”` : place}: ${body.trim()}`;
}
