import { ServiceError } from '../errors.ts';
import type { Context } from './context.ts';

/** How often a watcher's token is looked at; with half a second's trust in the answer, revocation holds within a second (contract 3). */
const tokenCheckMs = 400;

/** A watcher's events, which end with an error once its token is revoked. `watch` begins them under the signal it is given; undefined where there is nothing to watch. */
export async function untilRevoked<T>(
  { caller, signal, stillValid }: Pick<Context, 'caller' | 'signal' | 'stillValid'>,
  watch: (signal: AbortSignal) => Promise<AsyncGenerator<T, void, void> | undefined>,
): Promise<AsyncGenerator<T, void, void> | undefined> {
  // Not AbortSignal.any: to ask one of those whether it is aborted, at each piece, is a fiftieth of what a piece costs.
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
  // Looked at only once it is read: one that nobody reads never gets to its end.
  async function* watched(inner: AsyncGenerator<T, void, void>) {
    const check = setInterval(() => void look(), tokenCheckMs);
    // A reader that goes away while it holds an event never comes back.
    over.signal.addEventListener('abort', () => clearInterval(check), { once: true });
    try {
      yield* inner;
    } finally {
      clearInterval(check);
      signal.removeEventListener('abort', end);
    }
    if (isRevoked) throw new ServiceError('invalid_token', 'This key was revoked or has expired while you watched.');
  }
  return events && watched(events);
}
