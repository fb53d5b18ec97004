import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { columnOf, isRoster, searchedOf } from '../src/record.ts';
import { records } from '../src/records.gen.ts';
import { recordFiles } from '../src/scripts/records.ts';
import { connect } from '../src/sql/connect.ts';

const { url, socketPath } = inject('database');
const database = connect({ url, socketPath, prepare: true });
afterAll(() => database.close());

const read = (path: string) => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8');
const tablesOf = ({ table, tables = {} }: (typeof records)[number]) => [table, ...Object.keys(tables)];

describe('record declarations', () => {
  it('match the generated files (npm run generate)', async () => {
    const { list, prefixes, events } = await recordFiles();
    const generated = ['records.gen.ts', 'ids/id-prefixes.gen.ts', 'domain/leaving/event/event-types.gen.ts'];
    expect(generated.map(read)).toEqual([list, prefixes, events]);
  });

  it('have unique names and id prefixes', () => {
    const [names, prefixes] = [records.map(({ name }) => name), records.flatMap(({ prefix }) => prefix ?? [])];
    expect([new Set(names).size, new Set(prefixes).size]).toEqual([names.length, prefixes.length]);
  });

  it('cover every table with a book id', async () => {
    const rows = await database.read<{ table: string }[]>`
      SELECT table_name AS "table" FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name = 'book_id' ORDER BY 1`;
    const declared = new Set(records.flatMap(tablesOf));
    expect(rows.map(({ table }) => table).filter((table) => !declared.has(table))).toEqual([]);
  });

  it('name only existing tables and columns', async () => {
    const rows = await database.read<{ name: string }[]>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema()`;
    const known = new Set(rows.map(({ name }) => name));
    const named = records.flatMap((record) => [
      ...Object.keys(searchedOf(record)?.texts ?? {}).map((member) => `${record.table}.${columnOf(member)}`),
      ...(isRoster(record) ? Object.keys(record.export.shape.shape) : []).map(
        (member) => `${record.table}.${columnOf(member)}`,
      ),
    ]);
    const tables = new Set(rows.map(({ name }) => name.split('.')[0]));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect(records.flatMap(tablesOf).filter((table) => !tables.has(table))).toEqual([]);
  });

  it('are deleted with their book: by foreign key, trigger (search) or age (events, watched books)', async () => {
    const rows = await database.read<{ table: string }[]>`
      SELECT DISTINCT c.table_name AS "table" FROM information_schema.columns c
      WHERE c.table_schema = current_schema() AND c.column_name = 'book_id' AND NOT EXISTS (
        SELECT FROM pg_constraint k WHERE k.conrelid = format('%I', c.table_name)::regclass AND k.contype = 'f' AND k.confdeltype = 'c'
      ) ORDER BY 1`;
    expect(rows.map(({ table }) => table)).toEqual(['event', 'search_passage', 'watched_book']);
  });

  it('have one trigger for events, space and passages', async () => {
    const announced = records.filter(({ events }) => 'created' in events).map(({ table }) => table);
    // Bits 2 and 4 of tgtype: insert and update.
    const rows = await database.read<{ triggers: string[] }[]>`
      SELECT array_agg(t.tgname::text ORDER BY t.tgname) AS triggers FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND t.tgtype & 20 > 0 AND c.relname::text = ANY(${announced}::text[])
      GROUP BY c.relname`;
    expect(rows).toHaveLength(announced.length);
    for (const { triggers } of rows) expect(triggers).toEqual(['follow_insert', 'follow_update']);
  });
});
