import { invalidRequest, notFound } from '../../errors.ts';
import type { AnySql } from '../../sql/connect.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { type Note, notesNamed } from '../note/store.ts';
import { clip } from '../prompt/fence.ts';
import { lengthOf } from '../shapes.ts';
import { noteCharactersMax, type RewriteRequest } from './rules.ts';

/** Characters of the words of a note that a prompt shows (ours). */
const wordsMax = 200;

/** The directive of a rewrite, with the notes that it names. */
export async function wishesOf(
  sql: AnySql,
  key: ChapterKey,
  { directive, noteIds = [] }: RewriteRequest,
): Promise<string> {
  const ids = [...new Set(noteIds)];
  if (ids.length === 0) return directive;
  const notes = (await notesNamed(sql, key, ids)) ?? notFound('note', 'Name notes on this chapter or on its book.');
  const length = notes.reduce((sum, { body }) => sum + lengthOf(body), 0);
  if (length > noteCharactersMax)
    throw invalidRequest([
      {
        path: 'noteIds',
        message: `have ${length} characters in all; the limit is ${noteCharactersMax}. Name fewer notes.`,
      },
    ]);
  return [directive, 'Take these notes on the present text into account:', ...notes.map(lineOf)].join('\n\n');
}

function lineOf({ anchor, chapterId, body }: Note): string {
  const place = chapterId === null ? 'the book' : 'the chapter';
  return `- On ${anchor ? `“${clip(anchor.exact, wordsMax)}”` : place}: ${body.trim()}`;
}
