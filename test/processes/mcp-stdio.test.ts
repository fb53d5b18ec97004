import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandHere, startHere } from '../commands/support.ts';
import {
  type Agent,
  type AgentName,
  agentNames,
  type Command,
  closing,
  listsAndReads,
  overLines,
  overStdio,
  refusedIn,
} from '../mcp/agents.ts';
import { toolsByFeature } from '../registers/all.ts';
import { makeDataDirectory } from '../support/data-directory.ts';
import { http } from '../support/faces.ts';
import { proof } from '../support/proofs.ts';

const root = resolve(import.meta.dirname, '../..');
let dataDir: string;
let server: ChildProcess;
let url: string;
let firstKey: string;

/** The environment of a command; only EXECUTOR is inherited from the tests. */
const environment = (env: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'info',
  ...(process.env.EXECUTOR ? { EXECUTOR: process.env.EXECUTOR } : {}),
  ...env,
});
const command = (env: Record<string, string> = {}, ...args: string[]): Command => ({
  command: process.execPath,
  args: ['src/fabula.js', 'mcp', ...args],
  env: environment(env),
  cwd: root,
});
const start = (name: string, env: Record<string, string>, ...args: string[]) =>
  spawn(process.execPath, ['src/fabula.js', name, ...args], { cwd: root, env: environment(env) });

/** The command in this process, and a client that is connected to it. */
async function connected(name: AgentName, env: Record<string, string> = {}, ...args: string[]) {
  const here = startHere(['mcp', ...args], environment(env));
  return Object.assign(await overLines(name, here), { here });
}

/** Closes a client and waits for the end of its command. */
async function ending(agent: Agent & { here: CommandHere }): Promise<void> {
  await agent.close();
  expect(await agent.here.ended, agent.here.stderr()).toBe(0);
}

beforeAll(async () => {
  dataDir = await makeDataDirectory(await mkdtemp(join(tmpdir(), 'fabula-stdio-')));
  server = start('start', {});
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    const address = /MCP\s+(http:.+)\/mcp/.exec(line)?.[1];
    if (address) url = address;
    if (line.startsWith('In Claude Code')) break;
  }
  server.stdout?.resume();
  server.stderr?.resume();
  firstKey = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')).key;
});
afterAll(async () => {
  await stop(server);
  await rm(dataDir, { recursive: true, force: true });
});

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function newToken(): Promise<{ id: string; key: string }> {
  const { json } = await http(url, firstKey, 'POST', '/v1/account/tokens', { scopes: ['books:read', 'books:write'] });
  return { id: json.data.id, key: json.data.secret };
}

