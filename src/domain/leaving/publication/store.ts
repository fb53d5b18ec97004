import type { AnySql, Fragment, Sql, Transaction } from '../../../sql/connect.ts';
import type { Addressed, Visibility } from '../../story/book/rules.ts';
import { type BookKey, liveBook } from '../../story/book/store.ts';
import { isPublished } from '../../text/chapter/clauses.ts';
import { placedChapters } from '../../text/chapter/place.ts';
import { isPublishedText } from '../../text/texts/clauses.ts';
import { presentTextOf } from '../../text/texts/present.ts';

/** A book as last published. */
export interface Edition extends Addressed {
  bookId: string;
  publishedAt: Date;
  title: string;
  wordCount: number;
  /** Whether the book differs from the edition: title page, cover picture, or position, title or text of a chapter. */
  hasChanges: boolean;
}

export interface EditionChapter {
  bookId: string;
  chapterId: string;
  revisionId: string;
  order: number;
  title: string;
  wordCount: number;
}

/** Editions of several books, in one statement; unpublished books are left out. */
export function editionsOfBooks(sql: Sql, accountId: string, bookIds: readonly string[]): Promise<Edition[]> {
  return sql<Edition[]>`
    SELECT p.account_id AS owner_of_publication, p.book_id, p.published_at, p.title, b.visibility, b.slug, b.reader_key,
      (SELECT coalesce(sum(k.word_count), 0)::int FROM publication_chapter k WHERE k.account_id = p.account_id
        AND k.book_id = p.book_id) AS word_count,
      (p.title, p.subtitle, p.author, p.description, p.language, p.cover_color)
        IS DISTINCT FROM (b.title, b.subtitle, b.author, b.description, b.language, b.cover_color)
      OR (SELECT i.cover_id FROM publication_cover i WHERE i.account_id = p.account_id
        AND i.book_id = p.book_id) IS DISTINCT FROM b.cover_id
      OR EXISTS (
        SELECT FROM (SELECT * FROM publication_chapter WHERE account_id = p.account_id AND book_id = p.book_id) k
        FULL JOIN (
          SELECT c.id, row_number() OVER (ORDER BY c.rank, c.id) AS place, c.title, t.revision_id FROM chapter c
          LEFT JOIN ${presentTextOf(sql)}
          WHERE c.account_id = p.account_id AND c.book_id = p.book_id AND c.archived_at IS NULL
        ) c ON c.id = k.chapter_id
        WHERE (k.position, k.title, k.revision_id) IS DISTINCT FROM (c.place, c.title, c.revision_id)
      ) AS has_changes
    FROM publication p JOIN book b ON b.account_id = p.account_id AND b.id = p.book_id
    WHERE p.account_id = ${accountId} AND p.book_id = ANY(${[...bookIds]}) AND b.deleted_at IS NULL`;
}

/** Chapters of several editions, in order within each. */
export function editionChaptersOfBooks(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
): Promise<EditionChapter[]> {
  return sql<EditionChapter[]>`
    SELECT account_id AS owner_of_publication_chapter, book_id, chapter_id, revision_id, position AS "order", title,
      word_count FROM publication_chapter
    WHERE account_id = ${accountId} AND book_id = ANY(${[...bookIds]}) ORDER BY book_id, position`;
}

/** Places and ids of chapters that prevent publishing. */
export function unfinishedChapters(
  sql: AnySql,
  { accountId, bookId }: BookKey,
): Promise<{ place: number; id: string }[]> {
  return sql<{ place: number; id: string }[]>`
    SELECT c.account_id AS owner_of_chapter, c.place, c.id FROM ${placedChapters(sql, accountId, bookId)} c
    WHERE c.account_id = ${accountId} AND c.text_status <> 'complete' ORDER BY c.place`;
}

/** Explicitly chosen visibility; undefined if there is none. */
export async function chosenVisibility(sql: AnySql, key: BookKey): Promise<Visibility | undefined> {
  const [row] = await sql<{ visibility: Visibility }[]>`
    SELECT b.visibility FROM book b WHERE ${liveBook(sql, key)} AND b.visibility_chosen`;
  return row?.visibility;
}

/** Marks a locked book as published. An existing slug or reader key is kept. */
export async function markPublished(
  sql: AnySql,
  key: BookKey,
  { visibility, slug, readerKey }: Addressed,
): Promise<void> {
  await sql`
    UPDATE book b SET published_at = clock_timestamp(), visibility = ${visibility}, visibility_chosen = true,
      slug = coalesce(slug, ${slug}), reader_key = coalesce(reader_key, ${readerKey}),
      version = version + 1, updated_at = clock_timestamp()
    WHERE ${liveBook(sql, key)}`;
}

