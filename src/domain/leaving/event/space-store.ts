import { countPart } from '../../../limits/storage.ts';
import type { Sql } from '../../../sql/connect.ts';
import type { SweepResult } from '../../../sql/sweep.ts';

/** Longer than any transaction, so that no event with an earlier id can still be committed. */
const settledSeconds = 180;

/** Counts the space of a part of the events that are settled. */
export function countEvents(sql: Sql, afterSeconds = settledSeconds): Promise<SweepResult> {
  return countPart(
    sql,
    'events',
    (behind, max) => sql`
      SELECT e.account_id, e.id, storage_size(e) AS bytes FROM event e
      WHERE e.id > ${behind} AND e.id < (SELECT event_id(clock_timestamp() - make_interval(secs => ${afterSeconds})))
      ORDER BY e.id LIMIT ${max}`,
  );
}
