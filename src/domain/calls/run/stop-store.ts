import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import { besideDeletedBook } from '../../story/book/clauses.ts';
import { type Run, type RunKey, runColumns, thisRun } from './store.ts';

/** Running runs of a book or chapter. */
export function runningOf(
  sql: AnySql,
  { accountId, bookId, chapterId }: { accountId: string; bookId: string; chapterId?: string },
): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    SELECT id FROM run WHERE account_id = ${accountId} AND book_id = ${bookId}
      AND state = 'running' ${chapterId ? sql`AND chapter_id = ${chapterId}` : sql``}`;
}

/** Requests a run to stop on any node; answers its state, undefined without such a run. */
export async function requestCancel(sql: Sql, key: RunKey): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`
    UPDATE run r SET cancel_requested = cancel_requested OR state = 'running' WHERE ${thisRun(sql, key)}
      RETURNING ${runColumns(sql)}`;
  return row;
}

/** Parts of a statement that stop the runs of the books or chapters that it removes: `gone` has their account and id. */
export const stopRuns = (sql: AnySql, of: 'book_id' | 'chapter_id') => sql`
  held AS (SELECT r.account_id, r.id FROM run r JOIN gone ON gone.account_id = r.account_id AND gone.id = r.${sql(of)}
    WHERE r.state = 'running' ORDER BY r.id FOR NO KEY UPDATE OF r),
  stopped AS (UPDATE run SET cancel_requested = true FROM held WHERE run.account_id = held.account_id
    AND run.id = held.id)`;

besideDeletedBook.add((sql) => sql`, ${stopRuns(sql, 'book_id')}`);

/** Stops the runs of a chapter, also one that has just begun; its text goes to the archived chapter. */
export async function stopRunsOf(
  tx: Transaction,
  { accountId, chapterId }: { accountId: string; chapterId: string },
): Promise<void> {
  await tx`
    WITH gone AS (SELECT ${accountId}::text AS account_id, ${chapterId}::text AS id), ${stopRuns(tx, 'chapter_id')}
    SELECT 1`;
}
