import postgres from 'postgres';

type PostgresError = postgres.PostgresError;

/** An error of ours, with a code of the driver's kind or a SQLSTATE. */
export function fault(code: string, message: string): Error & { code: string } {
  return Object.assign(new Error(message), { code });
}

/** An error that the server has answered, as opposed to one of the connection or of this process. */
export function isAnswer(error: unknown): error is PostgresError {
  return error instanceof postgres.PostgresError;
}

const fatal = /^(FATAL|PANIC)$/;

/** Whether the server closes the connection after this error. A pooler may send only the severity in words. */
export function isFatal({ severity, severity_local }: PostgresError): boolean {
  return fatal.test(severity ?? severity_local);
}

export const nobodyWaits = () => fault('57014', 'Nobody waits for the statement any more.');
export const destroyed = () => fault('CONNECTION_DESTROYED', 'The pool of the connection was closed.');
export const closed = () => fault('CONNECTION_CLOSED', 'The connection was closed.');

/** A FATAL error that is all of `bytes`. The package drops one that answers no statement. */
export function fatalIn(bytes: Buffer): Error | undefined {
  const isOne = bytes[0] === errorResponse && bytes.length > 5 && bytes.readInt32BE(1) + 1 === bytes.length;
  if (!isOne) return undefined;
  const fields = new Map(
    bytes
      .toString('utf8', 5)
      .split('\0')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  );
  const [severity = '', code = '', message = ''] = ['S', 'C', 'M'].map((name) => fields.get(name));
  return fatal.test(fields.get('V') ?? severity) ? fault(code, message) : undefined;
}

const errorResponse = 0x45;
