import { amongBooks } from '../../../sql/bounds.ts';
import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import type { Run } from '../../calls/run/store.ts';
import { type BookKey, liveBook, lockBook, type Shelf } from '../../story/book/store.ts';
import { type CoverOrigin, coversMax, type PictureMediaType } from './rules.ts';

/** A cover picture without its bytes. */
export interface Cover {
  id: string;
  bookId: string;
  origin: CoverOrigin;
  mediaType: PictureMediaType;
  sizeBytes: number;
  width: number;
  height: number;
  sha256: string;
  /** Null without a request of the author. */
  prompt: string | null;
  /** Null for an uploaded picture, like the run. */
  model: string | null;
  runId: string | null;
  isChosen: boolean;
  createdAt: Date;
}

interface CoverKey extends BookKey {
  coverId: string;
}

const columns = (sql: AnySql) => sql`
  c.account_id AS owner_of_cover, c.id, c.book_id, c.origin, c.media_type, octet_length(c.bytes) AS size_bytes,
    c.width, c.height, c.sha256, c.prompt, c.model, c.run_id,
  b.cover_id IS NOT DISTINCT FROM c.id AS is_chosen, c.created_at`;

const ofItsBook = (sql: AnySql) => sql`c.account_id = b.account_id AND c.book_id = b.id`;

/** Pictures of one book, oldest first; undefined if there is no such book. */
export async function coversOfBook(sql: AnySql, key: BookKey): Promise<Cover[] | undefined> {
  const rows = await sql<Cover[]>`
    SELECT ${columns(sql)} FROM book b LEFT JOIN cover c ON ${ofItsBook(sql)} WHERE ${liveBook(sql, key)}
      ORDER BY c.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** Pictures of several books in one statement, oldest first within each. */
export function coversOfBooks(sql: Sql, accountId: string, bookIds: readonly string[]): Promise<Cover[]> {
  return sql<Cover[]>`
    SELECT ${columns(sql)} FROM cover c JOIN book b ON ${ofItsBook(sql)}
    WHERE c.account_id = ${accountId} AND c.book_id = ANY(${[...bookIds]}) ORDER BY c.id`;
}

/** Pictures by id, of live books of a shelf, unordered. */
export function coversByIds(sql: Sql, { accountId, bookIds }: Shelf, ids: readonly string[]): Promise<Cover[]> {
  return sql<Cover[]>`
    SELECT ${columns(sql)} FROM cover c JOIN book b ON ${ofItsBook(sql)} AND b.deleted_at IS NULL
    WHERE c.account_id = ${accountId} ${amongBooks(sql, 'c.book_id', bookIds)} AND c.id = ANY(${[...ids]})`;
}

async function coverById(sql: AnySql, key: CoverKey): Promise<Cover | undefined> {
  const [row] = await sql<Cover[]>`
    SELECT ${columns(sql)} FROM book b JOIN cover c ON ${ofItsBook(sql)} WHERE ${liveBook(sql, key)}
      AND c.id = ${key.coverId}`;
  return row;
}

export interface Picture extends Cover {
  bytes: Uint8Array;
}

/** One picture with its bytes; without an id the chosen one of the book. */
export async function pictureById(sql: AnySql, key: BookKey, coverId?: string): Promise<Picture | undefined> {
  const [row] = await sql<Picture[]>`
    SELECT ${columns(sql)}, c.bytes FROM book b JOIN cover c ON ${ofItsBook(sql)}
    WHERE ${liveBook(sql, key)} AND c.id = ${coverId === undefined ? sql`b.cover_id` : coverId}`;
  return row;
}

export async function countCovers(sql: AnySql, { accountId, bookId }: BookKey): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM cover WHERE account_id = ${accountId} AND book_id = ${bookId}`;
  return row?.count ?? 0;
}

/** A picture before it is stored. */
export interface NewPicture extends Pick<Cover, 'id' | 'origin' | 'mediaType' | 'width' | 'height' | 'sha256'> {
  bytes: Uint8Array;
  prompt: string | null;
}

