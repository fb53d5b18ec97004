import type { AnySql, Fragment, Sql } from '../../../../sql/connect.ts';
import type { SweepResult } from '../../../../sql/sweep.ts';
import { abandonedImport, failedImport, importDeleted } from '../../../story/book/import-store.ts';
import type { BookKey } from '../../../story/book/store.ts';
import { pickedDeleted } from '../../../text/chapter/remove.ts';
import { importSecondsMax } from '../rules.ts';

/** Chapters per statement: a few thousand passages of the search index at most (ours). */
const chaptersAtOnce = 5;

/** Removes a book whose import has failed, in parts. A complete book stays. */
export async function removeImport(sql: Sql, key: BookKey): Promise<void> {
  for (;;) {
    const { count } = await removePart(sql, failedImport(sql, key));
    if (count === 0) return;
  }
}

/** Removes a part of a book of an abandoned import: its node has crashed. */
export function sweepImports(sql: Sql): Promise<SweepResult> {
  return removePart(sql, abandonedImport(sql, 2 * importSecondsMax));
}

/** Removes some chapters, or the book without chapters. */
function removePart(sql: AnySql, books: Fragment): Promise<SweepResult> {
  return sql`
    WITH failed AS MATERIALIZED (${books}),
    picked AS MATERIALIZED (
      SELECT c.account_id, c.id FROM failed f JOIN chapter c ON c.account_id = f.account_id AND c.book_id = f.id
        LIMIT ${chaptersAtOnce}
    ),
    parts AS (${pickedDeleted(sql)} RETURNING 1),
    gone AS (${importDeleted(sql)} AND NOT EXISTS (SELECT FROM picked) RETURNING 1)
    SELECT 1 FROM parts UNION ALL SELECT 1 FROM gone`;
}
