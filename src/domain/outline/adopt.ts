import { newId } from '../../ids/id.ts';
import type { Sql, Transaction } from '../../sql/connect.ts';
import { defaultTitle } from '../book/rules.ts';
import { type Book, type BookKey, bookById, liveBook, lockBook } from '../book/store.ts';
import { placedChapters } from '../chapter/place.ts';
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
  const cast = await castOf(tx, key);
  await archiveChapters(tx, key);
  await insertChapters(tx, key, outline, cast);
  await fillBook(tx, key, outline);
  await tx`
    UPDATE outline_variant SET adopted_at = clock_timestamp() WHERE account_id = ${key.accountId}
      AND book_id = ${key.bookId} AND id = ${key.variantId}`;
  return 'adopted';
}

/** What prevents the adoption of an outline; undefined if nothing does. */
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

async function archiveChapters(tx: Transaction, { accountId, bookId }: BookKey): Promise<void> {
  await tx`
    WITH gone AS (
      UPDATE chapter c SET archived_at = clock_timestamp(), archived_place = p.place, version = c.version + 1
      FROM ${placedChapters(tx, accountId, bookId)} p WHERE c.account_id = ${accountId} AND c.id = p.id RETURNING c.id
    ), held AS (
      SELECT r.id FROM run r JOIN gone ON r.chapter_id = gone.id WHERE r.account_id = ${accountId}
        AND r.state = 'running' ORDER BY r.id FOR NO KEY UPDATE OF r
    ) UPDATE run SET cancel_requested = true FROM held WHERE account_id = ${accountId} AND run.id = held.id`;
}

/** Locked before any chapter, in the general lock order. */
async function castOf(tx: Transaction, { accountId, bookId }: BookKey): Promise<Set<string>> {
  const cast = await tx<{ id: string }[]>`
    SELECT id FROM character WHERE account_id = ${accountId} AND book_id = ${bookId} ORDER BY id FOR KEY SHARE`;
  return new Set(cast.map(({ id }) => id));
}

/** Omits characters that were deleted since the outline was made. */
async function insertChapters(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  { chapters }: Outline,
  cast: ReadonlySet<string>,
): Promise<void> {
  const rows = chapters.map((chapter, index) => ({
    accountId,
    bookId,
    id: newId('ch'),
    rank: index + 1,
    title: chapter.title,
    summary: chapter.summary,
    notes: '',
    beatKeys: chapter.beatKeys,
    povCharacterId: chapter.povCharacterId && cast.has(chapter.povCharacterId) ? chapter.povCharacterId : null,
    participantIds: chapter.participantIds.filter((id) => cast.has(id)),
  }));
  await tx`INSERT INTO chapter ${tx(rows)}`;
}

/** Fills in the title only over the default, and genre and audience (with confidence) only if there are none. */
async function fillBook(tx: Transaction, key: BookKey, outline: Outline): Promise<void> {
  const { title, genre, genreConfidence, audience, audienceConfidence } = outline;
  await tx`
    WITH found AS (
      SELECT b.account_id, b.id, ${title}::text IS NOT NULL AND b.title = ${defaultTitle} AS title,
        ${genre}::text IS NOT NULL AND b.genre IS NULL AS genre, ${audience}::text IS NOT NULL
          AND b.audience IS NULL AS audience
      FROM book b WHERE ${liveBook(tx, key)}
    )
    UPDATE book b SET
      title = CASE WHEN f.title THEN ${title} ELSE b.title END,
      genre = CASE WHEN f.genre THEN ${genre} ELSE b.genre END,
      genre_confidence = CASE WHEN f.genre THEN ${genreConfidence}::int ELSE b.genre_confidence END,
      audience = CASE WHEN f.audience THEN ${audience} ELSE b.audience END,
      audience_confidence = CASE WHEN f.audience THEN ${audienceConfidence}::int ELSE b.audience_confidence END,
      auto_detected_genre = b.auto_detected_genre OR f.genre,
      version = b.version + 1, updated_at = clock_timestamp(),
      plan_version = b.plan_version + (f.genre OR f.audience)::int,
      plan_updated_at = CASE WHEN f.genre OR f.audience THEN clock_timestamp() ELSE b.plan_updated_at END
    FROM found f WHERE b.account_id = f.account_id AND b.id = f.id AND (f.title OR f.genre OR f.audience)`;
}
