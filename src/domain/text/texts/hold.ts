import type { Transaction } from '../../../sql/connect.ts';
import { lockBook } from '../../story/book/store.ts';
import { areInCast, heldCast, type People } from '../chapter/cast.ts';
import { type Chapter, type ChapterKey, heldChapter, type Refusal, runningOn, staleAt } from '../chapter/store.ts';

/** A chapter that is locked with its book, for a change of its text. */
export interface HeldChapter {
  chapter: Chapter;
  /** Language of the book. */
  language: string;
}

interface Change {
  /** People whom the change names, who must be in the cast. */
  people?: People;
  /** False for a change of other fields, which may be made while a run writes the chapter. */
  ofText?: boolean;
}

/**
 * Locks a chapter for a change, in the order of all changes: book, cast, chapter. A refusal if the caller has read another
 * version, a run writes the text that would change, or a named character is not in the cast; undefined if there is no such
 * chapter.
 */
export async function holdChapter(
  tx: Transaction,
  key: ChapterKey,
  expected: number | undefined,
  { people = {}, ofText = true }: Change = {},
): Promise<HeldChapter | Refusal | undefined> {
  const book = await lockBook(tx, key);
  if (!book) return undefined;
  const areKnown = await areInCast(tx, key, people);
  const chapter = await heldChapter(tx, key);
  if (!chapter) return undefined;
  if (!areKnown) return { refused: 'no such character' };
  const refusal = ofText ? await refusalOf(tx, key, chapter, expected) : staleAt(chapter, expected);
  return refusal ?? { chapter, language: book.language };
}

/** Why the text of a locked chapter must not change now; undefined if it may. */
export async function refusalOf(
  tx: Transaction,
  key: ChapterKey,
  chapter: Chapter,
  expected: number | undefined,
): Promise<Refusal | undefined> {
  const stale = staleAt(chapter, expected);
  if (stale) return stale;
  const runId = await runningOn(tx, key);
  return runId === undefined ? undefined : { refused: 'running', runId };
}

/** A chapter with its book and whole cast, locked in the order of all changes. Undefined if there is no such chapter. */
export async function holdWithCast(tx: Transaction, key: ChapterKey) {
  const book = await lockBook(tx, key);
  const cast = await heldCast(tx, key);
  const chapter = book && (await heldChapter(tx, key));
  return book && chapter && { book, cast, chapter };
}
