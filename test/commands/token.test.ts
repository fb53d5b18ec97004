import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectOneLine, freshPath, get, ownDirectory, run, type Server, startServer, until } from './support.ts';

ownDirectory();

// Each starts processes of its own, which a busy machine makes wait.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('keys beside a running server with its own database', () => {
  let server: Server;
  let env: Record<string, string>;

  beforeAll(async () => {
    env = { DATA_DIR: freshPath() };
    server = await startServer(env, ['--no-sample']);
  });

  it('stands beside a first start that --no-sample kept empty', async () => {
    expect((await get(server, '/v1/books')).data).toEqual([]);
  });

  const token = (...args: string[]) => run(['token', ...args], env);

  it('create prints the key alone, and it works at once', async () => {
    const { code, stdout, stderr } = await token(
      'create',
      '--account',
      'emma',
      '--name',
      'laptop',
      '--expires-days',
      '7',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^fab_live_[\w-]{43}\n$/);
    const { data } = await get({ url: server.url, key: stdout.trim() }, '/v1/account');
    expect(data).toMatchObject({ name: 'emma' });
    expect(data.scopes).toHaveLength(7);
  });

  it('create gives the scopes that were asked for, and no others', async () => {
    const { stdout } = await token('create', '--account', 'reader', '--scopes', 'books:read, account:read');
    const key = stdout.trim();
    expect((await get({ url: server.url, key }, '/v1/account')).data.scopes).toEqual(['books:read', 'account:read']);
    const refused = await fetch(`${server.url}/v1/books`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"premise":"A tale of two keys."}',
    });
    expect(refused.status).toBe(403);
  });

  it('list shows every key of an account, never the key itself', async () => {
    const key = (await token('create', '--account', 'lister', '--name', 'the first')).stdout.trim();
    const { stdout } = await token('list', '--account', 'lister');
    expect(stdout).toMatch(/^tok_\w+ {2}fab_live_[\w-]{3}… {2}valid {2}.* {2}the first\n$/u);
    expect(stdout).not.toContain(key);
  });

  it('revoke holds on the server within a second', async () => {
    const key = (await token('create', '--account', 'revoked')).stdout.trim();
    expect((await get({ url: server.url, key }, '/v1/account')).status).toBe(200);
    const id = (await token('list', '--account', 'revoked')).stdout.split(' ')[0] ?? '';
    const { code, stdout } = await token('revoke', id);
    const began = performance.now();
    expect({ code, stdout }).toEqual({ code: 0, stdout: `revoked ${id} (token)\n` });
    await until(async () => (await get({ url: server.url, key }, '/v1/account')).status === 401);
    // A second, and what a busy machine may take besides.
    expect(performance.now() - began).toBeLessThan(5_000);
    expect((await token('list', '--account', 'revoked')).stdout).toContain('  revoked  ');
  });

  it.each([
    ['list of an unknown account', ['list', '--account', 'nobody'], 'There is no account nobody.'],
    ['revoke of an unknown key', ['revoke', 'tok_nothing'], 'There is no token tok_nothing.'],
  ])('refuses the %s in one line', async (_what, args, says) => {
    expect(expectOneLine(await token(...args), 2)).toContain(says);
  });

  it('db:migrate says that there is nothing to do', async () => {
    const { code, stdout } = await run(['migrate'], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The database is up to date: \d+ migrations\.\n$/);
  });

  it('all of it works without a server too', async () => {
    await server.stop();
    const { stdout } = await token('create', '--account', 'alone');
    expect(stdout).toMatch(/^fab_live_[\w-]{43}\n$/);
    expect((await token('list', '--account', 'alone')).stdout.split('\n')).toHaveLength(2);
  });
});
