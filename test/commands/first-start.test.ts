import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FirstKey, firstStart } from '../../src/commands/first-start.ts';
import { keyHint } from '../../src/commands/serve.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { credentialsIn, readCredentials } from '../../src/credentials/credentials.ts';
import { revokeKeyAsOwner } from '../../src/domain/story/account/keys.ts';
import { accountByName, tokensOf } from '../../src/domain/story/account/store.ts';
import { startService, type TestService } from '../support/service.ts';
import { freshPath, ownDirectory } from './support.ts';

ownDirectory();

// The steps share one database and depend on each other, in order.
describe('the first account of an embedded database', () => {
  let running: TestService;
  const dataDir = join(freshPath(), 'data');

  beforeAll(async () => {
    mkdirSync(dataDir, { recursive: true });
    running = await startService();
  });
  afterAll(async () => {
    await running.database.write`DELETE FROM account WHERE name = 'author'`;
    await running.close();
  });

  function start({ host = '127.0.0.1', service = running.service } = {}): Promise<FirstKey> {
    const database = { ...running.database, isEmbedded: true, isAlone: true };
    const config = readConfig({ DATA_DIR: dataDir, HOST: host });
    return firstStart({ config, database, service, withSample: true });
  }

  async function rowsOfAccount() {
    const account = await accountByName(running.database.read, 'author');
    if (!account) return undefined;
    const titles = await running.database.read`SELECT title FROM book WHERE account_id = ${account.id}`;
    return { books: titles.length, tokens: (await tokensOf(running.database.read, account.id)).length };
  }

  it('is absent if its creation fails midway', async () => {
    const broken = running.service.operations.map((one) =>
      one.field === 'importBook' ? { ...one, run: () => Promise.reject(new Error('cut off')) } : one,
    );
    await expect(start({ service: { ...running.service, operations: broken } })).rejects.toThrow('cut off');
    expect(await rowsOfAccount()).toBeUndefined();
    expect(existsSync(credentialsIn(dataDir))).toBe(false);
  });

  it('has a book but no key if the service is reachable from outside', async () => {
    expect(await start({ host: '0.0.0.0' })).toEqual({
      key: undefined,
      whyNone: 'make one: npm run -s token -- create --account author',
    });
    expect(await rowsOfAccount()).toEqual({ books: 1, tokens: 0 });
    expect(existsSync(credentialsIn(dataDir))).toBe(false);
  });

  it('has one key after two concurrent first starts; stale credentials of another database are ignored', async () => {
    const former = `fab_live_${'x'.repeat(43)}`;
    writeFileSync(credentialsIn(dataDir), JSON.stringify({ account: 'author', key: former }));
    const [one, other] = await Promise.all([start(), start()]);
    expect(one.key).toMatch(/^fab_live_/);
    expect(one.key).not.toBe(former);
    expect(other.key).toBe(one.key);
    expect(await readCredentials(dataDir)).toBe(one.key);
    expect(await rowsOfAccount()).toEqual({ books: 1, tokens: 1 });
  });

  it('keeps its key', async () => {
    expect((await start()).key).toBe(await readCredentials(dataDir));
    expect(await rowsOfAccount()).toEqual({ books: 1, tokens: 1 });
  });

  it('has its key printed once, and only to a terminal', () => {
    const config = readConfig({ DATA_DIR: dataDir });
    const key = `fab_live_${'k'.repeat(43)}`;
    const printed = (isNew: boolean, isInteractive: boolean) => keyHint({ key, isNew }, config, isInteractive);
    expect(printed(true, true)).toContain(key);
    for (const other of [printed(true, false), printed(false, true), printed(false, false)])
      expect(other).toBe(`in ${credentialsIn(dataDir)} (mode 0600)`);
  });

  it('has its key withheld if the service is reachable from outside', async () => {
    expect((await start({ host: '::' })).key).toBeUndefined();
  });

  it('gets another key, but no second book, if the credentials file is missing', async () => {
    rmSync(credentialsIn(dataDir));
    const { key } = await start();
    const answer = await fetch(`${running.url}/v1/books`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    expect(await rowsOfAccount()).toEqual({ books: 1, tokens: 2 });
  });

  it('gets no new key after its key was revoked', async () => {
    const account = await accountByName(running.database.read, 'author');
    for (const { id } of await tokensOf(running.database.read, account?.id ?? ''))
      await revokeKeyAsOwner(running.database.write, id);
    expect(await start()).toMatchObject({
      key: undefined,
      whyNone: expect.stringContaining('was revoked; make one: '),
    });
    expect(await rowsOfAccount()).toEqual({ books: 1, tokens: 2 });
  });

  it('causes an error if the credentials file is invalid', async () => {
    writeFileSync(credentialsIn(dataDir), '{');
    await expect(start()).rejects.toThrow(ConfigError);
    await expect(start()).rejects.toThrow(/^DATA_DIR: .*credentials\.json cannot be read\. Delete it/);
  });
});
