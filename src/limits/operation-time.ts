import { ServiceError } from '../errors.ts';
import { PeerTimeout } from '../peer-timeout.ts';
import { limits } from './limits.ts';

/** Extra seconds that an operation may wait for long work, beyond its own time limit. */
export class TimeAllowance {
  seconds = 0;

  allow(seconds: number): void {
    this.seconds = Math.max(this.seconds, seconds);
  }
}

/** Resolves with the result, or throws `unavailable` at the time limit, so that no caller waits for a stalled database. */
export async function withTimeout<T>(work: T | Promise<T>, allowance = new TimeAllowance()): Promise<T> {
  if (!(work instanceof Promise)) return work;
  const { promise: late, reject } = Promise.withResolvers<never>();
  let allowedSeconds = limits.operationSeconds + allowance.seconds;
  const timeout = new PeerTimeout(allowedSeconds * 1000 - 500, () => {
    // The allowance may grow while the work runs.
    const moreSeconds = limits.operationSeconds + allowance.seconds - allowedSeconds;
    if (moreSeconds <= 0) return reject(tooLate(allowedSeconds));
    allowedSeconds += moreSeconds;
    timeout.start(moreSeconds * 1000);
  }).start();
  try {
    return await Promise.race([work, late]);
  } finally {
    timeout.cancel();
  }
}

function tooLate(seconds: number): ServiceError {
  return new ServiceError(
    'unavailable',
    `No answer within ${seconds} s. Check whether the change was made, then try again.`,
    { retry_after: 2 },
  );
}
