import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RecordDeclaration } from '../../src/record.ts';
import { files, roomOf, roomsBelow, root, textOf } from '../support/rooms.ts';

const migrations = resolve(root, 'sql/migrations');
const schema = readdirSync(migrations).map((name) => readFileSync(resolve(migrations, name), 'utf8'));
const tables = new Set(
  schema.flatMap((sql) => [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)].map(([, name = '']) => name)),
);

/** The rooms of tables that no record declares, or that another room keeps than the one whose data they hold. */
const keepers: Readonly<Record<string, readonly string[]>> = {
  // Its row has columns of the plan, of the chosen cover and of the published version.
  book: ['domain/story/book', 'domain/story/plan', 'domain/making/cover', 'domain/leaving/publication'],
  bucket: ['sql'],
  idempotency_key: ['sql'],
  storage_change: ['limits'],
  storage_mark: ['limits'],
  storage_source: ['limits'],
  storage_total: ['limits'],
  search_passage: ['domain/text/search'],
  search_source: ['domain/text/search'],
  event_source: ['domain/leaving/event'],
  reader_slug: ['domain/leaving/publication'],
  reading_salt: ['domain/leaving/analytics'],
  sign_in_code: ['domain/story/account'],
};

const declared = await Promise.all(
  files
    .filter((file) => /^domain\/.*record\.ts$/.test(file))
    .map(async (file) => ({
      room: roomOf(file),
      records: Object.values<RecordDeclaration>(await import(resolve(root, file))),
    })),
);

/** The rooms that may write a table: those whose records declare it. */
function roomsOf(table: string): readonly string[] {
  const holds = (one: RecordDeclaration) => one.table === table || Object.hasOwn(one.tables ?? {}, table);
  return keepers[table] ?? declared.filter((one) => one.records.some(holds)).map(({ room }) => room);
}

interface Use {
  room: string;
  table: string;
  at: string;
  writes: boolean;
}

/** The tables that the statements of a file name. */
function usesIn(file: string, source = textOf(file)): Use[] {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const named =
    /\b(INSERT INTO|DELETE FROM|(?<!\bFOR |\bKEY )UPDATE|FROM|JOIN|USING)\s+([a-z_]+)\b|(,)\s+([a-z_]+) [a-z]\b/g;
  return [...text.matchAll(named)]
    .map(([, verb = '', table = '', comma, next = '']) => (comma ? [comma, next] : [verb, table]))
    .filter(([, table = '']) => tables.has(table))
    .map(([verb = '', table = '']) => ({
      room: roomOf(file),
      table,
      at: `${file}: ${verb} ${table}`,
      writes: /INSERT|DELETE|UPDATE/.test(verb),
    }));
}

const uses = files.flatMap((file) => usesIn(file));

describe('the statements of a room', () => {
  it('know the rooms of all tables', () => {
    expect(uses.length).toBeGreaterThan(300);
    expect([...tables].filter((table) => roomsOf(table).length === 0)).toEqual([]);
  });

  it('are found in each form, without comments and locks', () => {
    const text = `
      // UPDATE event
      WITH a AS (INSERT INTO note SELECT FROM book b, chapter c LEFT JOIN run r ON true) DELETE FROM cover USING account
      WHERE x IN (SELECT FROM proposal FOR UPDATE) ... UPDATE event e SET y = 1, run r`;
    const found = usesIn('domain/text/note/store.ts', text).map(({ at, writes }) => `${at.split(': ')[1]} ${writes}`);
    expect(found).toEqual([
      'INSERT INTO note true',
      'FROM book false',
      ', chapter false',
      'JOIN run false',
      'DELETE FROM cover true',
      'USING account false',
      'FROM proposal false',
      'UPDATE event true',
      ', run false',
    ]);
  });

  it('write only its own tables', () => {
    expect([
      ...new Set(
        uses.filter(({ writes, room, table }) => writes && !roomsOf(table).includes(room)).map(({ at }) => at),
      ),
    ]).toEqual([]);
  });

  it('read only its own tables and those of rooms below it', () => {
    const may = (room: string, table: string) =>
      roomsOf(table).some((owner) => owner === room || roomsBelow(room).has(owner));
    expect([...new Set(uses.filter(({ room, table }) => !may(room, table)).map(({ at }) => at))]).toEqual([]);
  });

  it('name present and former texts in one room', () => {
    const ofTexts = uses.filter(({ table }) => ['chapter_text', 'chapter_revision'].includes(table));
    expect(new Set(ofTexts.map(({ room }) => room))).toEqual(new Set(['domain/text/texts']));
  });
});
