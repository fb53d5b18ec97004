import type { Sql, Transaction } from '../../../sql/connect.ts';
import type { Visibility } from '../../story/book/rules.ts';
import { type Book, type BookKey, bookById, lockBook } from '../../story/book/store.ts';
import { newReaderKey, type Publication } from './rules.ts';
import { mintSlug } from './slug.ts';
import {
  chosenVisibility,
  markPublished,
  markWithdrawn,
  setReaderKey,
  takeSnapshot,
  unfinishedChapters,
} from './store.ts';

/** The book after the change, or unchanged with the reason. */
export interface Outcome {
  book: Book;
  refused?: 'stale' | 'empty' | { unfinished: { place: number; id: string }[] };
}

/** Publishes or withdraws a book under its lock; undefined if there is no such book. */
export function publishBook(
  sql: Sql,
  key: BookKey,
  { publish, visibility }: Publication,
  expected: number | undefined,
): Promise<Outcome | undefined> {
  return sql.begin(async (tx): Promise<Outcome | undefined> => {
    const book = (await lockBook(tx, key)) && (await bookById(tx, key));
    if (!book) return undefined;
    if (expected !== undefined && expected !== book.version) return { book, refused: 'stale' };
    if (publish) {
      if (book.status === 'draft') return { book, refused: 'empty' };
      const unfinished = await unfinishedChapters(tx, key);
      if (unfinished.length > 0) return { book, refused: { unfinished } };
      await mark(tx, key, book, visibility);
      await takeSnapshot(tx, key);
    } else await markWithdrawn(tx, key, visibility);
    return { book: (await bookById(tx, key)) ?? book };
  });
}

/** Marks a book as published. It gets a slug when it is first public and a reader key when it is first unlisted. */
async function mark(tx: Transaction, key: BookKey, book: Book, requested: Visibility | undefined): Promise<void> {
  const visibility = requested ?? (await chosenVisibility(tx, key)) ?? 'unlisted';
  const slug = visibility === 'public' && book.slug === null ? await mintSlug(tx, book.title) : null;
  const readerKey = visibility === 'unlisted' && book.readerKey === null ? newReaderKey() : null;
  await markPublished(tx, key, { visibility, slug, readerKey });
}

/** Replaces the reader key of a book; the previous one stops working at once. Undefined if there is no such book. */
export function rotateReaderKey(sql: Sql, key: BookKey, expected: number | undefined): Promise<Outcome | undefined> {
  return sql.begin(async (tx): Promise<Outcome | undefined> => {
    const book = (await lockBook(tx, key)) && (await bookById(tx, key));
    if (!book) return undefined;
    if (expected !== undefined && expected !== book.version) return { book, refused: 'stale' };
    await setReaderKey(tx, key, newReaderKey());
    return { book: (await bookById(tx, key)) ?? book };
  });
}
