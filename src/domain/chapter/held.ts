import type { Transaction } from '../../sql/connect.ts';
import { lockBook } from '../book/store.ts';
import { heldCast } from './cast.ts';
import { type ChapterKey, heldChapter } from './store.ts';

/** A chapter with its book and cast, locked in the order of all changes. Undefined if there is no such chapter. */
export async function heldWithCast(tx: Transaction, key: ChapterKey) {
  const book = await lockBook(tx, key);
  const cast = await heldCast(tx, key);
  const chapter = book && (await heldChapter(tx, key));
  return book && chapter && { book, cast, chapter };
}
