import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/commands/migrate-records.ts';
import { connect, poolIn } from '../../src/sql/connect.ts';
import { createDatabase, dropDatabase } from '../support/server-databases.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

const rollBack = new Error('Roll back.');
/** The outcome of a migration after a change of the migration table, which is rolled back. */
async function migratedAfter(change: string): Promise<unknown> {
  let outcome: unknown;
  const changed = database.write.begin(async (tx) => {
    await tx.unsafe(change);
    outcome = await migrate(poolIn(tx)).catch((error: unknown) => error);
    throw rollBack;
  });
  await expect(changed).rejects.toBe(rollBack);
  return outcome;
}

it('migrations are numbered without gaps or duplicates', () => {
  const names = readdirSync(new URL('../../src/sql/migrations/', import.meta.url)).sort();
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_name, index) => index + 1));
});

describe('migrate()', () => {
  it('changes nothing in a current or later database', async () => {
    expect(await migrate(database.write)).toEqual([]);
    expect(await migratedAfter(`INSERT INTO migration (name, sha256) VALUES ('9999_later.sql', '')`)).toEqual([]);
  });

  it('rejects a database if an applied migration was edited', async () => {
    const refused = await migratedAfter(`UPDATE migration SET sha256 = 'other' WHERE name LIKE '0001%'`);
    expect(refused).toMatchObject({ message: expect.stringMatching(/^Migration 0001_\w+\.sql was edited/) });
  });

  it('rejects it before pending migrations are applied', async () => {
    const refused = await migratedAfter(
      `DELETE FROM migration WHERE name LIKE '0002%'; UPDATE migration SET sha256 = 'other' WHERE name LIKE '0003%'`,
    );
    expect(refused).toMatchObject({ message: expect.stringMatching(/^Migration 0003_\w+\.sql was edited/) });
  });
});

it.skipIf(!url)('concurrent nodes migrate a new database exactly once', async () => {
  const name = `fabula_migrate_${randomUUID().replaceAll('-', '')}`;
  const own = await createDatabase(url ?? '', name);
  const nodes = [1, 2, 3].map(() => connect({ url: own, socketPath: undefined, prepare: true }));
  try {
    const applied = await Promise.all(nodes.map(({ write }) => migrate(write)));
    const [first = [], ...others] = applied.sort((one, other) => other.length - one.length);
    expect([first.length > 10, others]).toEqual([true, [[], []]]);
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await dropDatabase(url ?? '', name);
  }
});
