import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http, type Json, premise } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let key: string;
let otherKey: string;

beforeAll(async () => {
  service = await startService({ ALLOWED_ORIGINS: 'https://editor.example' });
  key = await service.newKey();
  otherKey = await service.newKey();
  for (const one of [key, otherKey]) await http(service.url, one, 'POST', '/v1/books', { premise, title: 'Landfall' });
});
afterAll(() => service.close());

const titles = '{ books(first: 5) { nodes { title } } }';

function get(parameters: Record<string, unknown>, headers: Record<string, string> = {}, by = key) {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  return http(service.url, by, 'GET', `/graphql?${query}`, undefined, headers);
}

describe('a GraphQL query over GET', () => {
  it('can be cached privately and revalidated', async () => {
    const first = await get({ query: titles });
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toBe('origin, authorization, accept');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await get({ query: titles }, { 'if-none-match': known });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
      expect(again.headers.get('vary')).toBe('origin, authorization, accept');
    }
  });

  it('has an ETag that follows its content', async () => {
    const tag = (await get({ query: titles })).headers.get('etag') ?? '';
    const made = await http(service.url, key, 'POST', '/v1/books', { premise, title: 'A second one' });
    const now = await get({ query: titles }, { 'if-none-match': tag });
    expect(now.status).toBe(200);
    expect(now.json.data.books.nodes).toHaveLength(2);
    await http(service.url, key, 'DELETE', `/v1/books/${made.json.data.id}`);
    expect((await get({ query: titles }, { 'if-none-match': tag })).status).toBe(304);
  });

  it('has an ETag that depends on the media type', async () => {
    const [one, other] = ['application/json', 'application/graphql-response+json'].map((accept) =>
      get({ query: titles }, { accept }),
    );
    expect((await one)?.headers.get('etag')).not.toBe((await other)?.headers.get('etag'));
  });

  it('is evaluated for each caller', async () => {
    const own = '{ account { id } }';
    const tag = (await get({ query: own })).headers.get('etag') ?? '';
    const other = await get({ query: own }, { 'if-none-match': tag }, otherKey);
    expect(other.status).toBe(200);
    expect(other.json.data.account.id).not.toBe((await get({ query: own })).json.data.account.id);
    const nobody = await http(service.url, 'fab_live_none', 'GET', `/graphql?query=${own}`, undefined, {
      'if-none-match': tag,
    });
    expect(nobody.status).toBe(401);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an error beside data', { query: '{ account { name } book(bookId: "bk_none") { id } }' }, 'not_found'],
    ['an invalid document', { query: '{ nothing }' }, 'invalid_request'],
    ['an unknown document id', { documentId: 'none' }, 'not_found'],
    ['invalid variables', { query: 'query ($n: Int!) { books(first: $n) { nodes { id } } }' }, 'invalid_request'],
  ])('is not cacheable with %s', async (_what, asked, code) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { headers, json } = await get(asked, { accept });
      expect(json.errors[0].extensions.code).toBe(code);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('etag')).toBeNull();
    }
  });

  it('is not cacheable without a key', async () => {
    const { status, headers } = await http(service.url, undefined, 'GET', `/graphql?query=${titles}`);
    expect({ status, cached: headers.get('cache-control') }).toEqual({ status: 401, cached: 'no-store' });
  });

  it.each([
    ['variables', '{'],
    ['variables', '"text"'],
    ['variables', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['extensions', '{'],
    ['extensions', '7'],
  ])('is refused with 400 if its %s are %s', async (name, value) => {
    const { status, json } = await get({ query: titles, [name]: value });
    expect(status).toBe(400);
    expect(json.errors[0].extensions.code).toBe('invalid_request');
    expect(json.errors[0].message).toContain(name);
  });

  it('refuses mutations with 405', async () => {
    const query = 'mutation { createBook(input: { premise: "A lighthouse keeper." }) { id } }';
    const { status, headers, json } = await get({ query });
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
    expect(json.errors[0].extensions.code).toBe('method_not_allowed');
    expect((await get({ query: titles })).json.data.books.nodes).toHaveLength(1);
  });

  it('is streamed for Accept: text/event-stream', async () => {
    const { headers, text } = await get({ query: titles }, { accept: 'text/event-stream' });
    expect(headers.get('content-type')).toContain('text/event-stream');
    expect(headers.get('etag')).toBeNull();
    expect(text).toContain('event: next\ndata: {"data":{"books"');
  });
});

describe('the status of a GraphQL POST', () => {
  const post = (body: Json, accept: string) => http(service.url, key, 'POST', '/graphql', body, { accept });
  const deep = `{ books { nodes { ${'chapters { book { '.repeat(5)} id ${'} }'.repeat(5)} } } }`;

  it.each<[string, object, number]>([
    ['data', { query: titles }, 200],
    ['data beside an error', { query: '{ account { name } book(bookId: "bk_none") { id } }' }, 200],
    ['invalid variables', { query: 'query ($n: Int!) { books(first: $n) { nodes { id } } }' }, 400],
    ['a document that is too deep', { query: deep }, 400],
    ['an invalid document', { query: '{ nothing }' }, 400],
    ['an unknown operation name', { query: 'query A { account { id } }', operationName: 'B' }, 400],
  ])('follows GraphQL over HTTP for %s', async (_what, body, status) => {
    expect((await post(body, 'application/graphql-response+json')).status).toBe(status);
  });

  it('is 200 with application/json, where clients read errors from the body', async () => {
    const { status, json } = await post({ query: deep }, 'application/json');
    expect(status).toBe(200);
    expect(json.errors[0].extensions.code).toBe('invalid_request');
  });
});

describe('the cost of a GraphQL document', () => {
  const ask = async (query: string, variables = {}) =>
    (await http(service.url, key, 'POST', '/graphql', { query, variables })).json;

  it('is reported with every executed answer', async () => {
    const { extensions } = await ask('{ account { name } }');
    expect(extensions).toEqual({ cost: { requested: 2, limit: 250_000, depth: 2, depthLimit: 10 } });
    const page = 'query ($n: Int!) { books(first: $n) { nodes { title } } }';
    const [few, many] = [await ask(page, { n: 1 }), await ask(page, { n: 100 })];
    expect(many.extensions.cost.requested).toBeGreaterThan(50 * few.extensions.cost.requested);
    expect((await ask('{ book(bookId: "bk_none") { id } }')).extensions.cost.requested).toBe(2);
  });

  it('counts only the operation that runs', async () => {
    const query = 'query A { account { name } } query B { books(first: 100) { nodes { title } } }';
    const { json } = await http(service.url, key, 'POST', '/graphql', { query, operationName: 'A' });
    expect(json.extensions.cost.requested).toBe(2);
  });

  it('is reported when it exceeds the limit', async () => {
    const wide = '{ books(first: 100) { nodes { chapters { book { chapters { title } } } } } }';
    const { data, errors, extensions } = await ask(wide);
    expect(data).toBeUndefined();
    expect(errors[0].message).toContain(`cost of ${extensions.cost.requested}; the limit is ${extensions.cost.limit}`);
  });

  it('is absent for a document that fails validation', async () => {
    expect((await ask('{ nothing }')).extensions).toBeUndefined();
    expect((await ask('query ($n: Int!) { books(first: $n) { nodes { id } } }')).extensions).toBeUndefined();
  });
});
