import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { run } from './support/run.ts';
import { report } from './support/say.ts';

let folder = '';
let file = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-openapi-'));
  file = join(folder, 'openapi.json');
  await writeFile(file, await (await fetch(`${inject('url')}/openapi.json`)).text());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the OpenAPI document passes Redocly', async () => {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { code, out, all } = await run(
    'redocly',
    ['lint', file, '--config', 'redocly.yaml', '--format', 'json'],
    quiet,
  );
  expect(out, all).toMatch(/^\{/);
  const { totals, problems } = JSON.parse(out);
  report('redocly lint', `${totals.errors} errors, ${totals.warnings} warnings`);
  expect(problems).toEqual([]);
  expect(code).toBe(0);
});

it('the OpenAPI document passes Spectral', async () => {
  const { code, out, all } = await run('spectral', [
    'lint',
    file,
    '--ruleset',
    '.spectral.yaml',
    '--format',
    'json',
    '--quiet',
    '--fail-severity',
    'warn',
  ]);
  expect(out, all).toMatch(/^\[/);
  const found: { severity: number; code: string; path: string[]; message: string }[] = JSON.parse(out);
  const errors = found.filter(({ severity }) => severity === 0).length;
  report('spectral lint', `${errors} errors, ${found.length - errors} warnings and hints`);
  expect(found.map(({ code: rule, path, message }) => `${rule} ${path.join('/')}: ${message}`)).toEqual([]);
  expect(code).toBe(0);
});
