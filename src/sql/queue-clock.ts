import type { Sql } from './connect.ts';
import type { SweepResult } from './sweep.ts';

/**
 * Moves job times to the present after the clock was set back: waiting jobs keep their delay, and heartbeats of active jobs
 * count as now. Otherwise both would wait for that long. Does nothing without a queue.
 */
export async function moveJobsToNow(sql: Sql): Promise<SweepResult> {
  const [queue] = await sql<{ exists: boolean }[]>`SELECT to_regclass('pgboss.job') IS NOT NULL AS exists`;
  if (!queue?.exists) return { count: 0 };
  const slack = sql`interval '5 seconds'`;
  return sql`
    UPDATE pgboss.job SET
      start_after = CASE WHEN created_on > now() + ${slack} THEN now() + (start_after - created_on)
        ELSE start_after END,
      created_on = least(created_on, now()), heartbeat_on = least(heartbeat_on, now())
    WHERE state <= 'active' AND (created_on > now() + ${slack} OR heartbeat_on > now() + ${slack})`;
}
