import type postgres from 'postgres';
import type { Connection } from './connection.ts';
import type { PoolOptions } from './options.ts';
import { Pool } from './pool.ts';
import { sqlFor } from './sql.ts';
import { transact } from './transaction.ts';

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