describe('stdio next to a running server', () => {
  it.each(agentNames)('works with the %s on the data of the server', async (name) => {
    const agent = await connected(name, { FABULA_API_KEY: firstKey });
    await listsAndReads(agent);
    const made = await agent.callTool({ name: 'create_book', arguments: { premise: 'A storm at sea.' } });
    const { json } = await http(url, firstKey, 'GET', `/v1/books/${made.structuredContent?.data.id}`);
    expect(json.data.premise).toBe('A storm at sea.');
    await ending(agent);
  });

  it('uses the stored first key by default', async () => {
    const agent = await connected('new client, auto');
    await listsAndReads(agent);
    await ending(agent);
  });

  it('refuses calls within a second of key revocation', async () => {
    const { id, key } = await newToken();
    const agent = await connected('old client', { FABULA_API_KEY: key });
    expect((await agent.callTool({ name: 'list_books' })).isError).not.toBe(true);
    await http(url, firstKey, 'DELETE', `/v1/account/tokens/${id}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(refusedIn(await agent.callTool({ name: 'list_books' }))).toMatchObject({
      code: 'invalid_token',
      request_id: expect.stringMatching(/^req_/),
    });
    await expect(agent.listTools()).rejects.toThrow('This key is unknown, expired or revoked.');
    await ending(agent);
  });

  it('applies the general rate limit', async () => {
    const env = { FABULA_API_KEY: (await newToken()).key, LIMIT_REQUESTS_PER_MINUTE: '3' };
    const agent = await connected('new client, pinned', env);
    const results = [];
    for (let index = 0; index < 4; index += 1) results.push(await agent.callTool({ name: 'list_books' }));
    expect(results.map(({ isError }) => isError ?? false)).toEqual([false, false, false, true]);
    expect(refusedIn(results[3] as never)).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) });
    await ending(agent);
  });

  it('narrows the tools by options', async () => {
    const agent = await connected('new client, auto', {}, '--features', 'plan,books', '--read-only');
    const names = (await agent.listTools()).tools.map(({ name }) => name).sort();
    const ofFeatures = [...(toolsByFeature.plan ?? []), ...(toolsByFeature.books ?? [])];
    expect(names).toEqual(ofFeatures.filter((name) => /^(list|get|search)_/.test(name)).sort());
    expect(names).toEqual(expect.arrayContaining(['get_plan', 'list_books', 'search_book']));
    await ending(agent);
  });
});

describe('the stdio process', () => {
  const say = (method: string, id?: number, params: object = {}) =>
    `${JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, params })}\n`;
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

  it('writes only protocol messages to stdout and exits when stdin ends', async () => {
    const child = start('mcp', { LOG_LEVEL: 'trace' });
    const [errors, ended] = [text(child.stderr), once(child, 'exit')];
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value ?? '');
    child.stdin.write(say('initialize', 1, hello));
    expect(await next()).toMatchObject({ id: 1, result: { serverInfo: { name: 'fabula' } } });
    child.stdin.write(say('notifications/initialized'));
    child.stdin.write('this is not the protocol\n');
    child.stdin.write(say('tools/call', 2, { name: 'no_such_tool' }));
    child.stdin.write(say('tools/call', 3, { name: 'list_books', arguments: null }));
    child.stdin.write(say('tools/call', 4, { name: 'list_books', arguments: { limit: 'many' } }));
    child.stdin.write(say('tools/call', 5, { name: 5 }));
    const answers = [await next(), await next(), await next(), await next(), await next()].sort((a, b) => a.id - b.id);
    expect(answers.map(({ id, error, result }) => [id, error?.code ?? result.isError ?? false])).toEqual([
      [null, -32700],
      [2, -32602],
      [3, false],
      [4, true],
      [5, -32602],
    ]);
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect((await lines.next()).done).toBe(true);
    expect(await errors).not.toContain('fab_live_');
  });

  it('exits on an overlong message and on SIGTERM', async () => {
    const flooded = start('mcp', {});
    flooded.stdout.resume();
    flooded.stderr.resume();
    flooded.stdin.on('error', () => {});
    const ended = once(flooded, 'exit');
    flooded.stdin.write('x'.repeat(11 * 1024 * 1024));
    expect(await ended).toEqual([0, null]);
    const stopped = start('mcp', {});
    stopped.stdin.write(say('initialize', 1, hello));
    await once(stopped.stdout, 'data');
    stopped.kill('SIGTERM');
    expect(await once(stopped, 'exit')).toEqual([0, null]);
  });

  it.each([
    ['an unknown key', { FABULA_API_KEY: `fab_live_${'x'.repeat(43)}` }, [], 'FABULA_API_KEY: This key is unknown'],
    ['no key', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, [], 'Set FABULA_API_KEY to a key'],
    ['an unknown feature', {}, ['--features', 'poems'], '--features: must be of'],
    ['an unexpected argument', {}, ['now'], 'Unexpected argument now.'],
  ])('reports %s in one line', async (_what, env, args, message) => {
    const here = startHere(['mcp', ...args], environment(env));
    const [out, exitCode] = await Promise.all([text(here.output), here.ended]);
    expect([out, exitCode]).toEqual(['', 2]);
    const said = here
      .stderr()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    expect(said).toEqual([expect.stringContaining(message)]);
  });
});

describe('stdio without a server', () => {
  // Each case starts an engine, so CI runs one of the clients.
  it.each(proof(agentNames.slice(0, 1), [...agentNames]))('works with the %s', async (name) => {
    await stop(server);
    const agent = await overStdio(name, command({ FABULA_API_KEY: firstKey }));
    await listsAndReads(agent);
    await closing(agent);
  });
});
