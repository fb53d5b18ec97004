import { ServiceError } from '../errors.ts';

export function tooMany(waitingMax: number): ServiceError {
  const message = `This account has ${waitingMax} queued analyses of texts, which is the limit. Wait for their answers, then try again.`;
  return new ServiceError('unavailable', message, { retry_after: 1 });
}

export function waitedTooLong(): ServiceError {
  const message = 'No thread was free in time to analyse the text. Try again.';
  return new ServiceError('unavailable', message, { retry_after: 2 });
}

function tooLate(msMax: number): ServiceError {
  const message = `Analysing the text took longer than ${msMax / 1000} s and was stopped. Try again, or split the text.`;
  return new ServiceError('unavailable', message, { retry_after: 2 });
}

/** Maps a failure of a thread: `unavailable` at the limit of time or memory; anything else is a defect and unchanged. */
export function failureOf(error: unknown, msMax: number): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return tooLate(msMax);
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new ServiceError('unavailable', 'Analysing the text took too much memory and was stopped. Split the text.', {
      retry_after: 2,
    });
  return error;
}
