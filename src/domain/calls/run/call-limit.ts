import { withDbTimeout } from '../../../sql/attempt.ts';
import { returnToBucket, takeFromBucket } from '../../../sql/bucket.ts';
import { isDatabaseAway, type Sql } from '../../../sql/connect.ts';
import type { DrawCall } from './calls.ts';
import { providerBucket } from './rules.ts';

/** Between retries while the database is unavailable. */
const retryMs = 500;

/** Draws provider calls on the account's limit; undefined without a limit (0 per minute). */
export function callLimit(sql: Sql, accountId: string, perMinute: number): DrawCall | undefined {
  if (perMinute === 0) return undefined;
  const bucket = providerBucket(accountId);
  return async () => {
    try {
      const draw = await withDbTimeout(
        () => takeFromBucket(sql, bucket, perMinute),
        // The call that a late draw is for is drawn again.
        (late) => late?.waitMs === 0 && returnToBucket(sql, bucket, perMinute),
      );
      return draw?.waitMs ?? 0;
    } catch (error) {
      if (isDatabaseAway(error)) return retryMs;
      throw error;
    }
  };
}
