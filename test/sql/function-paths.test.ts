import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/commands/migrate-records.ts';
import { connect } from '../../src/sql/connect.ts';
import { lifeOf } from '../support/book-life.ts';
import { newDatabase } from '../support/database.setup.ts';
import { ownService } from '../support/faces.ts';
import { makeScratch } from '../support/scratch.ts';
import { createDatabase, dropDatabase, onServer } from '../support/server-databases.ts';
import { serviceWith } from '../support/service-with.ts';

const { url: serverUrl, socketPath } = inject('database');

describe('the functions of the schema', () => {
  const own = ownService();
  const database = connect({ url: serverUrl, socketPath, prepare: true });
  afterAll(() => database.close());

  it('have a search path of their own', async () => {
    const free = await database.read`
      SELECT p.oid::regprocedure::text AS name FROM pg_proc p
      WHERE p.pronamespace = current_schema()::regnamespace
        AND NOT coalesce(p.proconfig::text LIKE '%search_path=%', false)`;
    expect(free).toEqual([]);
  });

  it('work in a session whose search path is empty', async () => {
    const bookId = await own.newBook();
    const chapterId = await own.newChapter(bookId, { content: 'Rain.' });
    const eventsOf = async () => (await own.http('GET', '/v1/events?limit=100')).json.data as { type: string }[];
    const before = (await eventsOf()).length;
    await database.write.begin(async (tx) => {
      const [at] = await tx<{ schema: string }[]>`SELECT current_schema() AS schema`;
      await tx`SELECT set_config('search_path', '', true)`;
      for (const change of [
        `UPDATE ${at?.schema}.chapter SET title = 'The quiet bell', version = version + 1 WHERE id = '${chapterId}'`,
        `UPDATE ${at?.schema}.chapter_text SET middle = 'A foghorn answered.' WHERE chapter_id = '${chapterId}'`,
      ])
        await tx.unsafe(change);
    });
    const types = (await eventsOf()).slice(before).map(({ type }) => type);
    expect(types).toContain('chapter.updated');
    for (const word of ['quiet', 'foghorn']) {
      const found = await own.http('GET', `/v1/books/${bookId}/search?q=${word}`);
      expect(found.json.data, word).toHaveLength(1);
    }
  });
});

describe.skipIf(!serverUrl)('a dump by PostgreSQL', () => {
  const run = promisify(execFile);
  const names = ['source', 'whole', 'filled'].map((name) => `fabula_dump_${name}_${process.pid}`);
  const [source = '', whole = '', filled = ''] = names;
  const folder = makeScratch('fabula-dump-');
  const { own } = serviceWith({ text: true, speech: true }, {}, () => newDatabase(serverUrl ?? '', source));
  afterAll(async () => {
    for (const name of names) await dropDatabase(serverUrl ?? '', name);
    await rm(await folder, { recursive: true });
  });
  const urlOf = (name: string) => Object.assign(new URL(serverUrl ?? ''), { pathname: `/${name}` }).href;

  /** Tables that the service does not touch by itself. */
  const quiet = ['book', 'chapter', 'chapter_text', 'character', 'conflict', 'narration'];

  /** A digest of each table. */
  const contentOf = (name: string) =>
    onServer(urlOf(name), async (sql) => {
      const tables = await sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
      const digest = (table: string) =>
        sql.unsafe(`SELECT count(*)::int, md5(string_agg(t::text, ',' ORDER BY t::text)) FROM "${table}" t`);
      return Promise.all(tables.map(async ({ name: table }) => [table, ...(await digest(table))]));
    });

  it('is restored as a whole, and as data into a schema that is there', async () => {
    await lifeOf(own);
    const file = join(await folder, 'dump');
    await run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, urlOf(source)]);

    await createDatabase(serverUrl ?? '', whole);
    await run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${urlOf(whole)}`, file]);
    const content = await contentOf(whole);
    const quietOf = (all: typeof content) => all.filter(([table]) => quiet.includes(String(table)));
    expect(quietOf(content)).toEqual(quietOf(await contentOf(source)));
    expect(quietOf(content).map(([table, { count }]) => [table, count > 0])).toEqual(
      quiet.map((table) => [table, true]),
    );
    const restored = connect({ url: urlOf(whole), socketPath: undefined, prepare: true });
    expect(await migrate(restored.write)).toEqual([]);
    await restored.close();

    await newDatabase(serverUrl ?? '', filled);
    await onServer(urlOf(filled), async (sql) => {
      const tables = await sql`SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`;
      await sql.unsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
    });
    await run('pg_restore', [
      '--data-only',
      '--schema=public',
      '--disable-triggers',
      '--exit-on-error',
      `--dbname=${urlOf(filled)}`,
      file,
    ]);
    expect(await contentOf(filled)).toEqual(content);
  }, 120_000);
});
