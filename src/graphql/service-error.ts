import type { Logger } from 'pino';
import { ServiceError } from '../errors.ts';
import { isDatabaseAway, isStatementTimeout } from '../sql/connect.ts';
import { diskFault, NotWritableError } from '../sql/disk.ts';
import { knownTrouble } from '../sql/disk-watch.ts';
import { statementMsMax } from '../sql/statement-limit.ts';

/**
 * Maps anything thrown to an error for the caller: service errors stay, a lost database is `unavailable`, the rest is
 * `internal`.
 */
export function toServiceError(thrown: unknown): ServiceError {
  const cause = causeOf(thrown);
  if (cause instanceof ServiceError) return cause;
  if (isStatementTimeout(cause))
    return new ServiceError(
      'unavailable',
      `The statement took longer than ${statementMsMax / 1000} s and was cancelled. Nothing was changed. Try again later, or request less.`,
      { retry_after: 2 },
    );
  return (
    unavailable(cause) ??
    new ServiceError('internal', 'Internal error. The request is not the cause; report the request id to the operator.')
  );
}

/** For a database or a disk that does not work now. The disk comes first, because it can be why the database is away. */
function unavailable(cause: unknown): ServiceError | undefined {
  const fault = cause instanceof NotWritableError ? cause.message : diskFault(cause);
  if (!fault && !isDatabaseAway(cause)) return undefined;
  const disk = cause instanceof NotWritableError ? fault : (knownTrouble() ?? fault);
  if (!disk)
    return new ServiceError('unavailable', 'The database is unreachable. Nothing was changed; try again.', {
      retry_after: 2,
    });
  return new ServiceError('unavailable', `${disk} Nothing was changed. Try again when the operator has mended it.`, {
    retry_after: 30,
  });
}

function causeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'originalError' in thrown && thrown.originalError ? thrown.originalError : thrown;
}

/** Logs what operators must act on: a defect, or a database that is not writable. `error` is what the caller gets. */
export function logFault(log: Logger, thrown: unknown, error: ServiceError, requestId?: string): void {
  if (error.code === 'internal') log.error({ err: thrown, requestId }, 'defect');
  const disk = diskFault(causeOf(thrown));
  if (disk) log.error({ requestId }, disk);
}
