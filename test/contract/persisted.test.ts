import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http, type Json, premise } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const titles = 'query Titles { books(first: 5) { nodes { title } } }';
const rename =
  'mutation Rename($id: ID!, $title: String!) { updateBook(bookId: $id, patch: { title: $title }) { title } }';
const byRelay = 'query ByRelay { account { id } }';
const manifest = { [hashOf(titles)]: titles, [`sha256:${hashOf(rename)}`]: rename, '8f14e45f': byRelay };

let folder: string;
let open: TestService;
let closed: TestService;
const keys = new Map<TestService, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-persisted-'));
  const file = join(folder, 'persisted.json');
  await writeFile(file, JSON.stringify(manifest));
  open = await startService({ PERSISTED_OPERATIONS: file });
  closed = await startService({ PERSISTED_OPERATIONS: file, PERSISTED_OPERATIONS_ONLY: 'on' });
  for (const service of [open, closed]) {
    const key = await service.newKey();
    keys.set(service, key);
    await http(service.url, key, 'POST', '/v1/books', { premise, title: 'Landfall' });
  }
});
afterAll(async () => {
  await Promise.all([open.close(), closed.close()]);
  await rm(folder, { recursive: true, force: true });
});

const spec = { accept: 'application/graphql-response+json' };
const plain = { accept: 'application/json' };

function post(service: TestService, body: Json, headers: Record<string, string> = spec) {
  return http(service.url, keys.get(service), 'POST', '/graphql', body, headers);
}

function get(service: TestService, parameters: Record<string, unknown>, headers: Record<string, string> = spec) {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  return http(service.url, keys.get(service), 'GET', `/graphql?${query}`, undefined, headers);
}

const apq = (hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } });
const landfall = { books: { nodes: [{ title: 'Landfall' }] } };

describe.each([
  ['with any document allowed', () => open],
  ['with only listed documents allowed', () => closed],
])('a listed document, %s', (_where, service) => {
  it.each<[string, object, object]>([
    ['documentId with its prefix', { documentId: `sha256:${hashOf(titles)}` }, landfall],
    ['documentId without a prefix', { documentId: hashOf(titles) }, landfall],
    ["Apollo's hash with a prefix, as graphql-codegen writes it", apq(`sha256:${hashOf(titles)}`), landfall],
    ["Apollo's and urql's hash", apq(hashOf(titles)), landfall],
    ['its hash and its text', { query: titles, ...apq(hashOf(titles)) }, landfall],
    ['its text', { query: titles }, landfall],
    ['its custom id', { documentId: '8f14e45f' }, { account: { id: expect.any(String) } }],
    ['its custom id and its text', { documentId: '8f14e45f', query: byRelay }, { account: {} }],
    ['its hash instead of its custom id', apq(hashOf(byRelay)), { account: {} }],
  ])('runs by %s, over POST and GET', async (_how, asked, data) => {
    for (const { status, json } of [await post(service(), asked), await get(service(), { ...asked })]) {
      expect(json.errors).toBeUndefined();
      expect(status).toBe(200);
      expect(json.data).toMatchObject(data);
    }
  });

  it('accepts variables and rejects invalid ones', async () => {
    const { json } = await http(service().url, keys.get(service()), 'GET', '/v1/books');
    const asked = { documentId: `sha256:${hashOf(rename)}` };
    const renamed = await post(service(), { ...asked, variables: { id: json.data[0].id, title: 'Landfall' } });
    expect(renamed.json.data).toEqual({ updateBook: { title: 'Landfall' } });
    const misfit = await post(service(), { ...asked, variables: { id: json.data[0].id } });
    expect(misfit.status).toBe(400);
    expect(misfit.json.errors[0].extensions).toMatchObject({ code: 'invalid_request', issues: [{ path: 'title' }] });
  });

  it('cannot run a mutation over GET', async () => {
    const { status, headers, json } = await get(service(), { documentId: `sha256:${hashOf(rename)}` });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
    expect(json.errors[0].extensions.code).toBe('method_not_allowed');
  });

  it('is looked up only for authenticated callers', async () => {
    for (const asked of [{ documentId: 'sha256:x' }, apq(hashOf(titles))]) {
      const { status, json } = await http(service().url, undefined, 'POST', '/graphql', asked);
      expect(status).toBe(401);
      expect(json.error.code).toBe('unauthenticated');
    }
  });

  it.each<[string, object, string]>([
    ['a text that does not match the hash', { query: byRelay, ...apq(hashOf(titles)) }, 'query'],
    ['a text that does not match the id', { query: titles, documentId: '8f14e45f' }, 'query'],
    ['a text with a malformed hash', { query: titles, ...apq('abc') }, 'query'],
    ['two hashes', { documentId: hashOf(byRelay), ...apq(hashOf(titles)) }, 'documentId'],
    ['a non-string id', { documentId: 7 }, 'documentId'],
    ['an empty id', { documentId: '', query: '' }, 'documentId'],
    ['a non-string hash', apq(7 as never), 'extensions.persistedQuery'],
    [
      'another version',
      { extensions: { persistedQuery: { version: 2, sha256Hash: hashOf(titles) } } },
      'extensions.persistedQuery',
    ],
    ['a list', { extensions: { persistedQuery: [] } }, 'extensions.persistedQuery'],
  ])('rejects %s with 400', async (_what, asked, path) => {
    for (const headers of [spec, plain]) {
      const { status, json } = await post(service(), asked, headers);
      expect(status).toBe(400);
      expect(json).not.toHaveProperty('data');
      expect(json.errors).toHaveLength(1);
      expect(json.errors[0].extensions).toMatchObject({ code: 'invalid_request', issues: [{ path }] });
    }
  });
});

