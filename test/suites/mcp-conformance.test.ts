import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { root } from './support/paths.ts';
import { type KeyProxy, withKey } from './support/proxy.ts';
import { type Ran, run } from './support/run.ts';
import { report } from './support/say.ts';

/** Scenarios that are expected to fail, each with a reason. */
const expectedFailures = join(root, 'test/mcp/conformance/expected-failures.yml');

let proxy: KeyProxy;
let results = '';

beforeAll(async () => {
  proxy = await withKey(inject('url'), inject('key'));
  results = await mkdtemp(join(tmpdir(), 'fabula-conformance-'));
});
afterAll(async () => {
  proxy.close();
  await rm(results, { recursive: true, force: true });
});

function conformance(...args: string[]): Promise<Ran> {
  return run('conformance', ['server', '--url', `${proxy.url}/mcp`, '-o', results, ...args]);
}

it('/mcp passes the DNS rebinding scenario', async () => {
  const { code, all } = await conformance('--scenario', 'dns-rebinding-protection');
  const [passed = ''] = /Passed: \d+\/\d+/.exec(all) ?? [];
  report('mcp conformance, dns-rebinding-protection', passed);
  expect(all).toContain('Passed: 2/2, 0 failed');
  expect(code, all).toBe(0);
});

it('/mcp passes every scenario except the listed ones', async () => {
  const { code, all } = await conformance('--suite', 'all', '--expected-failures', expectedFailures);
  const [total = ''] = /Total: .*/.exec(all) ?? [];
  report('mcp conformance, all scenarios', `${total}; ${/Baseline check[^.]*/.exec(all)?.[0]}`);
  expect(all).toContain('Baseline check passed');
  expect(code, all).toBe(0);
});
