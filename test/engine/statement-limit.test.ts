import { beforeEach, describe, expect, it } from 'vitest';
import { connect, isDatabaseAway } from '../../src/sql/connect.ts';
import { type Embedded, openEmbedded } from '../../src/sql/embedded/embedded.ts';
import { dataDirectory, ownDirectory, pool } from './support.ts';

ownDirectory();

let engine: Embedded;
beforeEach(async () => {
  engine = await openEmbedded(await dataDirectory());
  return () => engine.close();
});

const code = (work: Promise<unknown>) => work.then(String, (error) => error.code);
const isAway = (code: string) => isDatabaseAway(Object.assign(new Error(code), { code }));

/** The answer of the engine once it is back. On a busy machine its start takes longer than the service waits for it. */
async function onceBack<Answer>(ask: () => PromiseLike<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
  }
}

/** Runs one statement with a limit of 100 ms. */
const limited = (sql: string) =>
  pool(engine.socketPath).begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 100`;
    await tx.unsafe(sql);
  });

describe('a statement that would take minutes', () => {
  it.each([
    ['of a scan', 'SELECT count(*) FROM generate_series(1, 1000000000000)'],
    ['of a function', 'DO $$ BEGIN LOOP END LOOP; END $$'],
  ])('%s is cancelled at its limit, and nobody else notices', async (_what, endless) => {
    const other = pool(engine.socketPath);
    await other`CREATE TABLE kept (n int)`;
    await other`CREATE TEMPORARY TABLE same_engine (n int)`;
    const slow = code(limited(`INSERT INTO kept VALUES (1); ${endless}`));
    const waiting = Promise.all([other`SELECT 2 AS n`, other`INSERT INTO kept VALUES (3) RETURNING n`]);
    expect(await slow).toBe('57014');
    expect(await waiting).toEqual([[{ n: 2 }], [{ n: 3 }]]);
    expect(await other`SELECT n FROM kept UNION ALL SELECT n FROM same_engine`).toEqual([{ n: 3 }]);
  });

  it('may have no limit, and the limit of a transaction ends with it', async () => {
    const sql = pool(engine.socketPath);
    await sql.unsafe('SET statement_timeout = 100');
    const unlimited = sql.begin(async (tx) => {
      await tx`SET LOCAL statement_timeout = 0`;
      return tx`SELECT count(*)::int AS n FROM generate_series(1, 1500000)`;
    });
    expect(await unlimited).toEqual([{ n: 1_500_000 }]);
    expect(await code(sql`SELECT count(*) FROM generate_series(1, 1000000000000)`)).toBe('57014');
  });
});

/** PostgreSQL looks for interrupts between function calls, and this is one call of a minute. */
const deaf = `SELECT strpos(repeat('a', 400000), 'b' || repeat('a', 200000))`;

describe('a statement that cannot be cancelled', () => {
  it('ends the thread of the engine, which restarts with everything that was acknowledged', async () => {
    const { read, write, close } = connect({ url: undefined, socketPath: engine.socketPath, prepare: true });
    await write`CREATE TABLE kept (n int)`;
    await write`INSERT INTO kept VALUES (1)`;
    const slow = code(
      write.begin(async (tx) => {
        await tx`SET LOCAL statement_timeout = 300`;
        await tx`INSERT INTO kept VALUES (2)`;
        await tx.unsafe(deaf);
      }),
    );
    const waiting = { read: onceBack(() => read`SELECT 3 AS n`), write: code(write`INSERT INTO kept VALUES (4)`) };
    expect(await slow).toBe('57014');
    expect([...(await waiting.read)]).toEqual([{ n: 3 }]);
    const isLost = isAway(await waiting.write);
    const kept = await onceBack(() => read<{ n: number }[]>`SELECT n FROM kept ORDER BY n`);
    const written = kept.map(({ n }) => n);
    expect(written).toEqual(isLost ? [1] : [1, 4]);
    await close();
  });
});
