import type { AnySql, Fragment, Sql, Transaction } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import { distanceSeconds, pauseSeconds, restSeconds, takenSeconds, triesMax } from './rules.ts';

/** An order that this node has taken. */
export interface RecapOrder extends ChapterKey {
  tries: number;
  /** Ordered by a reading of the whole manuscript. */
  isOfReading: boolean;
}

/** Orders the recap of a chapter once its text has rested, in a book in which the provider has written. */
export function orderAfterSave(sql: AnySql, key: ChapterKey): Promise<void> {
  return order(sql, key, restSeconds, isWritten(sql));
}

const isWritten = (sql: AnySql) => sql`EXISTS (
  SELECT FROM run w WHERE w.account_id = c.account_id AND w.book_id = c.book_id AND w.kind = 'write')`;

/** Orders the recap of a chapter that a run has just finished. */
export function orderAtOnce(sql: AnySql, key: ChapterKey): Promise<void> {
  return order(sql, key, 0, sql`true`);
}

/** A later save moves the order. It is due ten minutes after the last recap that a model made, at the earliest. */
async function order(
  sql: AnySql,
  { accountId, chapterId }: ChapterKey,
  rest: number,
  condition: ReturnType<typeof isWritten>,
): Promise<void> {
  await sql`
    INSERT INTO recap_order AS o (account_id, chapter_id, due_at)
    SELECT c.account_id, c.id, greatest(clock_timestamp() + make_interval(secs => ${rest}),
      made.at + make_interval(secs => ${distanceSeconds}))
    FROM chapter c CROSS JOIN LATERAL (
      SELECT max(r.finished_at) AS at FROM run r WHERE r.account_id = c.account_id AND r.chapter_id = c.id
        AND r.kind = 'summarize' AND r.state = 'completed'
    ) made
    WHERE c.account_id = ${accountId} AND c.id = ${chapterId} AND ${condition}
    ON CONFLICT (account_id, chapter_id) DO UPDATE
      SET due_at = excluded.due_at, tries = 0, run_id = NULL, failed_at = NULL`;
}

/**
 * Orders the recap of a chapter and takes the order in the same statement, so that no other node takes it in between.
 * Undefined if a model made one in the last ten minutes: then the order is not taken, and is due when they have passed.
 */
export async function orderAndTake(sql: Sql, key: ChapterKey): Promise<RecapOrder | undefined> {
  const [order] = await sql<{ tries: number }[]>`
    INSERT INTO recap_order AS o (account_id, chapter_id, due_at, tries)
    SELECT c.account_id, c.id, coalesce(last.rests, clock_timestamp() + make_interval(secs => ${takenSeconds})),
      (last.rests IS NULL)::int
    FROM chapter c CROSS JOIN LATERAL (
      SELECT max(r.finished_at) + make_interval(secs => ${distanceSeconds}) AS rests FROM run r
      WHERE r.account_id = c.account_id AND r.chapter_id = c.id AND r.kind = 'summarize' AND r.state = 'completed'
        AND r.finished_at > clock_timestamp() - make_interval(secs => ${distanceSeconds})
    ) last
    WHERE c.account_id = ${key.accountId} AND c.id = ${key.chapterId}
    ON CONFLICT (account_id, chapter_id) DO UPDATE
      SET due_at = excluded.due_at, tries = excluded.tries, run_id = NULL, failed_at = NULL
    RETURNING o.tries`;
  return order?.tries === 1 ? { ...key, tries: order.tries, isOfReading: false } : undefined;
}

/** Which orders to take: of all accounts or of one, and all or only those of readings. */
interface Taking {
  max: number;
  onlyReadings: boolean;
  accountId?: string | undefined;
}

/**
 * Takes orders that are due. Another node gets them if this one does not end them in time. A chapter of a reading waits for those
 * before it.
 */
export function takeDue(sql: Sql, { max, onlyReadings, accountId }: Taking): Promise<RecapOrder[]> {
  return sql<RecapOrder[]>`
    UPDATE recap_order o SET tries = o.tries + 1, run_id = NULL,
      due_at = clock_timestamp() + make_interval(secs => ${takenSeconds})
    FROM chapter c
    WHERE c.account_id = o.account_id AND c.id = o.chapter_id AND (o.account_id, o.chapter_id) IN (
      SELECT d.account_id, d.chapter_id FROM recap_order d
      WHERE d.due_at <= clock_timestamp() AND d.failed_at IS NULL
        AND ${accountId === undefined ? sql`true` : sql`d.account_id = ${accountId}`}
        AND ${onlyReadings ? sql`d.place IS NOT NULL` : sql`true`}
        AND (d.place IS NULL OR NOT EXISTS (
          SELECT FROM chapter own JOIN chapter other ON other.account_id = own.account_id AND other.book_id = own.book_id
          JOIN recap_order e ON e.account_id = other.account_id AND e.chapter_id = other.id
          WHERE own.account_id = d.account_id AND own.id = d.chapter_id AND e.place < d.place AND e.failed_at IS NULL
        ))
      ORDER BY d.due_at LIMIT ${max} FOR UPDATE OF d SKIP LOCKED
    )
    RETURNING ${accountId === undefined ? sql`` : sql`o.account_id AS owner_of_recap_order,`}
      o.account_id, c.book_id, o.chapter_id, o.tries, o.place IS NOT NULL AS is_of_reading`;
}

