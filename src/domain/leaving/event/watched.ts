import type { Sql } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';

/** A row counts for so long unless it is renewed, so that those of a node that crashed end. */
const watchedSeconds = 60;

/** Has the database announce changes of these books, and forgets those that nobody watches any more. */
export async function announceBooks(sql: Sql, books: readonly BookKey[]): Promise<void> {
  const [accountIds, bookIds] = [books.map(({ accountId }) => accountId), books.map(({ bookId }) => bookId)];
  await sql`
    WITH gone AS (DELETE FROM watched_book WHERE until < clock_timestamp() - make_interval(secs => ${watchedSeconds}))
    INSERT INTO watched_book (account_id, book_id, until)
    SELECT account_id, book_id, clock_timestamp() + make_interval(secs => ${watchedSeconds})
    FROM unnest(${accountIds}::text[], ${bookIds}::text[]) AS b (account_id, book_id) ORDER BY account_id, book_id
    ON CONFLICT (account_id, book_id) DO UPDATE SET until = excluded.until`;
}

/** A place behind all transactions that have begun to write. Later ones see every row that is committed by now. */
export async function writersUntilNow(sql: Sql): Promise<string> {
  const [row] = await sql<{ end: string }[]>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS "end"`;
  return row?.end ?? '0';
}

/** Whether all transactions before a place have ended. */
export async function haveEnded(sql: Sql, end: string): Promise<boolean> {
  const [row] = await sql<{ ended: boolean }[]>`
    SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${end}::xid8 AS ended`;
  return row?.ended ?? false;
}