/** Replaces the reader key of a locked book. */
export async function setReaderKey(sql: AnySql, key: BookKey, readerKey: string): Promise<void> {
  await sql`
    UPDATE book b SET reader_key = ${readerKey}, version = version + 1, updated_at = clock_timestamp()
    WHERE ${liveBook(sql, key)}`;
}

/** Withdraws a locked book and its snapshot. The texts belong to the chapters and stay. */
export async function markWithdrawn(tx: Transaction, key: BookKey, visibility: Visibility | undefined): Promise<void> {
  await tx`DELETE FROM publication WHERE account_id = ${key.accountId} AND book_id = ${key.bookId}`;
  await tx`
    UPDATE book b SET published_at = NULL, visibility = coalesce(${visibility ?? null}, visibility),
      visibility_chosen = visibility_chosen OR ${visibility !== undefined},
      version = version + 1, updated_at = clock_timestamp()
    WHERE ${liveBook(tx, key)}`;
}

/** Takes the snapshot of a locked book. Texts in the previous snapshot are not copied again. */
export async function takeSnapshot(tx: Transaction, { accountId, bookId }: BookKey): Promise<void> {
  await tx`
    INSERT INTO publication (account_id, book_id, title, subtitle, author, description, language, cover_color,
      published_at)
    SELECT account_id, id, title, subtitle, author, description, language, cover_color, published_at
    FROM book WHERE account_id = ${accountId} AND id = ${bookId}
    ON CONFLICT (account_id, book_id) DO UPDATE
      SET edition = excluded.edition, title = excluded.title, subtitle = excluded.subtitle,
      author = excluded.author, description = excluded.description, language = excluded.language,
        cover_color = excluded.cover_color,
      published_at = excluded.published_at`;
  const [{ taken } = { taken: 0 }] = await tx<{ taken: number }[]>`
    WITH present AS (
      SELECT c.account_id, c.book_id, row_number() OVER (ORDER BY c.rank, c.id)::int AS position, c.id, t.revision_id,
        c.title, t.body, c.word_count
      FROM chapter c JOIN ${presentTextOf(tx)}
      WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.archived_at IS NULL
    ), taken AS (
      INSERT INTO publication_chapter AS k (account_id, book_id, position, chapter_id, revision_id, title, body,
        word_count)
      SELECT * FROM present
      ON CONFLICT (account_id, book_id, position) DO UPDATE
        SET chapter_id = excluded.chapter_id, revision_id = excluded.revision_id,
        title = excluded.title, body = excluded.body, word_count = excluded.word_count
      WHERE (k.chapter_id, k.revision_id, k.title, k.word_count) IS DISTINCT FROM (excluded.chapter_id,
        excluded.revision_id, excluded.title, excluded.word_count)
    ) SELECT count(*)::int AS taken FROM present`;
  await tx`DELETE FROM publication_chapter WHERE account_id = ${accountId} AND book_id = ${bookId}
    AND position > ${taken}`;
  await takeCover(tx, { accountId, bookId });
}

/** Adds the chosen picture to the snapshot; none means the drawn cover. An unchanged picture is not copied again. */
async function takeCover(tx: Transaction, { accountId, bookId }: BookKey): Promise<void> {
  await tx`
    DELETE FROM publication_cover i USING book b
    WHERE i.account_id = ${accountId} AND i.book_id = ${bookId} AND b.account_id = i.account_id AND b.id = i.book_id
      AND i.cover_id IS DISTINCT FROM b.cover_id`;
  await tx`
    INSERT INTO publication_cover (account_id, book_id, cover_id, origin, media_type, bytes)
    SELECT c.account_id, c.book_id, c.id, c.origin, c.media_type, c.bytes
    FROM book b JOIN cover c ON c.account_id = b.account_id AND c.book_id = b.id AND c.id = b.cover_id
    WHERE b.account_id = ${accountId} AND b.id = ${bookId}
    ON CONFLICT DO NOTHING`;
}

isPublished.add(
  (sql) => sql`EXISTS (
    SELECT FROM publication_chapter p WHERE p.account_id = c.account_id AND p.book_id = c.book_id AND p.chapter_id = c.id)`,
);

isPublishedText.add(
  (sql, accountId, bookId, revisionId) => sql`EXISTS (
    SELECT FROM publication_chapter k WHERE k.account_id = ${accountId} AND k.book_id = ${bookId}
      AND k.revision_id = ${revisionId})`,
);

/** Id of the first or last chapter of the published version of the book row `b`; null for an unpublished one. */
export const endOfEdition = (sql: AnySql, direction: Fragment) => sql`
  (SELECT k.chapter_id FROM publication_chapter k WHERE k.account_id = b.account_id AND k.book_id = b.id
    ORDER BY k.position ${direction} LIMIT 1)`;
