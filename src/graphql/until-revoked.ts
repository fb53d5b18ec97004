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
  let isRevoked = false;
  const end = () => over.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const events = await watch(over.signal);
  const check = setInterval(async () => {
    isRevoked ||= !(await stillValid(caller));
    if (isRevoked) end();
  }, tokenCheckMs);
  const done = () => {
    clearInterval(check);
    signal.removeEventListener('abort', end);
  };
  if (!events || over.signal.aborted) {
    done();
    return events;
  }
  // A watcher that leaves before it has read anything never gets to the end of the generator.
  over.signal.addEventListener('abort', done, { once: true });
  async function* watched(inner: AsyncGenerator<T, void, void>) {
    try {
      yield* inner;
    } finally {
      done();
    }
    if (isRevoked) throw new ServiceError('invalid_token', 'This key was revoked or has expired while you watched.');
  }
  return watched(events);
}
