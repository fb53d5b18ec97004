import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { authorizationOf } from '../../src/graphql/execute.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { samples } from '../registers/all.ts';
import { firstBefore, sampleFor } from '../registers/sample.ts';
import {
  faceNames,
  facesOf,
  graphql,
  hasRest,
  http,
  type Ids,
  type Json,
  refusal,
  sampleOf,
  tool,
} from '../support/faces.ts';
import { newSampleRecords } from '../support/sample-records.ts';
import { startService, type TestService } from '../support/service.ts';
import { inTurn } from '../support/turns.ts';

let service: TestService;
let key: string;
let book: string;

beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
  book = `/v1/books/${(await post('/v1/books', { premise: 'Two sisters share one lighthouse.' })).id}`;
});
afterAll(() => service.close());

const post = async (path: string, body: object): Promise<Json> =>
  (await http(service.url, key, 'POST', path, body)).json.data;
const ask = (method: string, path: string, body?: object, ifMatch?: string) =>
  http(service.url, key, method, path, body, ifMatch ? { 'if-match': ifMatch } : {});

describe('If-Match on a change of one record (contract 9)', () => {
  it.each([
    ['chapter', async () => `${book}/chapters/${(await post(`${book}/chapters`, {})).id}`],
    ['character', async () => `${book}/characters/${(await post(`${book}/characters`, { name: 'Ada' })).id}`],
    ['book', async () => `/v1/books/${(await post('/v1/books', { premise: 'A book to be deleted again.' })).id}`],
  ])('a stale version prevents the deletion of a %s, the current one allows it', async (_what, make) => {
    const path = await make();
    const { status, json } = await ask('DELETE', path, undefined, '"7"');
    expect([status, json.error.code]).toEqual([409, 'conflict']);
    expect(json.error.current.id).toBe(path.split('/').at(-1));
    expect((await ask('GET', path)).status).toBe(200);
    expect((await ask('DELETE', path, undefined, '"1"')).status).toBe(200);
    expect((await ask('GET', path)).status).toBe(404);
  });

  it('a stale version prevents moving a chapter and publishing a book', async () => {
    const chapter = await post(`${book}/chapters`, { content: 'Here.' });
    expect((await ask('POST', `${book}/chapters/${chapter.id}/move`, { order: 1 }, '"9"')).status).toBe(409);
    expect((await ask('POST', `${book}/publish`, { publish: true }, '"9"')).status).toBe(409);
    expect((await ask('GET', book)).json.data.publishedAt).toBeNull();
  });

  it('a displaced chapter keeps its version, and its old ETag never answers 304', async () => {
    const [first, second] = [await post(`${book}/chapters`, {}), await post(`${book}/chapters`, {})];
    const path = `${book}/chapters/${first.id}`;
    const before = (await ask('GET', path)).headers.get('etag') ?? '';
    await ask('POST', `${book}/chapters/${second.id}/move`, { order: first.order });
    const after = await http(service.url, key, 'GET', path, undefined, { 'if-none-match': before });
    expect([after.status, after.json.data.order, after.json.data.version]).toEqual([
      200,
      first.order + 1,
      first.version,
    ]);
  });

  it('the current record of a conflict is accepted as a patch', async () => {
    const { id } = await post(`${book}/characters`, { name: 'Ada' });
    const { json } = await ask('PATCH', `${book}/characters/${id}`, { name: 'Eve' }, '"9"');
    expect((await ask('PATCH', `${book}/characters/${id}`, { ...json.error.current, name: 'Eve' })).status).toBe(200);
  });
});

it('recounts words when the language of a book changes (contract 5)', async () => {
  const { id } = await post('/v1/books', { premise: 'A book that changes its tongue.' });
  await post(`/v1/books/${id}/chapters`, { content: '我们在灯塔里等待暴风雨。' });
  const words = async () => (await ask('GET', `/v1/books/${id}`)).json.data.wordCount;
  const before = await words();
  const { json } = await ask('PATCH', `/v1/books/${id}`, { language: 'th' });
  expect(json.data.wordCount).toBe(await words());
  await ask('PATCH', `/v1/books/${id}`, { language: 'en' });
  expect(await words()).toBe(before);
});

it('rejects selecting more of a book with books:write only (contract 2)', async () => {
  const writer = await service.newKey({ scopes: ['books:write'] });
  const created = await graphql(
    service.url,
    writer,
    'mutation { createBook(input: { premise: "Written blindly." }) { id } }',
  );
  const document = 'mutation($b: ID!) { updateBook(bookId: $b, patch: {}) { title chapters { content } } }';
  await expect(graphql(service.url, writer, document, { b: created.createBook.id })).rejects.toMatchObject({
    code: 'insufficient_scope',
    body: { required_scope: 'books:read', granted_scopes: ['books:write'] },
  });
});

const makes = /^(create|add)[A-Z]/;
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const guarded = mutations.filter(({ args }) => args.some(({ name }) => name === 'expectedVersion'));

