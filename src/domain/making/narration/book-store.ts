import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import type { Run } from '../../calls/run/store.ts';
import { isCounted } from '../../calls/usage/store.ts';
import { type BookKey, liveBook } from '../../story/book/store.ts';
import { presentTextOf } from '../../text/texts/present.ts';

/** A chapter to narrate as part of its book. */
export interface Order extends OrderKey {
  bookId: string;
  /** Undefined for the default voice. */
  voice: string | undefined;
  /** Tries since the last new audio, including this one. */
  tries: number;
}

/** Data of a queue job. */
export interface OrderKey {
  accountId: string;
  chapterId: string;
  orderId: string;
}

/** Number of chapters that an account has in the queue. */
export async function waitingOrders(sql: AnySql, accountId: string): Promise<number> {
  const [row] = await sql<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM narration_order WHERE account_id = ${accountId} AND failed_at IS NULL`;
  return row?.waiting ?? 0;
}

/** Orders chapters that are not ordered yet, and failed ones again. Unordered result. */
export function putOrders(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  chapterIds: readonly string[],
  voice: string | undefined,
): Promise<OrderKey[]> {
  return tx<OrderKey[]>`
    INSERT INTO narration_order AS o (account_id, book_id, chapter_id, voice)
    SELECT ${accountId}, ${bookId}, id, ${voice ?? null} FROM unnest(${[...chapterIds]}::text[]) AS id
    ON CONFLICT (account_id, chapter_id) DO UPDATE
      SET id = EXCLUDED.id, book_id = EXCLUDED.book_id, voice = EXCLUDED.voice, tries = 0,
      holder = NULL, job_id = NULL, due_at = NULL, run_id = NULL, failed_at = NULL, error_code = NULL,
        error_message = NULL
      WHERE o.failed_at IS NOT NULL
    RETURNING account_id, chapter_id, id AS order_id`;
}

const thisOrder = (sql: AnySql, { accountId, chapterId, orderId }: OrderKey) =>
  sql`account_id = ${accountId} AND chapter_id = ${chapterId} AND id = ${orderId} AND failed_at IS NULL`;

/** Counts a try and records its node; undefined if the order was cancelled. */
export async function beginTry(
  sql: Sql,
  key: OrderKey,
  by: { holder: string; jobId: string },
): Promise<Order | undefined> {
  const [row] = await sql<{ bookId: string; voice: string | null; tries: number }[]>`
    UPDATE narration_order SET tries = tries + 1, holder = ${by.holder}, job_id = ${by.jobId}, due_at = NULL
    WHERE ${thisOrder(sql, key)} RETURNING account_id AS owner_of_narration_order, book_id, voice, tries`;
  return row && { ...key, bookId: row.bookId, voice: row.voice ?? undefined, tries: row.tries };
}

/** Records the run; false if the order was cancelled. */
export async function noteRun(sql: Sql, key: OrderKey, runId: string): Promise<boolean> {
  const { count } = await sql`UPDATE narration_order SET run_id = ${runId} WHERE ${thisOrder(sql, key)}`;
  return count > 0;
}

/** Schedules another try after a delay in seconds. */
export async function putOff(tx: Transaction, key: OrderKey, tries: number, seconds: number): Promise<void> {
  await tx`
    UPDATE narration_order SET tries = ${tries}, holder = NULL, job_id = NULL,
      due_at = CASE WHEN ${seconds}::int > 0 THEN clock_timestamp() + make_interval(secs => ${seconds}::int) END
    WHERE ${thisOrder(tx, key)}`;
}

export async function failOrder(
  tx: Transaction,
  key: OrderKey,
  error: { code: string; message: string },
): Promise<void> {
  await tx`
    UPDATE narration_order
      SET failed_at = clock_timestamp(), error_code = ${error.code}, error_message = ${error.message}, holder = NULL,
        job_id = NULL
    WHERE ${thisOrder(tx, key)}`;
}

export async function dropOrder(tx: Transaction, key: OrderKey): Promise<void> {
  await tx`DELETE FROM narration_order WHERE ${thisOrder(tx, key)}`;
}

/** Cancels the orders of a book; failed ones remain visible. */
export async function dropOrders(sql: AnySql, { accountId, bookId }: BookKey): Promise<void> {
  await sql`DELETE FROM narration_order WHERE account_id = ${accountId} AND book_id = ${bookId} AND failed_at IS NULL`;
}

/** Condition that the chapter `c` is complete and its present text has no audio; in any voice if none is named. */
const isSilent = (sql: AnySql, voice: string | undefined) => sql`
  c.archived_at IS NULL AND c.text_status = 'complete' AND NOT EXISTS (
    SELECT FROM (
      SELECT * FROM narration WHERE account_id = c.account_id AND chapter_id = c.id AND completed_at IS NOT NULL
        ORDER BY id DESC LIMIT 1
    ) newest JOIN ${presentTextOf(sql)}
      AND t.revision_id = newest.revision_id
    WHERE newest.title = c.title AND ${voice === undefined ? sql`true` : sql`newest.voice = ${voice}`}
  )`;

/** Complete chapters of a book without audio of their present text, in order. */
export async function silentChapters(sql: AnySql, key: BookKey, voice: string | undefined): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT c.id FROM book b JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id
      AND ${isSilent(sql, voice)}
    WHERE ${liveBook(sql, key)} ORDER BY c.rank, c.id`;
  return rows.map(({ id }) => id);
}

/** Whether an ordered chapter still needs audio: it exists, is complete, and has none of its present text. */
export async function isStillSilent(sql: AnySql, { accountId, bookId, chapterId, voice }: Order): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM book b JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id AND ${isSilent(sql, voice)}
    WHERE ${liveBook(sql, { accountId, bookId })} AND c.id = ${chapterId}`;
  return rows.length > 0;
}

/** Whether a finished run produced new audio, so that it counts. */
export async function hasSpoken(sql: AnySql, { accountId, id }: Pick<Run, 'accountId' | 'id'>): Promise<boolean> {
  return isCounted(sql, accountId, id);
}

/** Jobs that an earlier process of this node left. */
export async function jobsOfEarlierLives(sql: Sql, former: string, holder: string): Promise<string[]> {
  const rows = await sql<{ jobId: string }[]>`
    SELECT job_id FROM narration_order WHERE starts_with(holder, ${former}) AND holder <> ${holder}
      AND job_id IS NOT NULL`;
  return rows.map(({ jobId }) => jobId);
}

/** Order of a chapter with its state. */
export interface OrderStatus {
  chapterId: string;
  runId: string | null;
  dueAt: Date | null;
  failedAt: Date | null;
  errorCode: string | null;
  errorMessage: string | null;
}

/** Orders of several books, unordered. */
export function ordersOfBooks(sql: AnySql, accountId: string, bookIds: readonly string[]): Promise<OrderStatus[]> {
  return sql<OrderStatus[]>`
    SELECT account_id AS owner_of_narration_order, chapter_id, run_id, due_at, failed_at, error_code, error_message
      FROM narration_order
    WHERE account_id = ${accountId} AND book_id = ANY(${[...bookIds]})`;
}

/** Running narrations of several books. */
export function narrationsUnderWay(
  sql: AnySql,
  accountId: string,
  bookIds: readonly string[],
): Promise<{ id: string; chapterId: string }[]> {
  return sql<{ id: string; chapterId: string }[]>`
    SELECT account_id AS owner_of_run, id, chapter_id FROM run
    WHERE account_id = ${accountId} AND book_id = ANY(${[...bookIds]}) AND kind = 'narrate' AND state = 'running'
      AND chapter_id IS NOT NULL`;
}
