import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Sql } from '../../src/sql/connect.ts';
import type { PoolSql } from '../../src/sql/pool/open.ts';
import type { SentStatement } from '../../src/sql/pool/watch.ts';

/** Calls `hear` for each statement that one of the pools sends, also BEGIN and COMMIT. Call the result to stop. */
export function hearStatements(pools: readonly Sql[], hear: (statement: SentStatement) => void): () => void {
  const listen = (message: unknown) => {
    const statement = message as SentStatement;
    if (pools.some((pool) => (pool as PoolSql).connections.includes(statement.connection))) hear(statement);
  };
  subscribe('fabula:statement', listen);
  return () => void unsubscribe('fabula:statement', listen);
}
