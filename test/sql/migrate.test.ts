import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/commands/migrate-records.ts';
import { connect, poolIn, type Sql, type Transaction } from '../../src/sql/connect.ts';
import { NewerSchema } from '../../src/sql/migrate.ts';
import { createDatabase, dropDatabase } from '../support/server-databases.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

const rollBack = new Error('Roll back.');
/** The outcome of a migration after a change of the migration table, which is rolled back. */
async function migratedAfter(change: string, after?: (tx: Transaction) => Promise<unknown>): Promise<unknown> {
  let outcome: unknown;
  const changed = database.write.begin(async (tx) => {
    await tx.unsafe(change);
    outcome = await migrate(poolIn(tx)).catch((error: unknown) => error);
    if (after) outcome = await after(tx);
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
  it('changes nothing in a current database', async () => {
    expect(await migrate(database.write)).toEqual([]);
  });

  it.each([
    [
      'a migration that it does not know',
      `INSERT INTO migration (name, sha256) VALUES ('9999_later.sql', '')`,
      '9999_later.sql',
    ],
    [
      'newer triggers',
      `UPDATE migration SET sha256 = 'other', version = 9999 WHERE name = 'record:book'`,
      'record:book',
    ],
    [
      'newer triggers of all',
      `UPDATE migration SET sha256 = 'other', version = 9999 WHERE name NOT LIKE '%.sql'`,
      'record:',
    ],
  ])('refuses a newer database with %s in one line', async (_what, change, named) => {
    const refused = await migratedAfter(change);
    expect(refused).toBeInstanceOf(NewerSchema);
    const { message } = refused as Error;
    expect(message).toMatch(/^The database is newer than this version of Fabula, .*\. Start the version .*\.$/);
    expect(message).toContain(named);
  });

  it('leaves no trigger to a version that does not know versions', async () => {
    const older = `INSERT INTO migration (name, sha256) VALUES ('storage', 'older')
      ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256`;
    await expect(database.write.begin((tx) => tx.unsafe(older))).rejects.toThrow(
      'This database is newer than this version of Fabula (storage). Start the version that migrated it',
    );
  });

  it('makes the triggers of an older version anew', async () => {
    const older = `ALTER TABLE migration DISABLE TRIGGER keep_newer_triggers;
      UPDATE migration SET sha256 = 'older', version = 0 WHERE name = 'storage'; ALTER TABLE migration ENABLE TRIGGER keep_newer_triggers`;
    expect(await migratedAfter(older)).toEqual(['storage']);
  });

  it('rejects a database if an applied migration was edited', async () => {
    const refused = await migratedAfter(
      `UPDATE migration SET sha256 = 'other', version = version + 1 WHERE name LIKE '0001%'`,
    );
    expect(refused).toMatchObject({ message: expect.stringMatching(/^Migration 0001_\w+\.sql was edited/) });
  });

  it('rejects it before pending migrations are applied', async () => {
    const refused = await migratedAfter(
      `DELETE FROM migration WHERE name LIKE '0002%'; UPDATE migration SET sha256 = 'other', version = version + 1 WHERE name LIKE '0003%'`,
    );
    expect(refused).toMatchObject({ message: expect.stringMatching(/^Migration 0003_\w+\.sql was edited/) });
  });
});

it('functions of others in the same schema are left alone', async () => {
  const outcome = await migratedAfter(
    `CREATE AGGREGATE their_sum (int) (SFUNC = int4pl, STYPE = int); CREATE PROCEDURE their_sweep () LANGUAGE sql AS '';
    CREATE FUNCTION theirs () RETURNS int LANGUAGE sql AS 'SELECT 1'; ALTER FUNCTION log_run RESET search_path;
    ALTER TABLE migration DISABLE TRIGGER keep_newer_triggers; UPDATE migration SET sha256 = '', version = 0 WHERE name = 'storage'`,
    async (tx) => {
      const paths =
        await tx`SELECT proname AS name FROM pg_proc WHERE proname IN ('theirs', 'log_run') AND proconfig IS NOT NULL`;
      return paths.map(({ name }) => name);
    },
  );
  expect(outcome).toEqual(['log_run']);
});

it.skipIf(!url)('concurrent nodes migrate a database without versions exactly once', async () => {
  const name = `fabula_older_${randomUUID().replaceAll('-', '')}`;
  const own = await createDatabase(url ?? '', name);
  const nodes = [1, 2, 3].map(() => connect({ url: own, socketPath: undefined, prepare: true }));
  try {
    await migrate(nodes[0]?.write as Sql);
    await nodes[0]?.write.begin((tx) =>
      tx.unsafe(`DROP FUNCTION keep_newer_triggers CASCADE; ALTER TABLE migration DROP COLUMN version;
        DELETE FROM migration WHERE name LIKE '0059%' OR name = 'storage'`),
    );
    const applied = await Promise.all(nodes.map(({ write }) => migrate(write)));
    expect(applied.map(({ length }) => length).sort()).toEqual([0, 0, 2]);
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await dropDatabase(url ?? '', name);
  }
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
