import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/commands/database.ts';
import { readConfig } from '../../src/config.ts';
import { newLog } from '../../src/log/log.ts';
import { probeServer } from '../../src/sql/probe.ts';
import { lifeOf } from '../support/book-life.ts';
import { newDatabase } from '../support/database.setup.ts';
import { lacksPgbouncer, type Pooler, startPgbouncer } from '../support/pgbouncer.ts';
import { serviceWith } from '../support/service-with.ts';
import { unusualDatabase } from '../support/unusual-database.ts';

const { url: serverUrl = '' } = inject('database');

describe.skipIf(!serverUrl || lacksPgbouncer())('PgBouncer in transaction mode, as it is installed', () => {
  let pooler: Pooler;
  const own: { url: string; drop(): Promise<void> }[] = [];
  beforeAll(async () => {
    pooler = await startPgbouncer(serverUrl);
    own.push(
      await newDatabase(serverUrl, `fabula_pooled_${process.pid}`),
      await unusualDatabase(serverUrl, `fabula_odd_${process.pid}`),
    );
  });
  afterAll(async () => {
    await pooler?.stop();
    for (const one of own) await one.drop();
  });
  const fakes = { text: true, speech: true } as const;
  const direct = serviceWith(fakes).own;
  const pooled = serviceWith(fakes, {}, async () => {
    const url = pooler.url(own[0]?.url ?? '');
    return { url, session: (await probeServer(url)).session };
  }).own;

  it('serves a book as a server does', async () => {
    expect((await probeServer(pooler.url(own[0]?.url ?? ''))).session).toBe('pooled');
    expect(await lifeOf(pooled)).toEqual(await lifeOf(direct));
  });

  it('is refused with the statement to run if a setting of the database would change data', async () => {
    const config = readConfig({ DATABASE_URL: pooler.url(own[1]?.url ?? '') });
    await expect(openDatabase(config, newLog('silent', { write: () => undefined }))).rejects.toThrow(
      /^DATABASE_URL: the pooler at \S+ does not pass on array_nulls.* Run: ALTER DATABASE "fabula_odd_\d+" SET array_nulls = 'on'$/,
    );
  });
});
