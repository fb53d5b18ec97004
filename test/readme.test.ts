import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { withTables } from '../docs/tables.ts';
import { lineOf } from '../src/adapters/faces.ts';
import { environment } from '../src/config.ts';
import { schema } from '../src/graphql/schema.ts';
import { operations } from '../src/operations.ts';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const readme = read('README.md');
const pages = [
  'README.md',
  ...readdirSync(new URL('docs/', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

it('README shows the operations and the configuration as the code has them (npm run generate)', () => {
  expect(withTables(readme)).toBe(readme);
});

it('README names every command', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts).filter(
    (name) => !/^(start|test|check)/.test(name),
  );
  expect(
    scripts.filter((name) => !readme.includes(`npm run ${name}`) && !readme.includes(`npm run -s ${name}`)),
  ).toEqual([]);
});

describe.each(pages)('%s', (page) => {
  const text = read(page);
  const all = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, first = '', second = '']) => [first, second] as const);

  it('names only commands that exist', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    expect(all(/npm run (?:-s )?([\w:]+)/g).filter(([name]) => !scripts.includes(name))).toEqual([]);
  });

  it('links only to files and headings that are there', () => {
    const broken = all(/\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?\)/g).filter(([path, anchor]) => {
      const target = new URL(path || page.split('/').at(-1) || '', new URL(page, root));
      return !existsSync(target) || (anchor && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor.slice(1)));
    });
    expect(broken).toEqual([]);
  });

  it('names only routes that exist', () => {
    const routes = operations.flatMap(({ rest }) =>
      rest ? [plain(`${lineOf(rest).method} ${lineOf(rest).path}`)] : [],
    );
    const known = [...routes, 'GET /v1'];
    const named = all(/`(GET|POST|PATCH|DELETE) (\/v1[^`\s?]*)/g).map(([method, path]) => plain(`${method} ${path}`));
    expect(named.filter((route) => !known.includes(route))).toEqual([]);
  });

  it('shows only GraphQL that fits the schema', () => {
    for (const [document] of all(/```graphql\n(.*?)```/gs)) expect(validate(schema, parse(document))).toEqual([]);
  });

  it('shows only JSON that can be read', () => {
    for (const [json] of all(/```json\n(.*?)```/gs)) expect(() => JSON.parse(json)).not.toThrow();
  });

  it('names only settings that exist', () => {
    const known = [
      ...Object.keys(environment.shape),
      'FABULA_API_KEY',
      'FABULA_URL',
      'TEST_DATABASE_URL',
      'PROPERTY_RUNS',
      'PROPERTY_SEED',
      'CRASH_ROUNDS',
      'BENCH_DATABASE_URL',
    ];
    const named = all(/`([A-Z]{2,}_[A-Z_]+)(?:=[^`]*)?`/g).map(([name]) => name);
    expect(named.filter((name) => !known.includes(name) && !name.startsWith('LIMIT_'))).toEqual([]);
  });
});

it('docs/dangers.md names tests for each danger, which are there', () => {
  const rows = read('docs/dangers.md')
    .split('\n')
    .filter((line) => line.startsWith('| **'));
  expect(rows).toHaveLength(15);
  for (const row of rows) {
    const files = [...row.matchAll(/\]\(\.\.\/(test\/[\w/.-]+\.test\.ts)\)/g)].map(([, file = '']) => file);
    expect(files, row).not.toEqual([]);
    for (const file of files) expect(existsSync(new URL(file, root)), file).toBe(true);
  }
});

const plain = (route: string) => route.replace(/\{\w+\}/g, '{}');

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
