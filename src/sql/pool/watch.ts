import { channel } from 'node:diagnostics_channel';
import type { Connection } from './connection.ts';
import type { Statement } from './statement.ts';

/** Tells subscribers of each statement that is sent. */
const sent = channel('fabula:statement');

export interface SentStatement {
  connection: Connection;
  text: string;
}

/** The package knows the text when it sends it. Behind a statement that is new to the server, that is later. */
export function tell(connection: Connection, statement: Statement): void {
  const { text, isTold } = statement;
  if (!sent.hasSubscribers || isTold || text === undefined) return;
  statement.isTold = true;
  sent.publish({ connection, text } satisfies SentStatement);
}

/** The same, once the package had its turn. */
export function tellSoon(connection: Connection, statement: Statement): void {
  if (sent.hasSubscribers) queueMicrotask(() => tell(connection, statement));
}
