import type { Place } from './socket.ts';
import type { Statement } from './statement.ts';

/** What a client tells its pool. */
export interface ClientOwner {
  /** It can take a statement. */
  onRoom(): void;
  /** A statement was not run: the cancellation of another one has hit it, or its plan was out of date. */
  onUnasked(statement: Statement): void;
  onEnd(client: { readonly place: Place }, end: ClientEnd): void;
}

/** How a connection ended. */
export interface ClientEnd {
  error: Error;
  /** Whether the server had accepted it. Otherwise none of its statements was sent. */
  wasOpen: boolean;
  /** Statements without an answer, in the order in which they were sent. */
  unanswered: readonly Statement[];
  /** Set if the first of them had reached its limit: it may be what ended the server. */
  overdue: Error | undefined;
}
