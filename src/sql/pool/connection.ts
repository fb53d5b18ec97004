/** A connection, as others see it. It is replaced by another one when it ends. */
export interface Connection {
  /** Its number in this process. */
  readonly id: number;
  /** What `nameOf` gave it. */
  readonly name: string | undefined;
  readonly isOpen: boolean;
  /** Whether a statement was sent and is not answered yet. */
  readonly isAwaitingReply: boolean;
  /** Set if the connection belongs to a transaction. */
  readonly reserved: unknown;
  /** Time of the last data from the server, or of the first statement after a pause, as performance.now(). */
  readonly silentSince: number;
  destroy(error: Error): void;
}
