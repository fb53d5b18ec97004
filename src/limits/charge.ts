import type { Caller } from '../caller.ts';
import { takeFromBucket } from '../sql/bucket.ts';
import type { Sql } from '../sql/connect.ts';
import { enforceLimit } from './burst.ts';
import { withTimeout } from './operation-time.ts';
import type { Bucket, ReportLimit } from './rate-limit.ts';

/** Takes one call from a bucket of the caller, over all nodes. Throws `rate_limited`. */
export function chargeFor({ sql, planPerMinute }: { sql: Sql; planPerMinute: number }) {
  return async (bucket: Bucket, { tokenId }: Caller, reportLimit: ReportLimit): Promise<void> => {
    const draw = await withTimeout(takeFromBucket(sql, `${bucket}:${tokenId}`, planPerMinute));
    enforceLimit(
      bucket,
      planPerMinute,
      draw,
      reportLimit,
      `This key may make ${planPerMinute} ${bucket} calls a minute.`,
    );
  };
}
