import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Buffering of log writes: flush at 4 KB, every 100 ms and at exit, because one write per line costs a request more than its
 * routing. If the reader of the log stalls, 16 MB are buffered and further lines are dropped.
 */
export const logWriting = { sync: false, minLength: 4096, periodicFlush: 100, maxLength: 16 * 1024 * 1024 };

/** Creates the logger: JSON lines without request headers and without row values that a database error quotes. */
export function newLog(level: string, destination: DestinationStream): Logger {
  return pino(
    { level, base: null, redact: ['req.headers', 'authorization'], serializers: { err: loggableError } },
    destination,
  );
}

/** PostgreSQL quotes row values, which may be prose, in messages and details. Such an error keeps only its code, names and stack. */
function loggableError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint_name, table_name } = error as Error & Record<string, unknown>;
  const quotes = error.name === 'PostgresError';
  return {
    type: error.name,
    code,
    constraint: constraint_name,
    table: table_name,
    message: quotes ? undefined : error.message,
    stack: quotes ? error.stack?.slice(error.stack.indexOf('\n    at ')) : error.stack,
    cause: error.cause === undefined ? undefined : loggableError(error.cause),
  };
}
