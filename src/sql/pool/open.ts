import type postgres from 'postgres';
import type { PoolOptions } from './options.ts';
import { Pool } from './pool.ts';
import { sqlFor } from './sql.ts';
import { transact } from './transaction.ts';

/** A connection, as others see it. It is replaced by another one when it ends. */
export interface Connection {
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

/** The template function of the package `postgres`, over connections of ours. */
export interface PoolSql extends postgres.Sql {
  readonly connections: readonly Connection[];
}

/** Opens a pool. It connects when it is asked. */
export function openPool(options: PoolOptions): PoolSql {
  const pool = new Pool(options);
  const sql = sqlFor((statement) => pool.ask(statement));
  Object.defineProperty(sql, 'connections', { get: () => pool.clients });
  return Object.assign(sql, {
    begin: (work: (tx: postgres.TransactionSql) => unknown) => transact(pool, options.transactionMs, work),
    end: ({ timeout }: { timeout?: number } = {}) => pool.end(timeout),
  }) as unknown as PoolSql;
}
