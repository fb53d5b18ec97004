import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DocumentRunner } from '../../src/faces/graphql/answer.ts';
import { sendGraphqlError } from '../../src/faces/graphql/face.ts';
import { readInbound } from '../../src/faces/graphql/request.ts';
import { yogaFace } from '../../src/faces/graphql/yoga.ts';
import { Documents } from '../../src/graphql/documents.ts';
import { openPersisted } from '../../src/graphql/persisted.ts';
import { Connections } from '../../src/http/connections.ts';
import { newExchange } from '../../src/http/exchange.ts';
import { CostBudget } from '../../src/limits/cost-budget.ts';
import { limitReporterFor } from '../../src/limits/rate-headers.ts';
import { newLog } from '../../src/log/log.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { http, type Ids, type Json, ownService, sampleOf } from '../support/faces.ts';
import { newSampleRecords, unknownIds } from '../support/sample-records.ts';
import { oneInTurn } from '../support/turns.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const mediaTypes = ['application/json', 'application/graphql-response+json'];
/** Variables of no type that a document has. */
const odds = [7, null, [], {}];
const listed = 'query Listed { books(first: 1) { nodes { title } } }';

let folder = '';
const env = async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-plain-'));
  const file = join(folder, 'persisted.json');
  await writeFile(file, JSON.stringify({ [hashOf(listed)]: listed }));
  return { LIMIT_PLAN_PER_MINUTE: '0', PERSISTED_OPERATIONS: file };
};
const own = ownService(env);

/** The same service served by Yoga only, on a separate port. */
let yoga: { url: string; server: Server };
const logged: string[] = [];

