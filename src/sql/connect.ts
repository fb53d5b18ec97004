import postgres from 'postgres';
import { arrayTypes } from './arrays.ts';

export type Sql = postgres.Sql;
/** Inside a transaction only its own handle may be used: another pool would wait for itself on the embedded engine. */
export type Transaction = postgres.TransactionSql;
export type AnySql = Sql | Transaction;

export interface Database {
  /** A few connections that pipeline: reads. */
  read: Sql;
  /** More connections, so that commits overlap: writes and transactions. */
  write: Sql;
  /** Calls `wake` for each notification on a channel, and once after each (re)connection, when some may have been missed. */
  listen(channel: string, wake: (payload: string | undefined) => void): Promise<void>;
  close(): Promise<void>;
}

export interface Target {
  /** A PostgreSQL URL, or the unix socket of the embedded engine. */
  url: string | undefined;
  socketPath: string | undefined;
  directUrl?: string | undefined;
  prepare: boolean;
}

const connectSecondsMax = 5;
/**
 * Between two tries of one connection. The driver's own pause grows to 20 s with every failure of any connection, so that
 * a database that is back would not be noticed for as long; spread, so that many nodes do not come all at once.
 */
const retrySeconds = () => 0.1 + Math.random() * 0.2;
/**
 * What may still be under way at `close` has so long. The driver itself would wait without end for a connection that broke
 * with an error and was not needed since: it keeps the statement that it has long refused.
 */
const endSecondsMax = 1;
/** A statement that takes longer is ended by the server; the embedded engine has no such setting and ignores it. */
const statementMsMax = 9_000;

export function connect(target: Target): Database {
  const read = pool(target, target.url, 4);
  const write = pool(target, target.url, 8);
  const direct = target.directUrl === target.url ? read : pool(target, target.directUrl, 1);
  return {
    read,
    write,
    async listen(channel, wake) {
      await direct.listen(
        channel,
        (payload) => wake(payload),
        () => wake(undefined),
      );
    },
    async close() {
      await Promise.all([...new Set([read, write, direct])].map((sql) => sql.end({ timeout: endSecondsMax })));
    },
  };
}

function pool(target: Target, url: string | undefined, max: number): Sql {
  const options: postgres.Options<Record<string, postgres.PostgresType>> = {
    max,
    prepare: target.prepare,
    connect_timeout: connectSecondsMax,
    backoff: retrySeconds,
    onnotice: () => {},
    fetch_types: false,
    types: arrayTypes,
    // The one place where snake_case columns become camelCase members.
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    connection: { application_name: 'fabula', ...(url ? { statement_timeout: statementMsMax } : {}) },
  };
  return askingAgain(
    url
      ? postgres(url, options)
      : postgres({ ...options, path: target.socketPath, user: 'postgres', database: 'postgres', host: 'localhost' }),
  );
}

const lostCodes = /^(25P03|57P0[1-5]|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNRESET|EPIPE)$/;

/**
 * A transaction whose connection is lost is over, and `begin` says so by itself. Left to go on, the driver would still send
 * a statement, its COMMIT or its ROLLBACK, to a socket that is gone, which ends the process, or to the connection's next
 * life (github.com/porsager/postgres issue 1208). So from then on the work reaches the driver no more.
 */
function safeTransactions(sql: Sql): Sql['begin'] {
  const begin = sql.begin.bind(sql) as (work: (tx: Transaction) => Promise<unknown>) => Promise<unknown>;
  const safely = async (work: (tx: Transaction) => Promise<unknown>) => {
    for (let tries = 1; ; tries++) {
      let state: 'waiting' | 'begun' | 'over' = 'waiting';
      const outcome = begin((tx) => {
        state = 'begun';
        return unlessLost(
          () => work(whileOpen(tx, () => state === 'begun')),
          () => state === 'over',
        );
      });
      try {
        return await outcome;
      } catch (error) {
        const wasBegun = state !== 'waiting';
        state = 'over';
        if (wasBegun || tries > staleMax || !closedCodes.test(errorCode(error))) throw error;
      }
    }
  };
  return safely as Sql['begin'];
}

