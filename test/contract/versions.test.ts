import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql, http, type Json } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';

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
