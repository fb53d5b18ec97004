import { afterAll, expect, inject, it } from 'vitest';
import { connect } from '../../src/sql/connect.ts';
import { statementsOf } from '../support/statements.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

it('the statements of a request are counted without a transaction of the queue beside it', async () => {
  const { write } = database;
  const ofQueue = () => write.begin((tx) => tx.unsafe('SELECT 1 AS pgboss'));
  const ofRequest = () => write.begin((tx) => tx`SELECT 2`);
  const sent = await statementsOf({ database }, () => Promise.all([ofQueue(), ofRequest()]));
  expect(sent).toEqual([expect.stringMatching(/^begin/), 'SELECT 2', 'commit']);
});
