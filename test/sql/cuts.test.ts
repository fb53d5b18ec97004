import { afterEach, describe, expect, inject, it } from 'vitest';
import { connect, type Database } from '../../src/sql/connect.ts';
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts';
import { proof } from '../support/proofs.ts';
import { runQueryLoad } from '../support/query-load.ts';

const resets = proof(60, 2_000);
const callers = 8;
const channel = 'fabula_test_cuts';

let cuts: CuttingProxy;
let database: Database;
afterEach(async () => {
  await database.close();
  await cuts.close();
});

async function throughProxy(): Promise<void> {
  cuts = await startCuttingProxy(inject('database'));
  const { url, socketPath } = cuts.target;
  database = connect({ url, directUrl: url, socketPath, prepare: true });
}

describe('connections reset at random', () => {
  it(`never deliver rows of another statement (${resets} resets)`, async () => {
    await throughProxy();
    const sent = new Set<string | undefined>([undefined]);
    const heard = new Set<string | undefined>();
    let connections = 0;
    await database.listen(channel, (payload) => {
      heard.add(payload);
      if (payload === undefined) connections += 1;
    });
    cuts.chance = 0.03;
    // Until LISTEN was cut too and is re-established.
    const isOver = () => cuts.broken >= resets && connections > 1;
    const notifying = (async () => {
      while (!isOver()) {
        const payload = `notification ${sent.size}`;
        sent.add(payload);
        await database.write`SELECT pg_notify(${channel}, ${payload})`.catch(() => {});
      }
    })();
    const tally = await runQueryLoad(database, callers, isOver);
    await notifying;
    cuts.chance = 0;
    const { wrong, empty, unexpected } = tally;
    expect({ wrong, empty, unexpected }).toEqual({ wrong: [], empty: [], unexpected: [] });
    expect(tally.answered).toBeGreaterThan(tally.lost);
    expect([...heard].filter((payload) => !sent.has(payload))).toEqual([]);
    await expect
      .poll(async () => {
        await database.write`SELECT pg_notify(${channel}, 'after the resets')`;
        return heard.has('after the resets');
      })
      .toBe(true);
  });
});

describe('a pipeline with failing statements', () => {
  it('returns the other results to their callers', async () => {
    await throughProxy();
    const { read } = database;
    for (let round = 0; round < 20; round++) {
      const asked = Array.from({ length: 12 }, (_, n) => {
        if (n % 4 === 1) return read`SELECT 1 / (3 - i) FROM generate_series(1, 5) AS i`;
        if (n % 4 === 3) return read`SELECT ${undefined as never}::int AS never`;
        return read`SELECT ${n}::int AS n`;
      });
      const answers = await Promise.allSettled(asked);
      expect(answers.map((answer) => (answer.status === 'fulfilled' ? [...answer.value] : answer.reason.code))).toEqual(
        asked.map((_, n) => (n % 4 === 1 ? '22012' : n % 4 === 3 ? 'UNDEFINED_VALUE' : [{ n }])),
      );
    }
  });
});
