import type { AnySql, Sql } from '../../../sql/connect.ts';
import type { SweepResult } from '../../../sql/sweep.ts';
import type { BookKey, liveBook } from '../../book/store.ts';
import { importSecondsMax } from '../rules.ts';

/** Chapters per statement: a few thousand passages of the search index at most (ours). */
const chaptersAtOnce = 5;

/** Removes a book whose import has failed, in parts. A complete book stays. */
export async function removeImport(sql: Sql, { accountId, bookId }: BookKey): Promise<void> {
  const failed = sql`SELECT account_id, id FROM book WHERE account_id = ${accountId} AND id = ${bookId}
    AND importing_at IS NOT NULL`;
  for (;;) {
    const { count } = await removePart(sql, failed);
    if (count === 0) return;
  }
}

/** Removes a part of a book of an abandoned import: its node has crashed. */
export function sweepImports(sql: Sql): Promise<SweepResult> {
  return removePart(
    sql,
    sql`SELECT account_id, id FROM book WHERE importing_at < now() - make_interval(secs => ${2 * importSecondsMax})
      ORDER BY importing_at LIMIT 1`,
  );
}

/** Removes some chapters, or the book without chapters. */
function removePart(sql: AnySql, books: ReturnType<typeof liveBook>): Promise<SweepResult> {
  return sql`
    WITH failed AS MATERIALIZED (${books}),
    picked AS MATERIALIZED (
      SELECT c.account_id, c.id FROM failed f JOIN chapter c ON c.account_id = f.account_id AND c.book_id = f.id
        LIMIT ${chaptersAtOnce}
    ),
    parts AS (DELETE FROM chapter c USING picked p WHERE c.account_id = p.account_id AND c.id = p.id RETURNING 1),
    gone AS (
      DELETE FROM book b USING failed f
      WHERE b.account_id = f.account_id AND b.id = f.id AND b.importing_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM picked) RETURNING 1
    )
    SELECT 1 FROM parts UNION ALL SELECT 1 FROM gone`;
}
