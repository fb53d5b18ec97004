import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInLink } from '../../src/commands/login.ts';
import { browserUrl } from '../../src/commands/service-url.ts';
import { readConfig } from '../../src/config.ts';
import { allScopes, mcpScopes } from '../../src/domain/story/account/rules.ts';
import { expectWithin } from '../support/proofs.ts';
import { until } from '../support/stream.ts';
import {
  expectOneLine,
  freshPath,
  get,
  migratedPath,
  ownDirectory,
  run,
  runHere,
  type Server,
  startServer,
} from './support.ts';

ownDirectory();

describe('key commands next to a running server', () => {
  let server: Server;
  let env: Record<string, string>;

  beforeAll(async () => {
    env = { DATA_DIR: await migratedPath() };
    server = await startServer(env, ['--no-sample']);
  });

  it('find no books after a start with --no-sample', async () => {
    expect((await get(server, '/v1/books')).data).toEqual([]);
  });

  const token = (...args: string[]) => runHere(['token', ...args], env);

  it('create prints only the key, which works at once', async () => {
    // In a process of its own, as people run it. The other commands here run in this one.
    const args = ['token', 'create', '--account', 'emma', '--name', 'laptop', '--expires-days', '7'];
    const { code, stdout, stderr } = await run(args, env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^fab_live_[\w-]{43}\n$/);
    expect(stderr).toBe(`Made the key ${/tok_\w+/.exec(stderr)} (laptop) of the account emma (${env.DATA_DIR})\n`);
    const { data } = await get({ url: server.url, key: stdout.trim() }, '/v1/account');
    expect(data).toMatchObject({ name: 'emma' });
    expect(data.scopes).toEqual(allScopes);
    expect(data.scopes).not.toContain('admin:read');
  });

  it('create grants exactly the requested scopes', async () => {
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

  it('create --for mcp makes an agent key with few scopes for 90 days', async () => {
    const key = (await token('create', '--for', 'mcp')).stdout.trim();
    const { data } = await get({ url: server.url, key: server.key }, '/v1/account/tokens');
    expect(data[0]).toMatchObject({ name: 'mcp', prefix: key.slice(0, 12), scopes: mcpScopes });
    const days = (Date.parse(data[0].expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    expect((await get({ url: server.url, key }, '/v1/books')).status).toBe(200);
  });

  it('login prints only a sign-in link for the service at HOST and PORT', async () => {
    const { port } = new URL(server.url);
    const { code, stdout, stderr } = await runHere(['login'], { ...env, PORT: port });
    expect([code, stderr]).toEqual([0, expect.stringContaining(`It signs in to author, once (${env.DATA_DIR}).`)]);
    const [, url = '', secret] = /^(\S+)\/#sign-in=([\w-]{43})\n$/.exec(stdout) ?? [];
    expect(url).toBe(server.url);
    const headers = { origin: url, 'content-type': 'application/json' };
    const body = JSON.stringify({ code: secret });
    expect((await fetch(`${url}/session`, { method: 'POST', headers, body })).status).toBe(201);
    expect((await fetch(`${url}/session`, { method: 'POST', headers, body })).status).toBe(401);
  });

  it.each([
    ['PUBLIC_URL', { PUBLIC_URL: 'https://fabula.example/x/' }, 'https://fabula.example/x/desk#sign-in=C'],
    ['HOST and PORT', { HOST: '0.0.0.0', PORT: '81' }, 'http://localhost:81/desk#sign-in=C'],
    ['FABULA_URL', { FABULA_URL: 'http://box:82/', PORT: '81' }, 'http://box:82/desk#sign-in=C'],
  ])('login links to the service at %s', (_what, variables, link) => {
    expect(signInLink(browserUrl(readConfig(variables), variables), 'C', 'desk')).toBe(link);
  });

  it.each([
    ['for an unknown account', ['login', '--account', 'nobody'], {}, 'There is no account nobody. To make one: '],
    ['for an unknown port', ['login'], { PORT: '0' }, 'FABULA_URL: with PORT=0 the port is unknown'],
  ])('login rejects a link %s', async (_what, args, more, says) => {
    expect(expectOneLine(await runHere(args, { ...env, ...more }), 2)).toContain(says);
  });

  it.each([
    ['token create', ['token', 'create', '--account', 'emma']],
    ['login', ['login']],
    ['mcp', ['mcp']],
  ])('%s creates no database if none exists', async (_what, args) => {
    const DATA_DIR = freshPath();
    const outcome = await runHere(args, { DATA_DIR, FABULA_API_KEY: server.key });
    expect(expectOneLine(outcome, 2)).toContain(`DATA_DIR: there is no database in ${DATA_DIR}. Set DATABASE_URL or`);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('the former name of FABULA_API_KEY works with a warning', async () => {
    const key = `fab_live_${'x'.repeat(43)}`;
    const { stderr } = await runHere(['demo'], { ...env, FABULA_URL: server.url, FABULA_KEY: key });
    expect(stderr).toMatch(/^FABULA_KEY is now FABULA_API_KEY\..*\nfabula: .*refused the key of FABULA_API_KEY/s);
  });

  it('list shows every key of an account without its secret', async () => {
    const key = (await token('create', '--account', 'lister', '--name', 'the first')).stdout.trim();
    const { stdout } = await token('list', '--account', 'lister');
    expect(stdout).toMatch(/^tok_\w+ {2}fab_live_[\w-]{3}… {2}valid {2}.* {2}the first\n$/u);
    expect(stdout).not.toContain(key);
  });

  it('revoke takes effect on the server within a second', async () => {
    const key = (await token('create', '--account', 'revoked')).stdout.trim();
    expect((await get({ url: server.url, key }, '/v1/account')).status).toBe(200);
    const id = (await token('list', '--account', 'revoked')).stdout.split(' ')[0] ?? '';
    const { code, stdout } = await token('revoke', id);
    const began = performance.now();
    expect({ code, stdout }).toEqual({ code: 0, stdout: `revoked ${id} (token)\n` });
    await until(async () => (await get({ url: server.url, key }, '/v1/account')).status === 401);
    expectWithin(1_000, began);
    expect((await token('list', '--account', 'revoked')).stdout).toContain('  revoked  ');
  });

  it('create restricts a key, and rotate replaces its secret', async () => {
    const bounds = ['--kind', 'agent', '--read-only', '--tools', 'list_books'];
    const key = (await token('create', '--account', 'bound', ...bounds)).stdout.trim();
    const listed = (await token('list', '--account', 'bound')).stdout;
    expect(listed).toMatch(/ {2}agent {2}.* {2}read-only {2}tools list_books {2}token\n$/u);
    const [id = ''] = listed.split(' ');
    const { code, stdout } = await token('rotate', id, '--overlap-seconds', '0');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^fab_live_[\w-]{43}\n$/)]);
    expect((await get({ url: server.url, key: stdout.trim() }, '/v1/account')).status).toBe(200);
    await until(async () => (await get({ url: server.url, key }, '/v1/account')).status === 401);
  });

  it.each([
    ['list of an unknown account', ['list', '--account', 'nobody'], 'There is no account nobody.'],
    ['rotation of an unknown key', ['rotate', 'tok_nothing'], 'There is no token tok_nothing.'],
    ['key for an unknown tool', ['create', '--account', 'a', '--tools', 'get_books'], 'is not a tool'],
    ['key for an unknown book', ['create', '--account', 'lister', '--books', 'bk_nothing'], '--books: the account'],
    ['revoke of an unknown key', ['revoke', 'tok_nothing'], 'There is no token tok_nothing.'],
  ])('rejects the %s in one line', async (_what, args, says) => {
    expect(expectOneLine(await token(...args), 2)).toContain(says);
  });

  it('db:migrate reports an up-to-date database', async () => {
    const { code, stdout } = await runHere(['migrate'], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The database is up to date: \d+ migrations\.\n$/);
  });

  it('all commands work without a server', async () => {
    await server.stop();
    const { stdout } = await token('create', '--account', 'alone');
    expect(stdout).toMatch(/^fab_live_[\w-]{43}\n$/);
    expect((await token('list', '--account', 'alone')).stdout.split('\n')).toHaveLength(2);
  });
});
