import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { rosters } from '../src/domain/leaving/port/formats/roster.ts';
import { environment } from '../src/environment.ts';
import { parseRoute } from '../src/faces/faces.ts';
import { operations } from '../src/operations.ts';
import { schema } from '../src/schema.ts';
import { generatedPages, withTables } from '../src/scripts/tables.ts';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const readme = read('README.md');
const pagesOf = (folder: string) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}${name}`);
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'src/executor/README.md', 'src/sql/pool/README.md'],
  ...pagesOf('docs/'),
  ...pagesOf('docs/decisions/'),
];

it.each(generatedPages)('%s matches the code (npm run generate)', (page) => {
  const text = read(page);
  expect(withTables(text, page)).toBe(text);
});

it('README stays within 8 KB', () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8 * 1024);
});

it('the index of decisions lists each record once, in order', () => {
  const records = pagesOf('docs/decisions/').filter((page) => !page.endsWith('/README.md'));
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(
    ([, name = '']) => name,
  );
  expect(listed).toEqual(records.map((page) => page.slice('docs/decisions/'.length)).sort());
});

it('README and CONTRIBUTING mention every npm script', () => {
  const text = readme + read('CONTRIBUTING.md');
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts).filter((name) => !/^(start|test)$/.test(name));
  expect(scripts.filter((name) => !text.includes(`npm run ${name}`) && !text.includes(`npm run -s ${name}`))).toEqual(
    [],
  );
});

describe.each(pages)('%s', (page) => {
  const text = read(page);
  const all = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, first = '', second = '']) => [first, second] as const);

  it('mentions only existing npm scripts', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    expect(all(/npm run (?:-s )?([\w:]+)/g).filter(([name]) => !scripts.includes(name))).toEqual([]);
  });

  it('links only to existing files and headings', () => {
    const broken = all(/\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?\)/g).filter(([path, anchor]) => {
      const target = new URL(path || page.split('/').at(-1) || '', new URL(page, root));
      return !existsSync(target) || (anchor && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor.slice(1)));
    });
    expect(broken).toEqual([]);
  });

  it('mentions only existing routes', () => {
    const routes = operations.flatMap(({ rest }) =>
      rest ? [plain(`${parseRoute(rest).method} ${parseRoute(rest).path}`)] : [],
    );
    const known = [...routes, 'GET /v1'];
    const named = all(/`(GET|POST|PATCH|DELETE) (\/v1[^`\s?]*)/g).map(([method, path]) => plain(`${method} ${path}`));
    expect(named.filter((route) => !known.includes(route))).toEqual([]);
  });

  it('contains only GraphQL that is valid against the schema', () => {
    for (const [document] of all(/```graphql\n(.*?)```/gs)) expect(validate(schema, parse(document))).toEqual([]);
  });

  it('contains only valid JSON', () => {
    for (const [json] of all(/```json\n(.*?)```/gs)) expect(() => JSON.parse(json)).not.toThrow();
  });

  it('mentions only existing settings', () => {
    const known = [
      ...Object.keys(environment.shape),
      'NO_COLOR',
      'FABULA_API_KEY',
      'FABULA_KEY',
      'FABULA_URL',
      'TEST_DATABASE_URL',
      'PROPERTY_SEED',
      'BENCH_DATABASE_URL',
    ];
    const named = all(/`([A-Z]{2,}_[A-Z_]+)(?:=[^`]*)?`/g).map(([name]) => name);
    expect(named.filter((name) => !known.includes(name) && !name.startsWith('LIMIT_'))).toEqual([]);
  });
});

/** The cells in the first column of the table that has a row with this beginning. */
function firstColumnWith(text: string, row: string): string {
  const tables = text.split('\n\n').filter((block) => block.split('\n').some((line) => line.startsWith(row)));
  return tables.flatMap((block) => block.split('\n').map((line) => line.split('|')[1])).join();
}

it.each(rosters)('docs/records.md has a table with the fields and the maximum of $export.member', (roster) => {
  const { name, export: exported } = roster;
  const column = firstColumnWith(
    read('docs/records.md'),
    `| ${name.replaceAll('_', ' ')}s of a book | ${exported.max}`,
  );
  expect(Object.keys(exported.shape.shape).filter((field) => !column.includes(`\`${field}\``))).toEqual([]);
});

it('docs/contract.md names each mutation and tool that takes a version', () => {
  const [, section = ''] = read('docs/contract.md').split('**Stale writes.**');
  const taking = operations.filter(({ answer }) =>
    schema
      .getMutationType()
      ?.getFields()
      [answer]?.args.some(({ name }) => name === 'expectedVersion'),
  );
  const tools = taking.flatMap(({ tool }) => (tool && !tool.without?.includes('expectedVersion') ? tool.name : []));
  const named = [...taking.map(({ answer }) => answer), ...tools];
  expect(named.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

it('docs/dangers.md names existing tests for each danger', () => {
  const rows = read('docs/dangers.md')
    .split('\n')
    .filter((line) => line.startsWith('| **'));
  expect(rows.length).toBeGreaterThanOrEqual(16);
  for (const row of rows) {
    const files = [...row.matchAll(/\]\(\.\.\/(test\/[\w/.-]+\.test\.ts)\)/g)].map(([, file = '']) => file);
    expect(files, row).not.toEqual([]);
    for (const file of files) expect(existsSync(new URL(file, root)), file).toBe(true);
  }
});

const plain = (route: string) => route.replace(/\{\w+\}/g, '{}');

/** The anchors of a page's headings, as GitHub generates them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
