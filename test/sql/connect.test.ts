import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { connect, type Database, errorCode, isDatabaseAway, type Transaction } from '../../src/sql/connect.ts';
import type { PoolSql } from '../../src/sql/pool/open.ts';

const { url, socketPath } = inject('database');
const databases = [true, false].map((prepare) => connect({ url, socketPath, prepare }));
afterAll(() => Promise.all(databases.map((database) => database.close())));

describe('arrays in statements', () => {
  const texts = [
    '',
    'a',
    'a,b',
    '{c}',
    '"quoted"',
    'back\\slash',
    '\\"',
    'NULL',
    'line\nbreak',
    ' space ',
    '🛶',
    'ß"\\,{}',
  ];

  it.each(databases)('round-trip as text', async ({ read }) => {
    const [row] =
      await read`SELECT ${texts}::text[] AS there, (${texts}::text[])[5] AS fifth, cardinality(${texts}::text[]) AS length`;
    expect(row).toEqual({ there: texts, fifth: texts[4], length: texts.length });
    expect((await read`SELECT ${[]}::text[] AS none`)[0]).toEqual({ none: [] });
  });

  it.each(databases)('round-trip as numbers', async ({ read }) => {
    expect((await read`SELECT ${[3, -1, 0]}::int[] AS numbers`)[0]).toEqual({ numbers: [3, -1, 0] });
  });

  it.each(databases)('can be searched with ANY', async ({ read }) => {
    expect(await read`SELECT x FROM unnest(ARRAY['a', '"', 'c']) AS x WHERE x = ANY(${['"', 'c']})`).toHaveLength(2);
  });
});

describe('a transaction whose connection is cut', () => {
  it.skipIf(!url)('fails, is rolled back, and leaves a working pool', async () => {
    const [database, other] = databases as [Database, Database];
    for (let n = 0; n < 5; n++) {
      const cut = database.write.begin(async (tx) => {
        const [row] = await tx`SELECT pg_backend_pid() AS pid, pg_sleep(0)`;
        await tx`INSERT INTO account (id, name) VALUES (${`acc_cut_${n}`}, ${`cut ${n}`})`;
        await other.write`SELECT pg_terminate_backend(${row?.pid})`;
        await tx`SELECT 1`;
      });
      await expect(cut).rejects.toSatisfy(isDatabaseAway);
      expect(await database.write`SELECT 1 FROM account WHERE id LIKE 'acc_cut_%'`).toHaveLength(0);
    }
  });

  it.skipIf(!url)('never reaches the driver again, regardless of its callback', async () => {
    const [database, other] = databases as [Database, Database];
    const continuations: ((tx: Transaction) => Promise<unknown>)[] = [
      (tx) => tx`SELECT 1`,
      () => Promise.resolve('which would commit'),
      () => Promise.reject(new Error('which would roll back')),
    ];
    for (const next of continuations) {
      const told = Promise.withResolvers<void>();
      const cut = database.write.begin(async (tx) => {
        const [row] = await tx`SELECT pg_backend_pid() AS pid`;
        await other.write`SELECT pg_terminate_backend(${row?.pid})`;
        await told.promise;
        return next(tx);
      });
      await expect(cut).rejects.toSatisfy(isDatabaseAway);
      told.resolve();
      // The driver writes in the next turn of the event loop; an error there would fail this file.
      await setTimeout(10);
      await expect.poll(() => database.write`SELECT 1 AS one`.catch(errorCode)).toEqual([{ one: 1 }]);
    }
  });
});

it('is away if its socket is missing, not if another file is', async () => {
  await expect(once(createConnection('/nowhere/.s.PGSQL.5432'), 'connect')).rejects.toSatisfy(isDatabaseAway);
  await expect(readFile('/nowhere/text')).rejects.not.toSatisfy(isDatabaseAway);
});

describe('idle connections closed by the server', () => {
  it.skipIf(!url)('cost no statement or transaction its result', async () => {
    const [database, other] = databases as [Database, Database];
    for (const pool of [database.read, database.write]) {
      const opened = await Promise.all(
        Array.from({ length: 8 }, () => pool<{ pid: number }[]>`SELECT pg_backend_pid() AS pid, pg_sleep(0.02)`),
      );
      const pids = [...new Set(opened.flatMap((rows) => rows.map(({ pid }) => pid)))];
      const { connections } = pool as PoolSql;
      await other.write`SELECT pg_terminate_backend(pid) FROM unnest(${pids}::int[]) AS pid`;
      // Under load, what a server says last can come after its answer to others. A write that is sent meanwhile is lost.
      await expect.poll(() => connections.filter(({ isOpen }) => isOpen)).toHaveLength(0);
      const asked = Array.from({ length: 12 }, (_, n) =>
        n % 2 ? pool`SELECT ${n}::int AS n` : pool.begin((tx) => tx`SELECT ${n}::int AS n`),
      );
      expect((await Promise.all(asked)).map(([row]) => row?.n)).toEqual(asked.map((_, n) => n));
    }
  });
});
