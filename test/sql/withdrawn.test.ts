import { afterEach, describe, expect, inject, it } from 'vitest';
import { connect, type Database, errorCode } from '../../src/sql/connect.ts';
import { onBehalfOf, QueryReads } from '../../src/sql/statement-scope.ts';
import { proof } from '../support/proofs.ts';

const { url, socketPath } = inject('database');
let database: Database;
afterEach(() => database.close());

const open = () => {
  database = connect({ url, socketPath, prepare: true });
  return database.read;
};

const endless = 'SELECT count(*)::int AS n FROM generate_series(1, 1000000000000)';
const outcomeOf = (work: Promise<unknown>) => work.then(() => 'answered', errorCode);

/** Sends endless reads of one query: more than the pool sends at once. Call the result to withdraw them. */
function sendEndless(count: number) {
  const reads = new QueryReads();
  const outcomes = reads.run(() => Array.from({ length: count }, () => outcomeOf(database.read.unsafe(endless))));
  return { reads, outcomes };
}

describe('the reads of a query for which nobody waits', () => {
  it('leave the queue, and the running ones are cancelled', async () => {
    open();
    const { reads, outcomes } = onBehalfOf('a', () => sendEndless(30));
    const later = onBehalfOf('b', () => database.read<{ n: number }[]>`SELECT 2 AS n`);
    reads.end();
    // A read of another account gets its turn long before the limit of the others.
    expect([...(await later)]).toEqual([{ n: 2 }]);
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['57014']));
    expect(await running()).toBe(0);
  });

  it('are not sent if they come later', async () => {
    const read = open();
    const reads = new QueryReads();
    reads.end();
    const late = reads.run(() => outcomeOf(read`SELECT 1`.execute()));
    expect(await late).toBe('57014');
  });

  it('are left to finish in a transaction', async () => {
    open();
    const reads = new QueryReads();
    const work = reads.run(() =>
      database.write.begin(async (tx) => {
        reads.end();
        return tx<{ n: number }[]>`SELECT 3 AS n`;
      }),
    );
    expect([...(await work)]).toEqual([{ n: 3 }]);
  });
});

const rounds = proof(12, 400);

describe('a cancellation', () => {
  it(`hits no other statement of its connection (${rounds} rounds)`, async () => {
    const read = open();
    for (let round = 0; round < rounds; round++) {
      const { reads, outcomes } = sendEndless(1 + (round % 5));
      // Behind the endless ones in the same pipelines.
      const others = Array.from({ length: 16 }, (_, n) => read<{ n: number }[]>`SELECT ${n}::int AS n`);
      // Those that follow a cancellation, while its signal may still be under way.
      const next = Promise.all(outcomes).then(() =>
        Promise.all(others.map((_, n) => read`SELECT ${n + 100}::int AS n`)),
      );
      reads.end();
      expect((await Promise.all(others)).map(([row]) => row?.n)).toEqual(others.map((_, n) => n));
      expect((await next).map(([row]) => row?.n)).toEqual(others.map((_, n) => n + 100));
    }
  });
});

/** Endless statements that the server still runs. */
async function running(): Promise<number> {
  const [row] = await database.write<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE state = 'active' AND query = ${endless} AND datname = current_database()`;
  return row?.count ?? 0;
}