/** The server closed a connection of its own accord, statement or not. */
const closedCodes = /^57P0[125]$/;
/** More connections than this no pool has. */
const staleMax = 16;

/**
 * A pool whose statements do not suffer for what others were told. The driver keeps the error with which a server closed an
 * idle connection for the first statement of that connection's next life, and never sends it (postgres.js 3.4.9): such a
 * statement is asked again.
 */
function askingAgain(sql: Sql): Sql {
  const begin = safeTransactions(sql);
  return new Proxy(sql, {
    apply: (target, self, args) => spared(Reflect.apply(target as (...all: unknown[]) => unknown, self, args)),
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  });
}

/** What the driver knows of a statement and does not tell in its types. */
interface Statement {
  /** Null until it has been sent. */
  state: unknown;
  reject(error: unknown): void;
  handler(statement: Statement): void;
}

function spared(made: unknown): unknown {
  // Names and values for statements are no promises; what is one is a statement.
  if (!(made instanceof Promise)) return made;
  const statement = made as unknown as Statement;
  const { reject, handler } = statement;
  let tries = 0;
  statement.reject = (error) => {
    if (statement.state === null && closedCodes.test(errorCode(error)) && ++tries <= staleMax) handler(statement);
    else reject(error);
  };
  return made;
}

const neverSettled = new Promise<never>(() => {});

async function unlessLost(work: () => Promise<unknown>, isOver: () => boolean): Promise<unknown> {
  try {
    const result = await work();
    return isOver() ? neverSettled : result;
  } catch (error) {
    if (isOver() || lostCodes.test(errorCode(error))) return neverSettled;
    throw error;
  }
}

/** The transaction's handle, which throws once its connection is lost. What begins a transaction in it gets a savepoint. */
function whileOpen(tx: Transaction, isOpen: () => boolean): Transaction {
  const refuseLost = () => {
    if (!isOpen())
      throw Object.assign(new Error('The connection of this transaction is lost.'), { code: 'CONNECTION_CLOSED' });
  };
  const begin = async (work: (inner: Transaction) => Promise<unknown>) => {
    refuseLost();
    return tx.savepoint((inner) =>
      unlessLost(
        () => work(whileOpen(inner, isOpen)),
        () => !isOpen(),
      ),
    );
  };
  return new Proxy(tx, {
    apply(target, self, args) {
      refuseLost();
      return Reflect.apply(target as (...all: unknown[]) => unknown, self, args);
    },
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  });
}

/** Longer than the server lets any statement take. */
const answerMsMax = statementMsMax + 1_000;

/**
 * What a statement gives, or an error that says that the connection was lost. The driver never answers a statement that it
 * takes up between the error and the close of a socket; whoever works in the background would wait for it without end.
 */
export async function answered<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const lost = () => reject(Object.assign(new Error('The database did not answer.'), { code: 'CONNECTION_CLOSED' }));
  const clock = setTimeout(lost, answerMsMax);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(clock);
  }
}

/** A transaction for work that asks for a pool: everything it does becomes part of the transaction. */
export function poolIn(tx: Transaction): Sql {
  // With `begin`, which `whileOpen` adds, a transaction has all that stores ask of a pool.
  return tx as unknown as Sql;
}

/** `a = $1, b = $2` for the members that are there; their names become columns. */
export function assignments(sql: AnySql, fields: object) {
  // The driver wants an index signature, which the types of patches do not have.
  return sql(fields as Record<string, string>);
}

const awayCodes =
  /^(08...|25P03|40P01|57P0[1-5]|53300|57014|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT)$/;

/** Whether an error says that the database cannot be reached, is restarting or broke up a deadlock, not that the statement was wrong: trying again helps. */
export function isDatabaseAway(error: unknown): boolean {
  return awayCodes.test(errorCode(error));
}

/** The SQLSTATE, or the driver's or system's code; `''` when there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The name of the constraint that a statement broke; `''` when it broke none. */
export function brokenConstraint(error: unknown): string {
  return error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : '';
}
