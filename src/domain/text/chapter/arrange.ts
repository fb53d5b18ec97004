import type { Sql, Transaction } from '../../../sql/connect.ts';
import { stopRuns, stopRunsOf } from '../../calls/run/stop-store.ts';
import type { BookKey } from '../../story/book/store.ts';
import { lockBook } from '../../story/book/store.ts';
import { placedChapters } from './place.ts';
import { ranksBetween, rerank } from './ranks.ts';
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

/**
 * Moves a chapter: it gets a rank between its new neighbours, and no other row changes. A place beyond the end means the end.
 * Undefined if there is no such chapter.
 */
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
    return place === chapter.order ? chapter : updateFields(tx, key, { rank: await rankAt(tx, key, place) }, undefined);
  });
}

/** Archives a chapter with its text; it keeps its place for a restore. Undefined if there is no such chapter. */
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
  await tx`
    UPDATE chapter c SET archived_at = clock_timestamp(), archived_place = ${order}, version = version + 1
      WHERE ${thisChapter(tx, key)}`;
  await stopRunsOf(tx, key);
}

/** Archives all chapters of a locked book and stops their runs. */
export async function archiveAll(tx: Transaction, { accountId, bookId }: BookKey): Promise<void> {
  await tx`
    WITH gone AS (
      UPDATE chapter c SET archived_at = clock_timestamp(), archived_place = p.place, version = c.version + 1
      FROM ${placedChapters(tx, accountId, bookId)} p WHERE c.account_id = ${accountId} AND c.id = p.id
      RETURNING c.account_id, c.id
    ), ${stopRuns(tx, 'chapter_id')}
    SELECT 1`;
}

/** Restores an archived chapter to its former place, or to the end if that is beyond it. A live one stays unchanged. */
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
    const rank = await rankAt(tx, key, Math.min(chapter.order, count + 1));
    await tx`
      UPDATE chapter SET archived_at = NULL, archived_place = NULL, rank = ${rank}, version = version + 1,
        updated_at = clock_timestamp()
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

/** Sets the order of all chapters, of which as few as possible move; undefined if there is no such book. */
export function reorderChapters(
  sql: Sql,
  key: BookKey,
  chapterIds: readonly string[],
): Promise<OrderFaults | 'done' | undefined> {
  return sql.begin(async (tx): Promise<OrderFaults | 'done' | undefined> => {
    if (!(await lockBook(tx, key))) return undefined;
    const { accountId, bookId } = key;
    const live = await tx<{ id: string; rank: number }[]>`
      SELECT account_id AS owner_of_chapter, id, rank FROM chapter WHERE account_id = ${accountId}
        AND book_id = ${bookId} AND archived_at IS NULL ORDER BY rank, id`;
    const disorder = disorderIn(
      chapterIds,
      live.map(({ id }) => id),
    );
    if (disorder) return disorder;
    const former = new Map(live.map(({ id, rank }) => [id, rank]));
    const { ranks, isMoved } = rerank(chapterIds.map((id) => former.get(id) ?? 0));
    await tx`
      UPDATE chapter c SET rank = n.rank, version = version + n.moves,
        updated_at = CASE WHEN n.moves = 1 THEN clock_timestamp() ELSE updated_at END
      FROM unnest(${[...chapterIds]}::text[], ${ranks}::float8[], ${isMoved.map(Number)}::int[]) AS n (id, rank, moves)
      WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.id = n.id AND c.archived_at IS NULL
        AND (c.rank <> n.rank OR n.moves = 1)`;
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

/** The rank of a chapter at a place, from 1, among the other chapters of its book. Requires the lock of the book. */
export async function rankAt(tx: Transaction, key: BookKey & { chapterId?: string }, place: number): Promise<number> {
  const free = await freeRankAt(tx, key, place);
  if (free !== undefined) return free;
  await spreadRanks(tx, key);
  return (await freeRankAt(tx, key, place)) ?? place;
}

/** Undefined if there is no room between the neighbours. */
async function freeRankAt(
  tx: Transaction,
  { accountId, bookId, chapterId }: BookKey & { chapterId?: string },
  place: number,
): Promise<number | undefined> {
  const first = Math.max(0, place - 2);
  const neighbours = await tx<{ rank: number }[]>`
    SELECT account_id AS owner_of_chapter, rank FROM chapter
    WHERE account_id = ${accountId} AND book_id = ${bookId} AND archived_at IS NULL AND id <> ${chapterId ?? ''}
    ORDER BY rank, id OFFSET ${first} LIMIT ${place - first}`;
  const [before, after] = neighbours.map(({ rank }) => rank);
  const [rank] = (place === 1 ? ranksBetween(undefined, before, 1) : ranksBetween(before, after, 1)) ?? [];
  return rank;
}

/** Makes room everywhere. Places and versions stay, so nobody is told. Needed after 40 moves into the same gap at the earliest. */
async function spreadRanks(tx: Transaction, { accountId, bookId }: BookKey): Promise<void> {
  await tx`
    UPDATE chapter c SET rank = p.place FROM ${placedChapters(tx, accountId, bookId)} p
    WHERE c.account_id = ${accountId} AND c.id = p.id`;
}
