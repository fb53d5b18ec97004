import { setTimeout as sleep } from 'node:timers/promises';
import { withDbTimeout } from '../../../sql/attempt.ts';
import { isDatabaseAway } from '../../../sql/connect.ts';

const retryMs = 500;

/**
 * Retries idempotent database work until it succeeds or the signal is aborted, so that paid speech survives a restart of
 * the database.
 */
export async function retryUntilSaved<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await withDbTimeout(work);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      await sleep(retryMs, undefined, { signal });
    }
  }
}
