import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { connect, poolIn } from '../../src/sql/connect.ts';
import { migrate } from '../../src/sql/migrate.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

const rollBack = new Error('Nothing of it is to stay.');
/** What migrating comes to after a change of what is noted as applied, which is taken back. */
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

describe('a database that has been migrated', () => {
  it('is left as it is, also where a later release has migrated it on', async () => {
    expect(await migrate(database.write)).toEqual([]);
    expect(await migratedAfter(`INSERT INTO migration (name, sha256) VALUES ('9999_later.sql', '')`)).toEqual([]);
  });

  it('is refused where a migration was edited after it had been applied', async () => {
    const refused = await migratedAfter(`UPDATE migration SET sha256 = 'other' WHERE name LIKE '0001%'`);
    expect(refused).toMatchObject({ message: expect.stringMatching(/^Migration 0001_\w+\.sql was edited/) });
  });

  it('is refused before anything is applied, where others are missing as well', async () => {
    const refused = await migratedAfter(
      `DELETE FROM migration WHERE name LIKE '0002%'; UPDATE migration SET sha256 = 'other' WHERE name LIKE '0003%'`,
    );
    expect(refused).toMatchObject({ message: expect.stringMatching(/^Migration 0003_\w+\.sql was edited/) });
  });
});

it.skipIf(!url)('a new database is migrated by one of the nodes that start at once', async () => {
  const name = `fabula_migrate_${randomUUID().replaceAll('-', '')}`;
  await database.write.unsafe(`CREATE DATABASE ${name}`);
  const own = Object.assign(new URL(url ?? ''), { pathname: `/${name}` }).href;
  const nodes = [1, 2, 3].map(() => connect({ url: own, socketPath: undefined, prepare: true }));
  try {
    const applied = await Promise.all(nodes.map(({ write }) => migrate(write)));
    const [first = [], ...others] = applied.sort((one, other) => other.length - one.length);
    expect([first.length > 10, others]).toEqual([true, [[], []]]);
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await database.write.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});
