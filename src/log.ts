import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * Lines go out together, 4 KB or a tenth of a second of them and the rest at the end: a write for each costs a request more
 * than its routing. Where whoever reads the log has stopped, 16 MB wait in memory, and what comes then is lost.
 */
export const logWriting = { sync: false, minLength: 4096, periodicFlush: 100, maxLength: 16 * 1024 * 1024 };

/** The one log: JSON lines without headers, and without what a database quotes of its rows. */
export function newLog(level: string, destination: DestinationStream): Logger {
  return pino(
    { level, base: null, redact: ['req.headers', 'authorization'], serializers: { err: withoutQuotes } },
    destination,
  );
}

/** An error as it may be logged. A database says in message and detail what was in the row that it refused, which may be anybody's prose: of such an error its kind is kept and where it came from. */
function withoutQuotes(error: unknown): object {
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
    cause: error.cause === undefined ? undefined : withoutQuotes(error.cause),
  };
}
