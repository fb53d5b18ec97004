import { answerWithin } from '../../peer-timeout.ts';

/** Time that a page waits for the database, milliseconds (ours). */
const msMax = 1_000;

/** Resolves with the result, or undefined if the work fails or takes too long for a page. */
export function withinPageTime<T>(work: Promise<T>): Promise<T | undefined> {
  return answerWithin(msMax, work, () => undefined).catch(() => undefined);
}