describe('an unlisted document', () => {
  const ask = (name: string) => `query ${name} { account { name } }`;

  it('is requested with PersistedQueryNotFound and stored once sent', async () => {
    const text = ask('Fresh');
    for (const asked of [apq(hashOf(text)), { documentId: `sha256:${hashOf(text)}` }]) {
      for (const [headers, expected] of [
        [spec, 404],
        [plain, 200],
      ] as const) {
        const { status, json } = await post(open, asked, headers);
        expect(status).toBe(expected);
        // Apollo Client ignores the body unless it is a plain GraphQL response.
        expect(Object.keys(json)).toEqual(['errors']);
        expect(json.errors).toMatchObject([{ message: 'PersistedQueryNotFound', extensions: { code: 'not_found' } }]);
      }
    }
    expect((await post(open, { query: text, ...apq(hashOf(text)) })).json.data.account).toBeTruthy();
    expect((await post(open, apq(hashOf(text)))).json.data.account).toBeTruthy();
    expect((await get(open, { documentId: `sha256:${hashOf(text)}` })).json.data.account).toBeTruthy();
  });

  it.each([
    ['is invalid against the schema', 'query Wrong { nothing }'],
    ['has a syntax error', 'query {'],
    ['has too many root fields', `{ ${Array.from({ length: 21 }, (_, index) => `a${index}: __typename`).join(' ')} }`],
  ])('is not stored if it %s', async (_what, text) => {
    const { status, json } = await post(open, { query: text, ...apq(hashOf(text)) });
    expect(status).toBe(400);
    expect(json.errors[0].extensions.code).toBe('invalid_request');
    expect((await post(open, apq(hashOf(text)))).json.errors[0].message).toBe('PersistedQueryNotFound');
  });

  it('is not stored under a wrong hash', async () => {
    const text = ask('Poison');
    expect((await post(open, { query: text, ...apq(hashOf(ask('Other'))) })).status).toBe(400);
    expect((await post(open, apq(hashOf(ask('Other'))))).json.errors[0].message).toBe('PersistedQueryNotFound');
    expect((await post(open, apq(hashOf(text)))).json.errors[0].message).toBe('PersistedQueryNotFound');
  });

  it('is checked against the size limit before it is hashed', async () => {
    const text = `${ask('Long')} #${'x'.repeat(33 * 1024)}`;
    const { status, json } = await post(open, { query: text, ...apq(hashOf(text)) });
    expect(status).toBe(400);
    expect(json.error.message).toContain('is over 32 KB');
  });

  it.each<[string, object]>([
    ['as text', { query: ask('Stranger') }],
    ['as a hash', apq(hashOf(ask('Stranger')))],
    ['as text and hash', { query: ask('Stranger'), ...apq(hashOf(ask('Stranger'))) }],
    ['as an id', { documentId: 'stranger' }],
    ['as unparsable text', { query: '{' }],
    ['as introspection', { query: '{ __schema { types { name } } }' }],
    ['as a listed text with an extra space', { query: `${titles} ` }],
  ])('is rejected %s if only listed documents are allowed', async (_how, asked) => {
    const { status, json } = await post(closed, asked);
    expect(status).toBe(400);
    expect(json.errors).toHaveLength(1);
    expect(json.errors[0].message).toContain('PERSISTED_OPERATIONS');
    expect(json.errors[0].extensions).toMatchObject({ code: 'invalid_request', issues: [{ path: 'query' }] });
  });
});

describe('with only listed documents allowed', () => {
  it('GraphiQL is disabled', async () => {
    const html = { accept: 'text/html' };
    expect((await http(open.url, undefined, 'GET', '/graphql', undefined, html)).text).toContain('<!doctype html');
    const { status, json } = await http(closed.url, undefined, 'GET', '/graphql', undefined, html);
    expect({ status, code: json.error.code }).toEqual({ status: 401, code: 'unauthenticated' });
  });

  it('REST and MCP still work', async () => {
    const rest = await http(closed.url, keys.get(closed), 'GET', '/v1/account');
    expect(rest.status).toBe(200);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_books', arguments: {} } };
    const mcp = await http(closed.url, keys.get(closed), 'POST', '/mcp', call, {
      accept: 'application/json, text/event-stream',
    });
    expect(mcp.text).toContain('Landfall');
  });
});
