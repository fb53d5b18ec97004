import type { AnySql, Sql } from './connect.ts';

/** How a bucket stands after a call. */
export interface BucketDraw {
  /** 0 when it was taken. */
  waitMs: number;
  /** Until the bucket is full again. */
  fullMs: number;
}

/** Takes one from a bucket of so many a minute, exact over all nodes (GCRA on the database's clock), or says how long to wait. Undefined where there is no limit (0 a minute). */
export async function takeFromBucket(sql: AnySql, key: string, perMinute: number): Promise<BucketDraw | undefined> {
  if (perMinute === 0) return undefined;
  const cost = `${60 / perMinute} seconds`;
  const [taken] = await sql<{ fullMs: number }[]>`
    INSERT INTO bucket AS b (key, tat) VALUES (${key}, clock_timestamp() + ${cost}::interval)
    ON CONFLICT (key) DO UPDATE SET tat = greatest(b.tat, clock_timestamp()) + ${cost}::interval
    WHERE greatest(b.tat, clock_timestamp()) + ${cost}::interval - clock_timestamp() <= interval '1 minute'
    RETURNING (extract(epoch FROM b.tat - clock_timestamp()) * 1000)::float8 AS full_ms`;
  if (taken) return { waitMs: 0, fullMs: taken.fullMs };
  const [row] = await sql<{ waitMs: number; fullMs: number }[]>`
    SELECT greatest(1, extract(epoch FROM tat + ${cost}::interval - interval '1 minute' - clock_timestamp()) * 1000)::float8 AS wait_ms,
      (extract(epoch FROM tat - clock_timestamp()) * 1000)::float8 AS full_ms FROM bucket WHERE key = ${key}`;
  return row ?? { waitMs: 1000, fullMs: 60_000 };
}

/** Forgets buckets that have been full again for a while. */
export async function sweepBuckets(sql: Sql): Promise<void> {
  await sql`DELETE FROM bucket WHERE tat < clock_timestamp() - interval '2 minutes'`;
}
