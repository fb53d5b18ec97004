import postgres from 'postgres';

type PostgresError = postgres.PostgresError;

/** An error that the package has not made, with a code of its kind or a SQLSTATE. */
export type PostgresFault = Error & { code: string };

export function fault(code: string, message: string): PostgresFault {
  return Object.assign(new Error(message), { code });
}

/** An error that the server has answered, as opposed to one of the connection or of this process. */
export function isAnswer(error: unknown): error is PostgresError {
  return error instanceof postgres.PostgresError;
}

export const nobodyWaits = () => fault('57014', 'Nobody waits for the statement any more.');
export const destroyed = () => fault('CONNECTION_DESTROYED', 'The pool of the connection was closed.');
export const unasked = () => fault('PROTOCOL_VIOLATION', 'An answer came that no statement waits for.');
export const closed = () => fault('CONNECTION_CLOSED', 'The connection was closed.');