beforeAll(async () => {
  const { service } = own.running();
  const log = newLog('error', { write: (line: string) => void logged.push(line) });
  const persisted = await openPersisted(service.services.config, service.schema);
  const budget = new CostBudget(service.services.config.limits.graphqlCostPerMinute);
  const answering = new DocumentRunner(service.schema, service.operations, log, budget);
  const serve = yogaFace(answering, persisted, new Documents(), service.services, log);
  const connections = new Connections({ trustedProxies: 0, onCut: () => {} });
  const server = createServer(async (req, res) => {
    const exchange = newExchange(req, res, connections.begin(req, res));
    try {
      const caller = await service.door.callerOf(exchange);
      service.door.count(caller, limitReporterFor(exchange));
      await serve(await readInbound(exchange, caller, persisted));
    } catch (error) {
      sendGraphqlError(exchange, error);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  yoga = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
});
afterAll(async () => {
  yoga.server.close();
  await rm(folder, { recursive: true, force: true });
});

type Sent = { body: Json; headers?: Record<string, string>; key?: string };

/** Headers of the single request or connection, which may differ. */
const perRequestHeaders = /^(x-request-id|date|ratelimit|keep-alive|connection)$/;

async function ask(url: string, { body, headers, key = own.key() }: Sent) {
  const answer = await http(url, key, 'POST', '/graphql', body, headers);
  const { 'content-length': length, ...others } = Object.fromEntries(answer.headers);
  return {
    status: answer.status,
    length: length && Number(length) === Buffer.byteLength(answer.text),
    headers: Object.entries(others).filter(([name]) => !perRequestHeaders.test(name)),
    // Each path creates its own records.
    text: answer.text
      .replaceAll(/req_[0-9a-f]{32}/g, 'req')
      .replaceAll(/\b(bk|tok)_[0-9a-z]{26}\b/g, '$1')
      .replaceAll(/fab_live_[\w-]+/g, 'a key')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
      // Uses of a key are saved every few seconds, perhaps between the two answers.
      .replaceAll(/"lastUsedAt":(?:"then"|null)/g, '"lastUsedAt":"perhaps"'),
  };
}

/** Sends the request to the service, which already knows the document, and to Yoga. */
async function bothWays(sent: Sent) {
  const plain = await ask(own.url(), sent);
  expect(plain).toEqual(await ask(yoga.url, sent));
  return plain;
}

/** Makes the service cache a document: validation is enough, even if execution fails. */
const cacheDocument = (query: string) =>
  http(own.url(), own.key(), 'POST', '/graphql', { query, operationName: 'NoSuchOne' });

const inDocument = (operation: Operation, ids: Ids) => {
  const sample = sampleOf(operation, ids);
  const fixed = { offset: 0, limit: 1, full: true, withContent: true };
  return { ...fixed, ...(operation.variables ? operation.variables(sample) : sample) };
};
const nameOf = ({ document: { definitions } }: Operation) =>
  definitions[0]?.kind === 'OperationDefinition' ? (definitions[0].name?.value ?? '') : '';
const named = operations.map((operation) => [nameOf(operation), operation] as const);
const reads = named.filter(([, { document }]) => print(document).startsWith('query'));

let mine: Ids;
let foreign: Ids;
let noScopes: string;
beforeAll(async () => {
  mine = await newSampleRecords(own.running(), own.key());
  foreign = await newSampleRecords(own.running(), await own.running().newKey());
  noScopes = await own.running().newKey({ scopes: [] });
});

describe('the plain path and Yoga answer a document equally', () => {
  it.each(reads)('with data: %s', async (_name, operation) => {
    const query = print(operation.document);
    await cacheDocument(query);
    const body = { query, variables: inDocument(operation, mine) };
    for (const accept of oneInTurn(mediaTypes, operation)) await bothWays({ body, headers: { accept } });
  });

  it.each(named)('with errors: %s', async (_name, operation) => {
    const query = print(operation.document);
    await cacheDocument(query);
    const pairs = [unknownIds(), foreign].flatMap((ids) => mediaTypes.map((accept) => ({ ids, accept })));
    for (const { ids, accept } of oneInTurn(pairs, operation)) {
      const headers = { accept };
      await bothWays({ body: { query, variables: inDocument(operation, ids) }, headers });
      await bothWays({ body: { query, variables: inDocument(operation, mine) }, headers, key: noScopes });
    }
    const names = Object.keys(inDocument(operation, mine));
    for (const odd of oneInTurn(odds, operation)) {
      const variables = Object.fromEntries(names.map((name) => [name, odd]));
      await bothWays({ body: { query, variables }, key: noScopes });
    }
  });
});

const titles = 'query Titles($first: Int = 3) { books(first: $first) { nodes { title } } }';
const two = 'query A { account { id } } query B { books(first: 1) { nodes { id } } }';
const rename = `mutation Rename($id: ID!, $title: String!, $version: Int) {
  updateBook(bookId: $id, patch: { title: $title }, expectedVersion: $version) { title }
}`;
const costly =
  'query Costly($n: Int!) { books(first: $n) { nodes { chapters { povCharacter { book { chapters { id } } } } } } }';

const requests: [name: string, body: (ids: Ids) => Json, headers?: Record<string, string>][] = [
  ['default variables', () => ({ query: titles })],
  ['null variables', () => ({ query: titles, variables: null, operationName: null, extensions: null })],
  ['variables as a list', () => ({ query: titles, variables: [] })],
  ['variables as a string', () => ({ query: titles, variables: '{}' })],
  ['extensions as a string', () => ({ query: titles, extensions: 'x' })],
  ['a numeric operation name', () => ({ query: titles, operationName: 7 })],
  ['an unknown operation name', () => ({ query: titles, operationName: 'Nope' })],
  ['an empty operation name', () => ({ query: titles, operationName: '' })],
  ['one of two operations', () => ({ query: two, operationName: 'B' })],
  ['two operations without a name', () => ({ query: two })],
  ['an extra variable', () => ({ query: titles, variables: { first: 1, other: 2 } })],
  ['a null variable', () => ({ query: titles, variables: { first: null } })],
  ['a page size over the limit', () => ({ query: titles, variables: { first: 100_000 } })],
  ['an extra member', () => ({ query: titles, surplus: 1 })],
  ['no query', () => ({ variables: {} })],
  ['an empty query', () => ({ query: '' })],
  ['a numeric query', () => ({ query: 7 })],
  ['a batch', () => [{ query: titles }]],
  ['a syntax error', () => ({ query: '{ books { ' })],
  ['unknown fields', () => ({ query: '{ books { nodes { colour } } }' })],
  [
    'too many aliases',
    () => ({ query: `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: account { id }`).join(' ')} }` }),
  ],
  ['too many tokens', () => ({ query: `{ ${'__typename '.repeat(1001)} }` })],
  [
    'too much depth',
    () => ({ query: `{ books { nodes ${'{ characters { book '.repeat(6)} { id } ${'} }'.repeat(6)} } }` }),
  ],
  ['a cost over the limit', () => ({ query: costly, variables: { n: 100 } })],
  ['a cost within the limit', () => ({ query: costly, variables: { n: 1 } })],
  ['introspection', () => ({ query: '{ __schema { queryType { name } } __typename }' })],
  ['a stale version', ({ bookId }) => ({ query: rename, variables: { id: bookId, title: 'New', version: 99 } })],
  ['a listed document by id', () => ({ documentId: `sha256:${hashOf(listed)}` })],
  ['a listed document as text', () => ({ query: listed })],
  ['an unknown document', () => ({ documentId: `sha256:${'0'.repeat(64)}` })],
  [
    'a hash that does not match',
    () => ({ query: titles, extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } }),
  ],
  [
    'a document with its hash',
    () => ({ query: titles, extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(titles) } } }),
  ],
  ['a hash without a document', () => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(titles) } } })],
];

const accepts = [
  '*/json, application/graphql-response+json',
  'multipart/mixed, application/json',
  '*/*',
  'application/json',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
  'application/json;charset=utf-8, */*',
  'text/event-stream, application/json',
  'application/json; charset=latin1, application/graphql-response+json',
  'text/html, application/*',
  'Application/JSON',
  'multipart/mixed',
  'text/html',
  '',
];

describe('the plain path and Yoga answer a request equally', () => {
  it.each(requests)('with %s', async (_name, body) => {
    const sent = body(mine);
    if (typeof sent.query === 'string') await cacheDocument(sent.query);
    for (const accept of mediaTypes) await bothWays({ body: sent, headers: { accept } });
  });

  it.each(accepts)('with accept %j', async (accept) => {
    await cacheDocument(titles);
    for (const variables of [{}, { first: 'x' }])
      await bothWays({ body: { query: titles, variables }, headers: { accept } });
  });

  it('with errors in two fields', async () => {
    // Without scopes, because the database may answer in any order.
    const body = {
      query: 'query F($a: ID!) { x: book(bookId: $a) { id } y: book(bookId: $a) { id } }',
      variables: { a: 'bk_x' },
    };
    await cacheDocument(body.query);
    const { text } = await bothWays({ body, key: noScopes });
    expect(JSON.parse(text).errors.map(({ path }: Json) => path)).toEqual([['x'], ['y']]);
  });

  it('with an idempotency key', async () => {
    const query = `mutation Make($id: ID!, $key: String) {
      made: createCharacter(bookId: $id, input: { name: "Ada" }, idempotencyKey: $key) { id name version }
    }`;
    const body = { query, variables: { id: mine.bookId, key: randomUUID() } };
    await cacheDocument(query);
    await http(own.url(), own.key(), 'POST', '/graphql', body);
    const again = JSON.parse((await bothWays({ body })).text);
    expect(again.extensions.idempotencyReplayed).toEqual(['made']);
  });

  it('with a mutation', async () => {
    await cacheDocument(rename);
    const body = { query: rename, variables: { id: mine.bookId, title: 'Landfall' } };
    expect(JSON.parse((await bothWays({ body })).text).data).toEqual({ updateBook: { title: 'Landfall' } });
  });

  it('on separate paths: only Yoga combines two abort signals', async () => {
    await cacheDocument(titles);
    const any = vi.spyOn(AbortSignal, 'any');
    const joined = async (accept: string) => {
      any.mockClear();
      await http(own.url(), own.key(), 'POST', '/graphql', { query: titles }, { accept });
      return any.mock.calls.length;
    };
    expect(await joined('application/json')).toBe(0);
    expect(await joined('text/event-stream')).toBeGreaterThan(0);
    any.mockRestore();
  });

  it('without logged errors', () => {
    expect(logged).toEqual([]);
  });
});
