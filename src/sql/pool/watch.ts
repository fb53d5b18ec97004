import { channel } from 'node:diagnostics_channel';
import type { Connection } from './connection.ts';
import type { Statement } from './statement.ts';

/** Tells subscribers of each statement that is sent. */
const sent = channel('fabula:statement');

export interface SentStatement {
  connection: Connection;
  text: string;
}

/** Tells of a statement as soon as the package has written it. */
export function tellSoon(connection: Connection, statement: Statement): void {
  if (sent.hasSubscribers) queueMicrotask(() => tell(connection, statement));
  else statement.isTold = true;
}

/** Tells of a statement once. Behind one that is new to the server, its text is known only when it is answered. */
export function tell(connection: Connection, statement: Statement): void {
  const { text, isTold } = statement;
  if (isTold || text === undefined) return;
  statement.isTold = true;
  sent.publish({ connection, text } satisfies SentStatement);
}
