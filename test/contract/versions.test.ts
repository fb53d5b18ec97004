import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizationOf } from '../../src/graphql/execute.ts';
import { schema } from '../../src/graphql/schema.ts';
import { operations } from '../../src/operations.ts';
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
import { startService, type TestService } from '../support/service.ts';
import { worldOf } from '../support/world.ts';

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

describe('If-Match guards every change of one record (contract 9)', () => {
  it.each([
    ['chapter', async () => `${book}/chapters/${(await post(`${book}/chapters`, {})).id}`],
    ['character', async () => `${book}/characters/${(await post(`${book}/characters`, { name: 'Ada' })).id}`],
    ['book', async () => `/v1/books/${(await post('/v1/books', { premise: 'A book to be deleted again.' })).id}`],
  ])('a stale one keeps a %s from being deleted, the present one lets it go', async (_what, make) => {
    const path = await make();
    const { status, json } = await ask('DELETE', path, undefined, '"7"');
    expect([status, json.error.code]).toEqual([409, 'conflict']);
    expect(json.error.current.id).toBe(path.split('/').at(-1));
    expect((await ask('GET', path)).status).toBe(200);
    expect((await ask('DELETE', path, undefined, '"1"')).status).toBe(200);
    expect((await ask('GET', path)).status).toBe(404);
  });

  it('a stale one keeps a chapter in its place and a book unpublished', async () => {
    const chapter = await post(`${book}/chapters`, { content: 'Here.' });
    expect((await ask('POST', `${book}/chapters/${chapter.id}/move`, { order: 1 }, '"9"')).status).toBe(409);
    expect((await ask('POST', `${book}/publish`, { publish: true }, '"9"')).status).toBe(409);
    expect((await ask('GET', book)).json.data.publishedAt).toBeNull();
  });

  it('a chapter that makes room has a new version, so that nobody is told 304 of its old place', async () => {
    const [first, second] = [await post(`${book}/chapters`, {}), await post(`${book}/chapters`, {})];
    const path = `${book}/chapters/${first.id}`;
    const before = (await ask('GET', path)).headers.get('etag') ?? '';
    await ask('POST', `${book}/chapters/${second.id}/move`, { order: first.order });
    const after = await http(service.url, key, 'GET', path, undefined, { 'if-none-match': before });
    expect([after.status, after.json.data.order]).toEqual([200, first.order + 1]);
  });

  it('takes a conflict’s record back as it was answered, version and all', async () => {
    const { id } = await post(`${book}/characters`, { name: 'Ada' });
    const { json } = await ask('PATCH', `${book}/characters/${id}`, { name: 'Eve' }, '"9"');
    expect((await ask('PATCH', `${book}/characters/${id}`, { ...json.error.current, name: 'Eve' })).status).toBe(200);
  });
});

it('counts words anew when the language of a book changes (contract 5)', async () => {
  const { id } = await post('/v1/books', { premise: 'A book that changes its tongue.' });
  await post(`/v1/books/${id}/chapters`, { content: '我们在灯塔里等待暴风雨。' });
  const words = async () => (await ask('GET', `/v1/books/${id}`)).json.data.wordCount;
  const before = await words();
  const { json } = await ask('PATCH', `/v1/books/${id}`, { language: 'th' });
  expect(json.data.wordCount).toBe(await words());
  await ask('PATCH', `/v1/books/${id}`, { language: 'en' });
  expect(await words()).toBe(before);
});