/**
 * Adds generated pictures that are not stored yet, while the run is active. The limit was checked at the start; later
 * additions are no reason to lose a paid picture.
 */
export async function addGenerated(tx: Transaction, run: Run, made: readonly NewPicture[]): Promise<void> {
  const key = { accountId: run.accountId, bookId: run.bookId };
  await lockBook(tx, key);
  for (const row of made)
    await tx`
      INSERT INTO cover (account_id, book_id, id, origin, media_type, bytes, width, height, sha256,
        prompt, model, run_id)
      SELECT r.account_id, r.book_id, ${row.id}, ${row.origin}, ${row.mediaType}, ${row.bytes}, ${row.width},
        ${row.height}, ${row.sha256}, ${row.prompt}, r.model, r.id
      FROM run r WHERE r.account_id = ${run.accountId} AND r.id = ${run.id} AND r.holder = ${run.holder}
        AND r.state = 'running'
      ON CONFLICT DO NOTHING`;
  await chooseFirst(tx, key, made);
}

/** Adds an uploaded picture; undefined if there is no such book or it is at the limit. */
export function addUploaded(sql: Sql, key: BookKey, row: NewPicture): Promise<Cover | undefined> {
  return sql.begin(async (tx): Promise<Cover | undefined> => {
    // Serializes inserts, so that the next statement counts them.
    if (!(await lockBook(tx, key)) || (await countCovers(tx, key)) >= coversMax) return undefined;
    await tx`
      INSERT INTO cover (account_id, book_id, id, origin, media_type, bytes, width, height, sha256, prompt)
      VALUES (${key.accountId}, ${key.bookId}, ${row.id}, ${row.origin}, ${row.mediaType}, ${row.bytes}, ${row.width},
        ${row.height}, ${row.sha256}, ${row.prompt})`;
    await chooseFirst(tx, key, [row]);
    return coverById(tx, { ...key, coverId: row.id });
  });
}

/** The first picture of a book becomes its cover; later ones only by choice. */
async function chooseFirst(tx: Transaction, key: BookKey, [first, ...more]: readonly NewPicture[]): Promise<void> {
  if (!first) return;
  const ids = [first, ...more].map(({ id }) => id);
  await tx`
    UPDATE book b SET cover_id = c.id FROM cover c
    WHERE ${liveBook(tx, key)} AND b.cover_id IS NULL AND ${ofItsBook(tx)} AND c.id = ${first.id}
      AND NOT EXISTS (SELECT FROM cover o WHERE o.account_id = b.account_id AND o.book_id = b.id
      AND o.id <> ALL(${ids}))`;
}

/** Makes a picture the cover; undefined if there is no such picture. */
export function chooseCover(sql: Sql, key: CoverKey): Promise<Cover | undefined> {
  return sql.begin(async (tx): Promise<Cover | undefined> => {
    await lockBook(tx, key);
    await tx`UPDATE book b SET cover_id = c.id FROM cover c WHERE ${liveBook(tx, key)} AND ${ofItsBook(tx)}
      AND c.id = ${key.coverId}`;
    return coverById(tx, key);
  });
}

/** Returns to the drawn cover; false if there is no such book. */
export async function unchooseCover(sql: Sql, key: BookKey): Promise<boolean> {
  const rows = await sql`UPDATE book b SET cover_id = NULL WHERE ${liveBook(sql, key)} RETURNING b.id`;
  return rows.length > 0;
}

/** False if there is no such picture. Deleting the chosen one returns to the drawn cover. */
export function deleteCover(sql: Sql, key: CoverKey): Promise<boolean> {
  return sql.begin(async (tx): Promise<boolean> => {
    await lockBook(tx, key);
    const rows = await tx`
      DELETE FROM cover c USING book b WHERE ${liveBook(tx, key)} AND ${ofItsBook(tx)} AND c.id = ${key.coverId}
        RETURNING c.id`;
    return rows.length > 0;
  });
}
