import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../../errors.ts';

const retryMs = 1_000;

/** Repeats work of the pool while it has no room for it: a run waits where a request is refused. */
export async function patiently<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error;
      await sleep(retryMs, undefined, { signal });
    }
  }
}