it('does not let a key that may only write read the rest of a book through what a change answers (contract 2)', async () => {
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

/** Changes without a version to expect, and why. What makes a record or starts a run, which overwrites nothing, is not among them. */
const without: Record<string, string> = {
  importBook: 'it makes a new book',
  reorderChapters: 'it names every chapter of the book itself, and is refused where one came or went',
  waiveFinding: 'a waiver has no version: it is there or not',
  removeWaiver: 'the same',
  deleteOutlineVariant: 'a variant never changes',
  chooseCover: 'a choice replaces a choice, and no picture',
  removeCoverChoice: 'the same',
  deleteCover: 'a picture never changes',
  revokeToken: 'a second time changes nothing',
};
const makes = /^(create|add)[A-Z]/;
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const guarded = mutations.filter(({ args }) => args.some(({ name }) => name === 'expectedVersion'));

describe('what takes the version that its caller read (contract 9)', () => {
  it('is every change of a record that has one', () => {
    const others = mutations.filter(
      (field) =>
        !guarded.includes(field) &&
        !makes.test(field.name) &&
        authorizationOf(field.extensions).scope !== 'generation:run',
    );
    expect(others.map(({ name }) => name).sort()).toEqual(Object.keys(without).sort());
  });

  it('is every tool that changes a book, a chapter or a character in place', () => {
    const tools = operations.filter(
      ({ tool: one, answer }) =>
        one && !one.without?.includes('expectedVersion') && guarded.some(({ name }) => name === answer),
    );
    expect(tools.map(({ tool: one }) => one?.name).sort()).toEqual([
      'restore_revision',
      'save_chapter',
      'update_book',
      'update_chapter',
      'update_character',
      'update_mood_reference',
    ]);
  });
});

/** What has to be done first, so that there is something to bring back. */
const before: Record<string, string> = { restoreBook: 'deleteBook', restoreChapter: 'deleteChapter' };
/** The record that a change is of, by the field that reads it; those without one are in lists alone, or deleted. */
const readerOf: Record<string, string | undefined> = {
  ...Object.fromEntries(guarded.map(({ name }) => [name, 'chapter'])),
  ...Object.fromEntries(
    ['updateBook', 'deleteBook', 'publishBook', 'adoptOutlineVariant'].map((name) => [name, 'book']),
  ),
  updatePlan: 'plan',
  updateCharacter: 'character',
  deleteCharacter: 'character',
  updateConflict: 'conflict',
  removeConflict: 'conflict',
  updateMoodReference: undefined,
  removeMoodReference: undefined,
  restoreBook: undefined,
  restoreChapter: undefined,
};

const tables = ['book', 'chapter', 'chapter_text', 'chapter_revision', 'character', 'conflict', 'mood_reference'];
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

describe.each(faceNames)('the version that a caller read, through %s (contract 9)', (name) => {
  const offered = operations.filter(
    ({ answer, rest, tool: one }) =>
      guarded.some((field) => field.name === answer) &&
      (name === 'MCP' ? one && !one.without?.includes('expectedVersion') : name === 'GraphQL' || rest) &&
      // save_chapter is the tool of a field that has another one too.
      (name === 'MCP' || hasRest(answer) === Boolean(rest)),
  );

  it.each(offered)(
    'keeps a change of another one from being lost: $document.definitions.0.name.value',
    async (operation) => {
      const { answer, body, tool: agents } = operation;
      const mine = await service.newKey();
      const ids = await worldOf(service, mine);
      const [rest] = facesOf(service.url, mine);
      const input = sampleOf(operation, ids);
      const first = before[answer];
      if (first) await rest?.call(first, input);
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
      const reader = readerOf[answer];
      const read = reader && (await rest?.call(reader, sampleOf(operationOf(reader), ids)));
      if (read) {
        const { content, ...shown } = read;
        const { content: _same, ...compared } = current;
        // A tool shows of a record what it answers; a version is in every conflict.
        if (name === 'MCP') expect({ ...shown, version: current.version }).toMatchObject(compared);
        else expect(compared).toMatchObject(shown);
        // Agents read prose in pieces; everybody else can merge what they have with what there is.
        expect(current.content).toBe(name === 'MCP' ? undefined : content);
      }
      expect(await rowsOf(ids)).toEqual(rows);
      await ask(current.version);
      expect((await rowsOf(ids)).length).toBe(tables.length);
    },
  );
});

const operationOf = (answer: string) => {
  const found = operations.find((one) => one.answer === answer && one.rest);
  if (!found) throw new Error(`Nothing reads ${answer}.`);
  return found;
};

it('shows a conflict to a key that may only write, by the record’s own fields (contract 2, 9)', async () => {
  const account = 'who may only write';
  const [owner, writer] = [
    await service.newKey({ account }),
    await service.newKey({ account, scopes: ['books:write'] }),
  ];
  const ids = await worldOf(service, owner);
  const path = `/v1/books/${ids.bookId}/chapters/${ids.chapterId}`;
  const { status, json } = await http(service.url, writer, 'PATCH', path, { title: 'X' }, { 'if-match': '"9"' });
  expect([status, json.error.current]).toMatchObject([409, { id: ids.chapterId, version: 1 }]);
  expect(json.error.current).not.toHaveProperty('content');
});
