import { ServiceError } from '../errors.ts';
import type { Context } from './context.ts';

/**
 * Interval of token checks for watchers. Together with the 500 ms token cache, revocation takes effect within a second
 * (contract 3).
 */
const tokenCheckMs = 400;

/**
 * Ends a watcher's events with an error once its token is revoked. `watch` starts the events under the given signal;
 * undefined if there is nothing to watch.
 */
export async function untilRevoked<T>(
  { caller, signal, stillValid }: Pick<Context, 'caller' | 'signal' | 'stillValid'>,
  watch: (signal: AbortSignal) => Promise<AsyncGenerator<T, void, void> | undefined>,
): Promise<AsyncGenerator<T, void, void> | undefined> {
  // Not AbortSignal.any: checking such a signal for each piece takes a fiftieth of the cost of a piece.
  const over = new AbortController();
  const end = () => over.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  const events = await watch(over.signal).catch((error: unknown) => {
    signal.removeEventListener('abort', end);
    throw error;
  });
  let isRevoked = false;
  const look = async () => {
    if (await stillValid(caller)) return;
    isRevoked = true;
    end();
  };
  // Starts checking at the first read: a generator that is never read never ends.
  async function* watched(inner: AsyncGenerator<T, void, void>) {
    const check = setInterval(() => void look(), tokenCheckMs);
    // A reader that leaves while it holds an event never returns.
    over.signal.addEventListener('abort', () => clearInterval(check), { once: true });
    try {
      yield* inner;
    } finally {
      clearInterval(check);
      signal.removeEventListener('abort', end);
    }
    if (isRevoked)
      throw new ServiceError('invalid_token', 'This key was revoked or replaced, or has expired, while you watched.');
  }
  return events && watched(events);
}
