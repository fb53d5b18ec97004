import { setTimeout as sleep } from 'node:timers/promises';
import { answered, isDatabaseAway } from '../../sql/connect.ts';

const retryMs = 500;

/** Does work that may be done twice until the database takes it, because what was spoken must not be lost to a restart of it; the signal ends the patience. */
export async function untilTaken<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await answered(work());
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      await sleep(retryMs, undefined, { signal });
    }
  }
}
