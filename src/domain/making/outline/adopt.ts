import type { Sql, Transaction } from '../../../sql/connect.ts';
import { fillFromOutline } from '../../story/book/detected-store.ts';
import { type Book, type BookKey, bookById, liveBook, lockBook } from '../../story/book/store.ts';
import { archiveAll } from '../../text/chapter/arrange.ts';
import { heldCast } from '../../text/chapter/cast.ts';
import { insertOutline } from '../../text/chapter/insert.ts';
import { placedChapters } from '../../text/chapter/place.ts';
import type { Outline } from './outline-reply.ts';
import { type VariantKey, variantById } from './store.ts';

/** Why an outline must not replace the existing chapters. */
export type NotAdopted = { not: 'published' } | { not: 'gone' } | { not: 'written'; orders: number[] };

/** Adopts a variant as the book's outline; undefined if there is no such variant. */
export function adoptVariant(
  sql: Sql,
  key: VariantKey,
  replaceWritten: boolean,
  expected: number | undefined,
): Promise<NotAdopted | { not: 'expected'; current: Book; expected: number } | 'adopted' | undefined> {
  return sql.begin(async (tx) => {
    const variant = (await lockBook(tx, key)) && (await variantById(tx, key));
    if (!variant) return undefined;
    if (expected !== undefined) {
      const current = await bookById(tx, key);
      if (current && current.version !== expected) return { not: 'expected' as const, current, expected };
    }
    return adopt(tx, key, variant, replaceWritten);
  });
}

/**
 * Replaces the chapters by an outline and archives them with their texts, unless that is refused. Holds the lock of the
 * book's row, so that nothing is written meanwhile.
 */
export async function adopt(
  tx: Transaction,
  key: VariantKey,
  outline: Outline,
  replaceWritten: boolean,
): Promise<NotAdopted | 'adopted'> {
  const not = await hindrance(tx, key, replaceWritten);
  if (not) return not;
  const cast = await heldCast(tx, key);
  await archiveAll(tx, key);
  await insertOutline(tx, key, outline.chapters, cast);
  await fillFromOutline(tx, key, outline);
  await tx`
    UPDATE outline_variant SET adopted_at = clock_timestamp() WHERE account_id = ${key.accountId}
      AND book_id = ${key.bookId} AND id = ${key.variantId}`;
  return 'adopted';
}

/** Why an outline cannot be adopted; undefined if it can. */
export async function hindrance(
  sql: Sql | Transaction,
  key: BookKey,
  replaceWritten: boolean,
): Promise<NotAdopted | undefined> {
  const [book] = await sql<{ isPublished: boolean; written: number[] }[]>`
    SELECT b.published_at IS NOT NULL AS is_published, array(
      SELECT c.place FROM ${placedChapters(sql, key.accountId, key.bookId)} c
      WHERE c.account_id = b.account_id AND c.book_id = b.id AND (c.text_status <> 'empty' OR EXISTS (
        SELECT FROM run r WHERE r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running'
          AND r.kind IN ('write', 'rewrite')))
      ORDER BY c.place) AS written
    FROM book b WHERE ${liveBook(sql, key)}`;
  if (!book) return { not: 'gone' };
  if (book.isPublished) return { not: 'published' };
  return book.written.length > 0 && !replaceWritten ? { not: 'written', orders: book.written } : undefined;
}
