import type postgres from 'postgres';
import type { QueryReads } from '../statement-scope.ts';

/** The types of the package, with what this copy adds. */
declare const driver: {
  (url: string, options: DriverOptions): DriverSql;
  (options: DriverOptions): DriverSql;
  toCamel: typeof postgres.toCamel;
  fromCamel: typeof postgres.fromCamel;
};
export default driver;

export interface DriverOptions extends Omit<postgres.Options<Record<string, postgres.PostgresType>>, 'host' | 'port'> {
  /** Each host is tried once. */
  host?: string | string[];
  port?: number | number[];
  /** Retries a statement once if its connection is lost before the answer. For pools that only read. */
  repeat_lost?: boolean;
  /** The statement that begins a transaction. */
  begin?: string;
  /** Maximum duration of a transaction; then its connection is destroyed. */
  transaction_ms?: number;
  /** Names each connection to the server, by its number. */
  application_name?: (id: number) => string;
  /**
   * A check for each column of a statement, found once. A checked column is no member of the row. The value is latin1 text.
   * A fault rejects the query and ends the connection.
   */
  column_check?: (column: string, statement: DriverStatement) => ColumnCheck | undefined;
  /** Makes the queue of statements that wait for a connection; first in, first out by default. */
  queue?: () => WaitingStatements;
  /** Statements that may be sent behind an unanswered one. */
  max_pipeline?: number;
  /** Milliseconds during which a statement tries to connect again. By default the first failure is final. */
  connect_again_ms?: number;
  /** True while the server cannot come back by itself: then no statement waits for it. */
  is_away?: () => boolean;
  /** Time limit of statements: one whose connection is lost after that long is not repeated. */
  statement_ms?: number;
  /** The limit in milliseconds that a statement sets for the rest of its transaction; undefined if none. */
  local_limit?: (sql: string) => number | undefined;
  /** The reads that the current statement belongs to. `withdraw` is called when they are over. */
  reads?: (withdraw: (reads: QueryReads) => void) => QueryReads | undefined;
  /** Why no statement is sent now. Those of a transaction that began are sent. */
  refuse?: () => Error | undefined;
  /** Unix socket that takes CancelRequests, if not that of the connections. */
  cancel_path?: string;
  /**
   * Readers of binary values, by type. Such a column is asked for in binary form once it is known, which is from the start
   * for statements with parameters.
   */
  binary_parsers?: Readonly<Record<number, BinaryParser>>;
  /** Milliseconds after which a statement outside a transaction is cancelled. For servers that have no limit of their own. */
  cancel_ms?: number;
  onnotify?: (channel: string, payload: string) => void;
}

/** Reads the value from `start` to `end`. The bytes are only lent. */
export type BinaryParser = (bytes: Buffer, start: number, end: number) => unknown;

export interface WaitingStatements {
  readonly length: number;
  push(statement: object): void;
  shift(): object | undefined;
  remove(statement: object): void;
  /** Removes the statements of these reads. */
  takeOf(reads: QueryReads): object[];
}

export interface DriverStatement {
  /** The SQL text. */
  readonly string: string;
}

export type ColumnCheck = (value: string | null, parameters: readonly unknown[]) => Error | undefined;

export interface DriverSql extends postgres.Sql {
  /** Each is replaced by another object when it ends. */
  readonly connections: readonly DriverConnection[];
}

export interface DriverConnection {
  /** What `application_name` gave it. */
  readonly name: string | undefined;
  readonly isOpen: boolean;
  /** Whether a statement was sent and is not answered yet. */
  readonly isAwaitingReply: boolean;
  /** Set if the connection belongs to a transaction or is reserved by one caller. */
  readonly reserved: unknown;
  /** Time of the last data from the server, or of the first statement after a pause, as performance.now(). */
  readonly silentSince: number;
  destroy(error: Error): void;
}