/** Whether no chapter of a book waits to be read. */
export async function isReadingOver(sql: Sql, { accountId, bookId }: BookKey): Promise<boolean> {
  const waiting = await sql`
    SELECT o.account_id AS owner_of_recap_order FROM chapter c JOIN recap_order o ON o.account_id = c.account_id
      AND o.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND o.place IS NOT NULL AND o.failed_at IS NULL LIMIT 1`;
  return waiting.length === 0;
}

/** Notes the run that works on an order; its end settles the order. */
export async function noteRun(tx: Transaction, { accountId, chapterId }: ChapterKey, runId: string): Promise<void> {
  await tx`UPDATE recap_order SET run_id = ${runId} WHERE account_id = ${accountId} AND chapter_id = ${chapterId}`;
}

/**
 * Ends the order of a run, unless the chapter was saved since. A failed one is retried while it has tries left, and so is one of
 * a reading whose text has changed meanwhile. The pause before it is at least as long as its provider asks for.
 */
export async function settleOrder(
  tx: Transaction,
  { accountId, chapterId }: ChapterKey,
  runId: string,
  outcome: 'done' | 'changed' | 'failed',
  retryAfterSeconds = 0,
): Promise<void> {
  const [order] = await tx<{ tries: number; isOfReading: boolean }[]>`
    SELECT tries, place IS NOT NULL AS is_of_reading FROM recap_order
    WHERE account_id = ${accountId} AND chapter_id = ${chapterId} AND run_id = ${runId} FOR UPDATE`;
  if (!order) return;
  const isOver = outcome === 'done' || (outcome === 'changed' && !order.isOfReading);
  if (!isOver && order.tries < triesMax)
    return putOff(tx, { accountId, chapterId }, Math.max(pauseSeconds(order.tries), retryAfterSeconds), order.tries);
  const over = { accountId, chapterId, isOfReading: order.isOfReading };
  return isOver ? dropOrder(tx, over) : giveUp(tx, over);
}

/** Makes the order of a run due at once, for any node. Its tries stay. */
export async function releaseOrder(
  tx: Transaction,
  { accountId, chapterId }: ChapterKey,
  runId: string,
): Promise<void> {
  await tx`
    UPDATE recap_order SET run_id = NULL, due_at = clock_timestamp()
    WHERE account_id = ${accountId} AND chapter_id = ${chapterId} AND run_id = ${runId}`;
}

/** Ends an order that had its tries. One of a reading shows as failed until the next reading. */
export async function giveUp(
  sql: AnySql,
  { accountId, chapterId, isOfReading }: Pick<RecapOrder, 'accountId' | 'chapterId' | 'isOfReading'>,
): Promise<void> {
  if (!isOfReading) return dropOrder(sql, { accountId, chapterId });
  await sql`
    UPDATE recap_order SET failed_at = clock_timestamp() WHERE account_id = ${accountId} AND chapter_id = ${chapterId}`;
}

export async function dropOrder(
  sql: AnySql,
  { accountId, chapterId }: Pick<ChapterKey, 'accountId' | 'chapterId'>,
): Promise<void> {
  await sql`DELETE FROM recap_order WHERE account_id = ${accountId} AND chapter_id = ${chapterId}`;
}

/** Moves an order by some seconds, with so many tries made. */
export async function putOff(
  sql: AnySql,
  { accountId, chapterId }: Pick<ChapterKey, 'accountId' | 'chapterId'>,
  seconds: number,
  tries: number,
): Promise<void> {
  await sql`
    UPDATE recap_order SET run_id = NULL, tries = ${tries},
      due_at = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE account_id = ${accountId} AND chapter_id = ${chapterId}`;
}

/** Orders recaps that are made one after another. `chapters` selects account, `chapter_id` and `place`. */
export async function orderInTurn(sql: Sql, chapters: Fragment): Promise<void> {
  await sql`
    INSERT INTO recap_order AS o (account_id, chapter_id, due_at, place)
    SELECT u.account_id, u.chapter_id, clock_timestamp(), u.place FROM (${chapters}) u
    ON CONFLICT (account_id, chapter_id) DO UPDATE SET place = excluded.place, failed_at = NULL,
      due_at = CASE WHEN o.run_id IS NULL OR o.failed_at IS NOT NULL THEN excluded.due_at ELSE o.due_at END,
      tries = CASE WHEN o.failed_at IS NULL THEN o.tries ELSE 0 END,
      run_id = CASE WHEN o.failed_at IS NULL THEN o.run_id END`;
}

/** Drops the orders of a reading that have not failed. Answers the runs that work on them. */
export async function dropReading(sql: Sql, { accountId, bookId }: BookKey): Promise<string[]> {
  const rows = await sql<{ runId: string | null }[]>`
    DELETE FROM recap_order o USING chapter c
    WHERE c.account_id = o.account_id AND c.id = o.chapter_id AND c.account_id = ${accountId} AND c.book_id = ${bookId}
      AND o.place IS NOT NULL AND o.failed_at IS NULL
    RETURNING o.account_id AS owner_of_recap_order, o.run_id`;
  return rows.flatMap(({ runId }) => runId ?? []);
}
