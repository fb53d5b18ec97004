import { answerWithin } from '../peer-timeout.ts';
import { statementMsMax } from './statement-limit.ts';
import { inAttempt } from './statement-scope.ts';

/** Longer than the statement timeout. */
const answerMsMax = statementMsMax + 1_000;

/**
 * Limits the time of one attempt of background work, so that none waits indefinitely. Resolves with the result, or rejects
 * at the limit with an error that `isDatabaseAway` recognizes.
 *
 * An abandoned attempt must not act any more, although its statements may still be answered:
 * - `work` changes no state of this process. The caller does that with the result, and a late result reaches nobody.
 * - An abandoned attempt begins and commits no transaction: the pools refuse both.
 * - `work` can ask `attempt.throwIfAborted()` between two statements outside of a transaction.
 * - A statement that was already sent can still take effect. So it is idempotent, or `undo` reverses a late result.
 */
export async function withDbTimeout<T>(
  work: (attempt: AbortSignal) => Promise<T>,
  undo?: (late: T) => unknown,
): Promise<T> {
  const attempt = new AbortController();
  const result = inAttempt(attempt.signal, () => work(attempt.signal));
  try {
    return await answerWithin(answerMsMax, result, () => {
      const late = Object.assign(new Error('The database did not answer.'), { code: 'CONNECTION_CLOSED' });
      attempt.abort(late);
      return late;
    });
  } catch (error) {
    if (attempt.signal.aborted) result.then(undo).catch(() => {});
    throw error;
  }
}
