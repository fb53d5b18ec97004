import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { root } from './support/paths.ts';
import { type KeyProxy, withKey } from './support/proxy.ts';
import { type Ran, run } from './support/run.ts';
import { report } from './support/say.ts';

const folder = join(root, 'test/mcp/conformance');

let fixtures: ChildProcess;
const proxies: Record<'fixtures' | 'service', KeyProxy | undefined> = { fixtures: undefined, service: undefined };
let results = '';

beforeAll(async () => {
  results = await mkdtemp(join(tmpdir(), 'fabula-conformance-'));
  fixtures = spawn(process.execPath, [join(folder, 'server.ts')], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DATA_DIR: join(results, 'data') },
  });
  const { url, key } = JSON.parse(await firstLine(fixtures));
  proxies.fixtures = await withKey(url, key);
  proxies.service = await withKey(inject('url'), inject('key'));
});
afterAll(async () => {
  for (const proxy of Object.values(proxies)) proxy?.close();
  fixtures.stdin?.end();
  if (fixtures.exitCode === null) await once(fixtures, 'exit');
  await rm(results, { recursive: true, force: true });
});

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('The server of the fixtures did not start.');
}

function conformance(proxy: KeyProxy | undefined, ...args: string[]): Promise<Ran> {
  return run('conformance', ['server', '--url', `${proxy?.url}/mcp`, '-o', results, ...args]);
}

/** The scenarios that fail, from the table of the README, in a file as the suite reads it. */
async function expectedFailures(): Promise<{ scenarios: string[]; file: string }> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const scenarios = [...readme.matchAll(/^\| `([\w-]+)` \| \S/gm)].map(([, scenario = '']) => scenario);
  const file = join(results, 'expected-failures.yml');
  await writeFile(file, `server:\n${scenarios.map((scenario) => `  - ${scenario}\n`).join('')}`);
  return { scenarios, file };
}

it('/mcp of the service passes the scenarios that need no fixtures', async () => {
  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']) {
    const { code, all } = await conformance(proxies.service, '--scenario', scenario);
    expect(all).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    expect(code, all).toBe(0);
  }
});

it('the face passes every scenario except those in the table', async () => {
  const { scenarios, file } = await expectedFailures();
  const { code, all } = await conformance(proxies.fixtures, '--suite', 'all', '--expected-failures', file);
  const [total = ''] = /Total: .*/.exec(all) ?? [];
  report('mcp conformance', `${total}; ${scenarios.length} scenarios are expected to fail`);
  expect(all).toContain('Baseline check passed');
  expect(code, all).toBe(0);
});
