import type postgres from 'postgres';
import { Listener } from './listen.ts';
import type { PoolSql } from './pool/open.ts';
import { SilenceWatch } from './silence.ts';
import { QueryReads, refuseAbandoned } from './statement-scope.ts';
import { openerOf, type Target } from './target.ts';

export type Sql = postgres.Sql;
/** Inside a transaction use only its own handle: on the embedded engine another pool would deadlock. */
export type Transaction = postgres.TransactionSql;
export type AnySql = Sql | Transaction;
/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface Database {
  /** A few pipelining connections for reads. A read whose connection is lost is retried once. */
  read: Sql;
  /** More connections for writes and transactions, so that commits overlap. */
  write: Sql;
  /**
   * Calls `wake` for each notification on a channel, and after each (re)connection, because notifications may have been
   * lost.
   */
  listen(channel: string, wake: (payload: string | undefined) => void): Promise<void>;
  /** Why the embedded engine cannot write its data folder; undefined if it can. Absent for a server. */
  diskTrouble?(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Statements behind the first one of a connection. They are sent already, so those of other accounts wait for them. Without
 * any, a connection would idle for a round trip between two.
 */
const pipelineMax = { read: 3, write: 1 };

/** Time for statements in flight at `close`. */
const endSecondsMax = 1;

/** Limit for the connection of a probe. */
const probeConnectMs = 2_000;

/** Heartbeat interval of the listening connection. The engine's maintenance waits for a pause of 5 s. */
const heartbeatMs = { server: 2_000, embedded: 30_000 };

export function connect(target: Target): Database {
  const opener = openerOf(target);
  const read = opener(target.url, {
    max: 4,
    pipelineMax: pipelineMax.read,
    repeatsLost: true,
    readsOf: QueryReads.current,
  });
  const { refuseWrites: refusal } = target;
  const write = opener(target.url, { max: 8, pipelineMax: pipelineMax.write, ...(refusal ? { refusal } : {}) });
  const kind = target.url ? 'server' : 'embedded';
  const listener = new Listener(
    (options) => opener(target.directUrl ?? target.url, options, target.directSession),
    heartbeatMs[kind],
  );
  const watch = new SilenceWatch({
    kind,
    pools: () => [read, write, ...listener.pools],
    // A pool with one connection for a single use.
    probe: () => opener(target.url, { connectMs: probeConnectMs }),
  });
  return {
    read: withNesting(read),
    write: withNesting(write),
    listen: (channel, wake) => listener.listen(channel, wake),
    async close() {
      watch.close();
      await listener.close();
      await Promise.all([read, write].map((sql) => sql.end({ timeout: endSecondsMax })));
    },
  };
}

/** A pool whose transactions also have `begin`, as a savepoint. An abandoned attempt neither begins nor commits one. */
function withNesting(sql: PoolSql): Sql {
  const begin = sql.begin.bind(sql) as (work: (tx: Transaction) => unknown) => Promise<unknown>;
  const inTransaction = async (work: Work) => {
    refuseAbandoned();
    return begin(async (tx) => {
      const done = work(nested(tx));
      const result = await (Array.isArray(done) ? Promise.all(done) : done);
      refuseAbandoned();
      return result;
    });
  };
  return Object.assign(sql, { begin: inTransaction });
}

type Work = (tx: Transaction) => unknown;

function nested(tx: Transaction): Transaction {
  return Object.assign(tx, { begin: (work: Work) => tx.savepoint((inner) => work(nested(inner))) });
}

/** Presents a transaction as a pool, so that code written for a pool joins the transaction. */
export function poolIn(tx: Transaction): Sql {
  // With `begin`, which `nested` adds, a transaction has everything that stores use of a pool.
  return tx as unknown as Sql;
}

/** `a = $1, b = $2` for the members that are present; member names become columns. */
export function assignments(sql: AnySql, fields: object) {
  // The driver requires an index signature, which patch types lack.
  return sql(fields as Record<string, string>);
}

const awayCodes =
  /^(08...|25006|25P0[34]|40P01|57P0[1-5]|53[13]00|57014|58030|CONNECTION_(CLOSED|ENDED|DESTROYED|SILENT)|PROTOCOL_VIOLATION|CONNECT_TIMEOUT|TARGET_SESSION_ATTRS|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT)$/;

/**
 * True for errors that pass, so that a retry helps: the database is unreachable, restarts, has no room on its disk, or has
 * ended a deadlock.
 */
export function isDatabaseAway(error: unknown): boolean {
  return awayCodes.test(errorCode(error)) || isSocketMissing(error);
}

/** A missing socket means a stopped engine. Another missing file is a defect of the installation. */
function isSocketMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect';
}

/** Whether the server ended a statement at `statementMsMax`. */
export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === '57014';
}

/** SQLSTATE, or the code of the driver or system; `''` if there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Name of the violated constraint; `''` if none. */
export function brokenConstraint(error: unknown): string {
  return error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : '';
}
