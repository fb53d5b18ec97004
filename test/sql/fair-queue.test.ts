import { afterAll, describe, expect, inject, it } from 'vitest';
import { connect, type Sql } from '../../src/sql/connect.ts';
import { onBehalfOf } from '../../src/sql/statement-queue.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

const statement = (sql: Sql) => sql`SELECT 1 AS one`;
const transaction = (sql: Sql) => sql.begin((tx) => tx`SELECT 1 AS one`);

describe('statements that wait for a connection', () => {
  it.each([
    ['reads', 'read', statement],
    ['writes', 'write', statement],
    ['transactions', 'write', transaction],
  ] as const)('take turns by account: %s', async (_what, pool, ask) => {
    const order: string[] = [];
    const asked = (accountId: string) =>
      onBehalfOf(accountId, async () => {
        await ask(database[pool]);
        order.push(accountId);
      });
    const all = [...Array.from({ length: 200 }, () => asked('first')), asked('second'), asked('second')];
    await Promise.all(all);
    // Those before it were sent already: 16 at most, and an answer of each that came meanwhile.
    expect(order.indexOf('second')).toBeLessThan(40);
    expect(order.lastIndexOf('second')).toBeLessThan(60);
  });
});
