import type { AnySql, Sql } from './connect.ts';
import { partSize, type SweepResult } from './sweep.ts';

/** State of a bucket after a draw. */
export interface BucketDraw {
  /** 0 if the draw succeeded. */
  waitMs: number;
  /** Until the bucket is full again. */
  fullMs: number;
}

/**
 * Stored time of a bucket. More than a minute ahead it was written before the clock was set back and counts as now;
 * otherwise its key would be locked out for that long.
 */
const fullAt = (sql: AnySql) => sql`
  CASE WHEN b.tat > clock_timestamp() + interval '1 minute' THEN clock_timestamp()
    ELSE greatest(b.tat, clock_timestamp()) END`;

/**
 * Takes one from a bucket with a quota per minute, exact across nodes (GCRA on the database's clock), or answers how long
 * to wait. Undefined without a limit (0 per minute).
 */
export async function takeFromBucket(sql: AnySql, key: string, perMinute: number): Promise<BucketDraw | undefined> {
  if (perMinute === 0) return undefined;
  const cost = `${60 / perMinute} seconds`;
  const [taken] = await sql<{ fullMs: number }[]>`
    INSERT INTO bucket AS b (key, tat) VALUES (${key}, clock_timestamp() + ${cost}::interval)
    ON CONFLICT (key) DO UPDATE SET tat = ${fullAt(sql)} + ${cost}::interval
    WHERE ${fullAt(sql)} + ${cost}::interval - clock_timestamp() <= interval '1 minute'
    RETURNING (extract(epoch FROM b.tat - clock_timestamp()) * 1000)::float8 AS full_ms`;
  if (taken) return { waitMs: 0, fullMs: taken.fullMs };
  const [row] = await sql<{ waitMs: number; fullMs: number }[]>`
    SELECT greatest(1, extract(epoch
      FROM tat + ${cost}::interval - interval '1 minute' - clock_timestamp()) * 1000)::float8 AS wait_ms,
      (extract(epoch FROM tat - clock_timestamp()) * 1000)::float8 AS full_ms FROM bucket WHERE key = ${key}`;
  return row ?? { waitMs: 1000, fullMs: 60_000 };
}

/** Returns one that was taken for nothing. */
export async function returnToBucket(sql: AnySql, key: string, perMinute: number): Promise<void> {
  await sql`UPDATE bucket SET tat = tat - ${`${60 / perMinute} seconds`}::interval WHERE key = ${key}`;
}

/** Deletes a part of the buckets that have been full for a while or have times of another clock. */
export function sweepBuckets(sql: Sql): Promise<SweepResult> {
  const isOver = () =>
    sql`NOT tat BETWEEN clock_timestamp() - interval '2 minutes' AND clock_timestamp() + interval '2 minutes'`;
  return sql`DELETE FROM bucket WHERE ${isOver()} AND key IN (SELECT key FROM bucket WHERE ${isOver()}
    LIMIT ${partSize})`;
}