describe('expectedVersion (contract 9)', () => {
  it('is an argument of every change of a versioned record', () => {
    const others = mutations.filter(
      (field) =>
        !guarded.includes(field) &&
        !makes.test(field.name) &&
        authorizationOf(field.extensions).scope !== 'generation:run',
    );
    expect(others.map(({ name }) => name).sort()).toEqual(
      [...samples].flatMap(([name, { unversioned }]) => (unversioned ? [name] : [])).sort(),
    );
  });

  it('is an argument of every tool that changes a record in place', () => {
    const tools = operations.filter(({ tool: one, answer }) => one && guarded.some(({ name }) => name === answer));
    const namesOf = (list: readonly Operation[]) => list.map(({ tool: one }) => one?.name ?? '').sort();
    const without = namesOf(tools.filter(({ tool: one }) => one?.without?.includes('expectedVersion')));
    const removes = (name: string) => /^(delete|remove)_/.test(name);
    expect(without.filter((name) => !removes(name))).toEqual(['adopt_outline_variant', 'publish_book', 'set_plan']);
    // The tools of a roster remove a record without its version. A chapter has prose.
    expect(namesOf(tools).filter((name) => removes(name) && !without.includes(name))).toEqual(['delete_chapter']);
  });
});

const tables = [
  'book',
  'chapter',
  'chapter_text',
  'chapter_revision',
  'chapter_recap',
  ...rosters.map(({ table }) => table),
];
async function rowsOf({ bookId = '' }: Ids): Promise<Json> {
  const { read } = service.database;
  const of = read`(SELECT account_id FROM book WHERE id = ${bookId})`;
  return Promise.all(
    tables.map(
      (table) =>
        read`SELECT to_jsonb(t) AS row FROM ${read(table)} t WHERE account_id = ${of} ORDER BY to_jsonb(t)::text`,
    ),
  );
}

// save_chapter shares its field with another tool.
const isMain = ({ answer, rest }: Operation) => hasRest(answer) === Boolean(rest);
/** The faces, and which changes each offers with the version that the caller has seen. */
const versionedFaces: Parameters<typeof inTurn>[0] = [
  ['REST', null, (operation) => operation.rest && isMain(operation)],
  ['GraphQL', null, isMain],
  ['MCP', null, ({ tool: one }) => one && !one.without?.includes('expectedVersion')],
];

describe.each(faceNames)('expectedVersion through %s (contract 9)', (name) => {
  const offered = inTurn(
    versionedFaces,
    name,
    operations.filter(({ answer }) => guarded.some((field) => field.name === answer)),
  );

  it.each(offered)('prevents a lost update: $document.definitions.0.name.value', async (operation) => {
    const { answer, body, tool: agents } = operation;
    const mine = await service.newKey();
    const ids = await newSampleRecords(service, mine);
    const [rest] = facesOf(service.url, mine);
    const input = sampleOf(operation, ids);
    const { reader = 'chapter' } = sampleFor(operation);
    const first = firstBefore(operation);
    if (first) await rest?.call(first.answer, sampleOf(first, ids));
    const ask = async (expectedVersion: number): Promise<Json> => {
      const { [body?.[0] ?? '']: sent, ...others } = input;
      if (name === 'MCP')
        return tool(service.url, mine, agents?.name ?? '', { ...others, ...(sent as object), expectedVersion });
      return facesOf(service.url, mine)
        .find((face) => face.name === name)
        ?.call(answer, { ...input, expectedVersion });
    };
    const rows = await rowsOf(ids);
    const { code, body: refused } = await refusal(ask(999));
    const current = refused.current as Json;
    expect(code).toBe('conflict');
    const read = reader && (await rest?.call(reader, sampleOf(operationOf(reader), ids)));
    if (read) {
      const { content, ...shown } = read;
      const { content: _same, ...compared } = current;
      // A tool returns other fields of a record than REST; every conflict has the version.
      const isShared = ([member]: [string, unknown]) => member in shown;
      if (name === 'MCP') expect(shown).toMatchObject(Object.fromEntries(Object.entries(compared).filter(isShared)));
      else expect(compared).toMatchObject(shown);
      // MCP clients read prose in pieces; other clients can merge with the present text.
      expect(current.content).toBe(name === 'MCP' ? undefined : content);
    }
    expect(await rowsOf(ids)).toEqual(rows);
    await ask(current.version);
    expect((await rowsOf(ids)).length).toBe(tables.length);
  });
});

const operationOf = (answer: string) => {
  const found = operations.find((one) => one.answer === answer && one.rest);
  if (!found) throw new Error(`Nothing reads ${answer}.`);
  return found;
};

it('returns only permitted fields of a conflict to a key with books:write (contract 2, 9)', async () => {
  const account = 'an account with a write-only key';
  const [owner, writer] = [
    await service.newKey({ account }),
    await service.newKey({ account, scopes: ['books:write'] }),
  ];
  const ids = await newSampleRecords(service, owner);
  const path = `/v1/books/${ids.bookId}/chapters/${ids.chapterId}`;
  const { status, json } = await http(service.url, writer, 'PATCH', path, { title: 'X' }, { 'if-match': '"9"' });
  expect([status, json.error.current]).toMatchObject([409, { id: ids.chapterId, version: 2 }]);
  expect(json.error.current).not.toHaveProperty('content');
});
