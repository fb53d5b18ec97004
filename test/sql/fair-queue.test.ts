import { afterAll, describe, expect, inject, it } from 'vitest';
import { connect, type Sql } from '../../src/sql/connect.ts';
import { onBehalfOf } from '../../src/sql/statement-scope.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

const statement = (sql: Sql) => sql`SELECT 1 AS one`;
const transaction = (sql: Sql) => sql.begin((tx) => tx`SELECT 1 AS one`);

/** Leaves one free connection: several sessions of a server answer in any order. The embedded engine has one session. */
async function holdOthers(sql: Sql, connections: number): Promise<() => Promise<unknown>> {
  const gate = Promise.withResolvers<void>();
  const held: Promise<unknown>[] = [];
  for (let left = url ? connections - 1 : 0; left > 0; left -= 1) {
    const began = Promise.withResolvers<void>();
    held.push(
      sql.begin(async (tx) => {
        await tx`SELECT 1`;
        began.resolve();
        await gate.promise;
      }),
    );
    await began.promise;
  }
  return () => {
    gate.resolve();
    return Promise.all(held);
  };
}

describe('statements that wait for a connection', () => {
  it.each([
    ['reads', 'read', 4, statement],
    ['writes', 'write', 8, statement],
    ['transactions', 'write', 8, transaction],
  ] as const)('take turns by account: %s', async (_what, pool, connections, ask) => {
    const release = await holdOthers(database[pool], connections);
    const order: string[] = [];
    const asked = (accountId: string) =>
      onBehalfOf(accountId, async () => {
        await ask(database[pool]);
        order.push(accountId);
      });
    const all = [...Array.from({ length: 200 }, () => asked('first')), asked('second'), asked('second')];
    await Promise.all(all);
    await release();
    // At most 16 were sent before it, and an answer of each can come meanwhile.
    expect(order.indexOf('second')).toBeLessThan(40);
    expect(order.lastIndexOf('second')).toBeLessThan(60);
  });
});
