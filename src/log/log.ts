import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Buffering of log writes: flush at 4 KB, every 100 ms and at exit, because one write per line costs a request more than its
 * routing. If the reader of the log stalls, 16 MB are buffered and further lines are dropped.
 */
export const logWriting = { sync: false, minLength: 4096, periodicFlush: 100, maxLength: 16 * 1024 * 1024 };

/** A key of ours, also with its underscores percent-encoded. */
const keys = /(fab(?:_|%5F)live(?:_|%5F))[\w%-]+/gi;

/**
 * Creates the logger: JSON lines without keys, without request headers and without row values that a database error quotes. A
 * caller can send a key in any string, such as a path, so keys are masked in the whole line.
 */
export function newLog(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: ['req.headers', 'authorization'],
      serializers: { err: loggableError },
      hooks: { streamWrite: (line) => line.replace(keys, '$1…') },
    },
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
