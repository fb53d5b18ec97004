import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FirstKey, firstStart } from '../../src/commands/first-start.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { credentialsIn, readCredentials } from '../../src/credentials.ts';
import { accountByName, revokeAnyToken, tokensOf } from '../../src/domain/account/store.ts';
import { startService, type TestService } from '../support/service.ts';
import { freshPath, ownDirectory } from './support.ts';

ownDirectory();

// Each starts processes of its own, which a busy machine makes wait.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// One story on one database, which stands for an embedded one: each step finds what the one before has left.
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
    const database = { ...running.database, isEmbedded: true };
    const config = readConfig({ DATA_DIR: dataDir, HOST: host });
    return firstStart({ config, database, service, withSample: true });
  }

  async function standing() {
    const account = await accountByName(running.database.read, 'author');
    if (!account) return undefined;
    const titles = await running.database.read`SELECT title FROM book WHERE account_id = ${account.id}`;
    return { books: titles.length, tokens: (await tokensOf(running.database.read, account.id)).length };
  }

  it('is not there at all where its start fails half-way', async () => {
    const broken = running.service.operations.map((one) =>
      one.field === 'importBook' ? { ...one, run: () => Promise.reject(new Error('cut off')) } : one,
    );
    await expect(start({ service: { ...running.service, operations: broken } })).rejects.toThrow('cut off');
    expect(await standing()).toBeUndefined();
    expect(existsSync(credentialsIn(dataDir))).toBe(false);
  });

  it('has its book and no key where others reach the service', async () => {
    expect(await start({ host: '0.0.0.0' })).toEqual({
      key: undefined,
      whyNone: 'make one: npm run -s token -- create --account author',
    });
    expect(await standing()).toEqual({ books: 1, tokens: 0 });
    expect(existsSync(credentialsIn(dataDir))).toBe(false);
  });

  it('gets one key from two starts at once, though a former database has left its own', async () => {
    const former = `fab_live_${'x'.repeat(43)}`;
    writeFileSync(credentialsIn(dataDir), JSON.stringify({ account: 'author', key: former }));
    const [one, other] = await Promise.all([start(), start()]);
    expect(one.key).toMatch(/^fab_live_/);
    expect(one.key).not.toBe(former);
    expect(other).toEqual(one);
    expect(await readCredentials(dataDir)).toBe(one.key);
    expect(await standing()).toEqual({ books: 1, tokens: 1 });
  });

  it('keeps its key', async () => {
    expect((await start()).key).toBe(await readCredentials(dataDir));
    expect(await standing()).toEqual({ books: 1, tokens: 1 });
  });

  it('has its key kept back where others reach the service', async () => {
    expect((await start({ host: '::' })).key).toBeUndefined();
  });

  it('gets another key where the file is gone, and no second book', async () => {
    rmSync(credentialsIn(dataDir));
    const { key } = await start();
    const answer = await fetch(`${running.url}/v1/books`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    expect(await standing()).toEqual({ books: 1, tokens: 2 });
  });

  it('gets no new key where the kept one was revoked', async () => {
    const account = await accountByName(running.database.read, 'author');
    for (const { id } of await tokensOf(running.database.read, account?.id ?? ''))
      await revokeAnyToken(running.database.write, id);
    expect(await start()).toMatchObject({
      key: undefined,
      whyNone: expect.stringContaining('was revoked; make one: '),
    });
    expect(await standing()).toEqual({ books: 1, tokens: 2 });
  });

  it('is not guessed at where the file cannot be read', async () => {
    writeFileSync(credentialsIn(dataDir), '{');
    await expect(start()).rejects.toThrow(ConfigError);
    await expect(start()).rejects.toThrow(/^DATA_DIR: .*credentials\.json cannot be read\. Delete it/);
  });
});
