import { setTimeout as sleep } from 'node:timers/promises';
import { isUnanswered, secondsAskedBy } from '../../../providers/failure.ts';
import type { LiveRun } from './live.ts';

/**
 * Asks a provider, and again after each wait that it asks for, as long as the run has the time. Throws the error of the last
 * attempt. An attempt that was put off before any answer is made again as the same call; after a part of one it is another.
 */
export async function asTold<Answer>(live: LiveRun, attempt: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const seconds = secondsAskedBy(error);
      if (seconds === undefined || seconds * 1000 >= live.msLeft) throw error;
      const { signal } = live.stop;
      await sleep(seconds * 1000, undefined, { signal });
      await (isUnanswered(error) ? live.calls.again(signal) : live.calls.next(signal));
    }
  }
}
