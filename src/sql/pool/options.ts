import type { Tls } from '../address/tls.ts';
import type { QueryReads } from '../statement-scope.ts';
import type { Place } from './socket.ts';

/** How the connections of a pool are made, and what they do for statements. */
export interface PoolOptions {
  /** Where the server may be. A statement waits for as many attempts to connect as there are places. */
  places: readonly Place[];
  tls: Tls;
  /** Undefined: as the environment or the system says (PGUSER, PGPASSWORD). */
  user?: string | undefined;
  password?: string | undefined;
  database?: string | undefined;
  /** Only servers of this kind are used. */
  target?: 'read-write' | 'primary' | undefined;
  /** Settings of the startup message. */
  settings: Readonly<Record<string, string>>;
  /** Names each connection to the server, by its number. */
  nameOf?: ((id: number) => string) | undefined;
  /** Limit for a connection to open. */
  connectMs: number;
  /** 0 for none; 60 by default. */
  keepAliveSeconds?: number | undefined;
  /** Whether statements are prepared by the server. */
  prepare: boolean;

  /** Connections at most. */
  max: number;
  /** Statements that may be sent behind an unanswered one. */
  pipelineMax: number;
  /** Whether connections end after 30 to 60 minutes, between two statements. */
  hasLifetime: boolean;

  /** The statement that begins a transaction. */
  begin: string;
  /** Limit of a transaction; then its connection is destroyed. */
  transactionMs?: number;
  /** After this time a statement outside a transaction is cancelled. For servers that have no limit of their own. */
  cancelMs?: number;
  /** Where CancelRequests are taken, if not where the connections are. */
  cancelPath?: string;
  /** Limit of statements: one whose connection is lost after that long is not repeated. */
  statementMs?: number;
  /** The limit in milliseconds that a statement sets for the rest of its transaction; undefined if none. */
  limitIn?: (sql: string) => number | undefined;
  /** How long a statement tries to connect again. By default the first failure is final. */
  connectAgainMs?: number;
  /** True while the server cannot come back by itself: then no statement waits for it. */
  isAway?: () => boolean;
  /** Whether a statement is asked once more if its connection is lost before the answer. For pools that only read. */
  repeatsLost: boolean;
  /** The reads that the current statement belongs to. `withdraw` is called when they are over. */
  readsOf?: (withdraw: (reads: QueryReads) => void) => QueryReads | undefined;
  /** Why no statement is sent now. Those of a transaction that began are sent. */
  refusal?: () => Error | undefined;

  onNotify?: (channel: string, payload: string) => void;
  /** A connection has ended. */
  onClose?: () => void;
}
