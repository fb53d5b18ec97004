import type { Sql, Transaction } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { lockBook } from '../book/store.ts';
import { chaptersMax } from './rules.ts';
import {
  archivedChapter,
  type Chapter,
  type ChapterKey,
  chapterById,
  countChapters,
  heldChapter,
  type Refusal,
  staleAt,
  thisChapter,
  updateFields,
} from './store.ts';

/** Moves a chapter and closes the gap. A position beyond the end means the end. Undefined if there is no such chapter. */
export function moveChapter(
  sql: Sql,
  key: ChapterKey,
  order: number,
  expected: number | undefined,
): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const chapter = (await lockBook(tx, key)) && (await heldChapter(tx, key));
    if (!chapter) return undefined;
    const stale = staleAt(chapter, expected);
    if (stale) return stale;
    const place = Math.min(order, await countChapters(tx, key));
    if (place < chapter.order) await shift(tx, key, place, chapter.order - 1, 1);
    if (place > chapter.order) await shift(tx, key, chapter.order + 1, place, -1);
    return place === chapter.order ? chapter : updateFields(tx, key, { position: place }, undefined);
  });
}

/** Archives a chapter with its text and closes the gap. Undefined if there is no such chapter. */
export function archiveChapter(
  sql: Sql,
  key: ChapterKey,
  expected: number | undefined,
): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const chapter = (await lockBook(tx, key)) && (await heldChapter(tx, key));
    if (!chapter) return undefined;
    const stale = staleAt(chapter, expected);
    if (stale) return stale;
    await archiveLocked(tx, key, chapter);
    return chapter;
  });
}

/** Archives a chapter. Requires the lock of its book. */
export async function archiveLocked(tx: Transaction, key: ChapterKey, { order }: Chapter): Promise<void> {
  await tx`UPDATE chapter c SET archived_at = clock_timestamp(), version = version + 1 WHERE ${thisChapter(tx, key)}`;
  await shift(tx, key, order + 1, chaptersMax + 1, -1);
  // Cancels a run that has just begun, too; its text goes to the archived chapter.
  await tx`
    WITH held AS (
      SELECT id FROM run WHERE account_id = ${key.accountId} AND chapter_id = ${key.chapterId} AND state = 'running' ORDER BY id FOR NO KEY UPDATE
    ) UPDATE run SET cancel_requested = true FROM held WHERE account_id = ${key.accountId} AND run.id = held.id`;
}

/** Restores an archived chapter to its former position, or to the end if that is beyond it. A live one stays unchanged. */
export function restoreChapter(
  sql: Sql,
  key: ChapterKey,
  expected: number | undefined,
): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    if (!(await lockBook(tx, key))) return undefined;
    const chapter = (await heldChapter(tx, key)) ?? (await archivedChapter(tx, key));
    if (!chapter) return undefined;
    const stale = staleAt(chapter, expected);
    if (stale) return stale;
    if (!chapter.archivedAt) return chapter;
    const count = await countChapters(tx, key);
    if (count >= chaptersMax) return { refused: 'full' };
    const place = Math.min(chapter.order, count + 1);
    await makeRoom(tx, key, place);
    await tx`
      UPDATE chapter SET archived_at = NULL, position = ${place}, version = version + 1, updated_at = clock_timestamp()
      WHERE account_id = ${key.accountId} AND id = ${key.chapterId}`;
    return chapterById(tx, key);
  });
}

/** Faults of a new order: unknown, repeated and missing chapters. */
export interface OrderFaults {
  unknown: number[];
  repeated: number[];
  missing: string[];
}

/** Sets the order of all chapters; undefined if there is no such book. */
export function reorderChapters(
  sql: Sql,
  key: BookKey,
  chapterIds: readonly string[],
): Promise<OrderFaults | 'done' | undefined> {
  return sql.begin(async (tx): Promise<OrderFaults | 'done' | undefined> => {
    if (!(await lockBook(tx, key))) return undefined;
    const { accountId, bookId } = key;
    const live = await tx<{ id: string }[]>`
      SELECT id FROM chapter WHERE account_id = ${accountId} AND book_id = ${bookId} AND archived_at IS NULL ORDER BY position`;
    const disorder = disorderIn(
      chapterIds,
      live.map(({ id }) => id),
    );
    if (disorder) return disorder;
    await tx`
      UPDATE chapter c SET position = n.place, version = version + 1, updated_at = clock_timestamp()
      FROM unnest(${[...chapterIds]}::text[]) WITH ORDINALITY AS n (id, place)
      WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.id = n.id AND c.archived_at IS NULL AND c.position <> n.place`;
    return 'done';
  });
}

function disorderIn(wanted: readonly string[], live: readonly string[]): OrderFaults | undefined {
  const [known, named] = [new Set(live), new Set(wanted)];
  const places = wanted.map((_id, index) => index);
  const unknown = places.filter((index) => !known.has(wanted[index] ?? ''));
  const repeated = places.filter((index) => wanted.indexOf(wanted[index] ?? '') < index && !unknown.includes(index));
  const missing = live.filter((id) => !named.has(id));
  return unknown.length + repeated.length + missing.length > 0 ? { unknown, repeated, missing } : undefined;
}

/** Moves the chapters from a position on by one to make room. */
export async function makeRoom(tx: Transaction, key: BookKey, place: number): Promise<void> {
  await shift(tx, key, place, chaptersMax + 1, 1);
}

/** The position is a field of a chapter, so shifted chapters get a new version. */
async function shift(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  first: number,
  last: number,
  by: 1 | -1,
): Promise<void> {
  await tx`
    UPDATE chapter SET position = position + ${by}, version = version + 1, updated_at = clock_timestamp()
    WHERE account_id = ${accountId} AND book_id = ${bookId} AND archived_at IS NULL AND position BETWEEN ${first} AND ${last}`;
}
