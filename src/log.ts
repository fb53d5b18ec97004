import pino, { type DestinationStream, type Logger } from 'pino';

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
