import { type GraphQLField, getNamedType, isObjectType, print } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Scope, scopes } from '../../src/caller.ts';
import { parseRoute } from '../../src/faces/faces.ts';
import { requirementsOf } from '../../src/graphql/scopes/document.ts';
import { isMet, readersOf } from '../../src/graphql/scopes/readers.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import {
  faceNames,
  graphql,
  http,
  type Ids,
  type Json,
  ownService,
  refusal,
  sampleOf,
  tool,
} from '../support/faces.ts';
import { newSampleRecords } from '../support/sample-records.ts';
import { statementsOf } from '../support/statements.ts';

const own = ownService({ LIMIT_PLAN_PER_MINUTE: '0' });
const account = 'an author with several keys';
const keyOf = (...granted: Scope[]) => own.running().newKey({ account, scopes: granted });

let fullKey: string;
let writeKey: string;
let readWriteKey: string;
let ids: Ids;
beforeAll(async () => {
  fullKey = await own.running().newKey({ account });
  writeKey = await keyOf('books:write');
  readWriteKey = await keyOf('books:read', 'books:write');
  ids = await newSampleRecords(own.running(), fullKey);
});

const send = (key: string, query: string, variables: object = {}, headers: Record<string, string> = {}) =>
  http(own.url(), key, 'POST', '/graphql', { query, variables }, headers);
const cast = async () =>
  (await graphql(own.url(), fullKey, '{ book(bookId: "'.concat(ids.bookId ?? '', '") { characters { id } } }'))).book
    .characters.length;

it.each(faceNames)('a client learns through %s what its key may do', async (name) => {
  const scopesOf = async (key: string) => (await own.face(name, key)('instance')).scopes;
  expect(await scopesOf(await keyOf('books:read'))).toEqual(['books:read']);
  // A scope that another one includes.
  expect(await scopesOf(readWriteKey)).toEqual(['books:read', 'books:write', 'proposals:write']);
});

describe('a mutation selecting fields without the required scope (access 3)', () => {
  const refused = { code: 'insufficient_scope', required_scope: 'books:read', granted_scopes: ['books:write'] };
  const made = '$b: ID!) { createCharacter(bookId: $b, input: { name: "Nobody" })';

  it.each([
    ['in a nested record', `mutation(${made} { id book { title } } }`],
    ['in a member of the record', `mutation(${made} { id bio } }`],
    [
      'in a fragment',
      `mutation(${made} { ...F } } fragment F on Character { id ...G } fragment G on Character { book { title } }`,
    ],
    ['in an inline fragment', `mutation(${made} { ... on Character { ... { book { title } } } } }`],
    ['under an alias', `mutation(${made} { wanted: bio id2: book { title } } }`],
    ['in the second of two root fields', `mutation(${made} { id } two: updateBook(bookId: $b, patch: {}) { title } }`],
    ['behind @include', `mutation($on: Boolean!, ${made} { id book @include(if: $on) { title } } }`],
    [
      'behind @include with a default',
      `mutation($yes: Boolean! = true, ${made} { id book @include(if: $yes) { title } } }`,
    ],
    ['behind @skip', `mutation($off: Boolean!, ${made} { id ... @skip(if: $off) { book { title } } } }`],
    [
      'behind @skip of a fragment',
      `mutation($off: Boolean!, ${made} { ...F @skip(if: $off) } } fragment F on Character { bio }`,
    ],
    [
      'in a fragment that is both skipped and included',
      `mutation($on: Boolean!, $off: Boolean!, ${made} { ...F @include(if: $off) ...F @include(if: $on) } } fragment F on Character { bio }`,
    ],
  ])('is rejected before execution: %s', async (_where, query) => {
    const before = await cast();
    const variables = { b: ids.bookId, on: true, off: false };
    // A repeated document takes a different code path.
    for (const accept of ['application/json', 'application/graphql-response+json', 'multipart/mixed, application/json'])
      for (const _time of [1, 2]) {
        const { json } = await send(writeKey, query, variables, { accept });
        expect(json).toEqual({ errors: [expect.objectContaining({ extensions: expect.objectContaining(refused) })] });
      }
    expect(await cast()).toBe(before);
  });

  it('gets 403 with the GraphQL response media type', async () => {
    const accept = { accept: 'application/graphql-response+json' };
    const { status } = await send(writeKey, `mutation(${made} { id bio } }`, { b: ids.bookId }, accept);
    expect(status).toBe(403);
  });

  it('takes no SQL statement', async () => {
    const sent = await statementsOf(own.running(), () =>
      send(writeKey, `mutation(${made} { bio } }`, { b: ids.bookId }),
    );
    expect(sent).toEqual([]);
  });

  it.each([
    ['fields excluded by @include', `mutation($off: Boolean!, ${made} { id book @include(if: $off) { title } } }`],
    [
      'fields excluded by @skip',
      `mutation($on: Boolean!, ${made} { id ...F @skip(if: $on) } } fragment F on Character { bio }`,
    ],
    ['fields that need no other scope', `mutation(${made} { __typename id version createdAt updatedAt } }`],
    ['fields set by the request', `mutation(${made} { id name } }`],
    [
      'fields set by a variable',
      'mutation($b: ID!, $input: NewCharacter!) { createCharacter(bookId: $b, input: $input) { name bio } }',
    ],
  ])('may select %s', async (_what, query) => {
    const input = { name: 'Nobody', bio: 'A rumour.' };
    const data = await graphql(own.url(), writeKey, query, { b: ids.bookId, on: true, off: false, input });
    expect(data.createCharacter).toEqual(expect.any(Object));
  });

  it.each([
    ['a field whose input variable is absent', '$bio: String, ', '{ name: "Nobody", bio: $bio }', '{ id bio }'],
    ['a field under the alias of an input', '', '{ name: "Nobody" }', '{ wanted: bio }'],
  ])('may not select %s', async (_what, variable, input, selection) => {
    const query = `mutation(${variable}$b: ID!) { createCharacter(bookId: $b, input: ${input}) ${selection} }`;
    expect((await refusal(graphql(own.url(), writeKey, query, { b: ids.bookId }))).code).toBe('insufficient_scope');
  });

  it('is allowed with the scope', async () => {
    const data = await graphql(own.url(), readWriteKey, `mutation(${made} { book { title } } }`, { b: ids.bookId });
    expect(data.createCharacter.book.title).toBe('Untitled Book');
  });
});

describe('a subscription selecting fields without the required scope', () => {
  it('is rejected before it starts', async () => {
    const key = await keyOf('generation:run');
    const query = 'subscription($r: ID!) { proseStream(runId: $r, fromOffset: 0) { run { id manifest { kind } } } }';
    const { text } = await send(key, query, { r: ids.runId ?? 'run_0' }, { accept: 'text/event-stream' });
    expect(text).toMatch(/insufficient_scope/);
    expect(text).toMatch(/"required_scope":"books:read"/);
    expect(text).not.toMatch(/not_found/);
  });
});

it('a query returns permitted root fields and one error for each of the others', async () => {
  const key = await keyOf('account:read');
  const query = '{ account { name } books(first: 1) { nodes { id } } instance { limits { requestsPerMinute } } }';
  const { json } = await send(key, query);
  expect(json.data?.account ?? null).toBeNull();
  expect(json.errors.map(({ extensions }: Json) => extensions.required_scope)).toContain('books:read');
});

const mutations = operations.filter(({ document }) => /^mutation/.test(print(document)));
const named = mutations.map((operation) => [nameOf(operation), operation] as const);

function nameOf({ document, rest, tool: entry }: Operation): string {
  return `${/mutation (\w+)/.exec(print(document))?.[1]} (${rest ?? entry?.name})`;
}

/** Deleting operations run last, because the others need the records. */
const deletionRank = ({ answer }: Operation) =>
  answer === 'deleteBook' ? 2 : /^(delete|remove|revoke)/.test(answer) ? 1 : 0;
const inOrder = mutations.toSorted((one, other) => deletionRank(one) - deletionRank(other));

const moment = expect.stringMatching(/^\d{4}-.*Z$/);

describe('a write response over REST and MCP without books:read (access 3)', () => {
  let world: Ids;
  let key: string;
  beforeAll(async () => {
    world = await newSampleRecords(own.running(), fullKey);
    // All scopes except books:read.
    key = await keyOf(...scopes.filter((scope) => scope !== 'books:read' && scope !== 'admin:read'));
  });
  it('contains id, version and timestamps of the record', async () => {
    const { json } = await http(own.url(), writeKey, 'PATCH', `/v1/books/${ids.bookId}/chapters/${ids.chapterId}`, {});
    expect(json.data).toEqual({
      id: ids.chapterId,
      bookId: ids.bookId,
      version: expect.any(Number),
      createdAt: moment,
      updatedAt: moment,
    });
  });

  it('also contains the fields set by the request', async () => {
    const body = { title: 'Landfall', content: 'Rain on the glass.' };
    const path = `/v1/books/${ids.bookId}/chapters`;
    const { json, headers } = await http(own.url(), writeKey, 'POST', path, body);
    expect(json.data).toEqual({
      ...body,
      id: expect.any(String),
      bookId: ids.bookId,
      version: 1,
      createdAt: moment,
      updatedAt: moment,
    });
    expect(headers.get('etag')).toBe('"1"');
    const { structuredContent, content } = await tool(own.url(), writeKey, 'update_chapter', {
      bookId: ids.bookId,
      chapterId: json.data.id,
      notes: 'Slower.',
      detail: 'full',
    });
    expect(structuredContent.data).toEqual({
      notes: 'Slower.',
      id: json.data.id,
      bookId: ids.bookId,
      version: 2,
      createdAt: moment,
      updatedAt: moment,
    });
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });

  it('contains id, version and timestamps of each listed record', async () => {
    const path = `/v1/books/${world.bookId}/chapters/reorder`;
    const { json } = await http(own.url(), writeKey, 'POST', path, {
      chapterIds: [world.nextChapterId, world.chapterId],
    });
    const record = {
      id: expect.any(String),
      bookId: world.bookId,
      version: expect.any(Number),
      createdAt: moment,
      updatedAt: moment,
    };
    expect(json.data).toEqual([record, record]);
  });

  it('contains no request fields in nested records', async () => {
    const { id } = (
      await http(own.url(), fullKey, 'POST', `/v1/books/${ids.bookId}/chapters`, {
        content: 'One sentence here. And another one there.',
      })
    ).json.data;
    const path = `/v1/books/${ids.bookId}/chapters/${id}/split`;
    const { json } = await http(own.url(), writeKey, 'POST', path, { at: 19, title: 'Second' });
    const record = { id: expect.any(String), version: expect.any(Number), createdAt: moment, updatedAt: moment };
    expect(json.data).toEqual({ chapter: record, next: record });
  });

  it('contains no unpermitted fields in a conflict', async () => {
    const path = `/v1/books/${ids.bookId}/characters/${ids.characterId}`;
    const { status, json } = await http(
      own.url(),
      writeKey,
      'PATCH',
      path,
      { name: 'Nobody' },
      { 'if-match': '"999"' },
    );
    expect([status, Object.keys(json.error.current).sort()]).toEqual([
      409,
      ['createdAt', 'id', 'updatedAt', 'version'],
    ]);
    const query = 'mutation($b: ID!) { updateBook(bookId: $b, patch: {}, expectedVersion: 999) { id } }';
    const { body } = await refusal(graphql(own.url(), writeKey, query, { b: ids.bookId }));
    expect(Object.keys(body.current as object).sort()).toEqual(['createdAt', 'id', 'updatedAt', 'version']);
  });

  it('matches the output schema that tools/list returns to such a key', async () => {
    const list = async (key: string) => {
      const accept = { accept: 'application/json, text/event-stream' };
      const { text } = await http(
        own.url(),
        key,
        'POST',
        '/mcp?tools=all',
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        accept,
      );
      const { tools } = JSON.parse(text.slice(text.indexOf('{'))).result;
      return tools.find(({ name }: Json) => name === 'update_book').outputSchema;
    };
    expect(JSON.stringify(await list(writeKey))).not.toContain('"required"');
    expect(JSON.stringify(await list(fullKey))).toContain('"required"');
  });

  it.each(inOrder.map((operation) => [nameOf(operation), operation] as const))(
    'contains no text that the request did not send: %s',
    async (_name, operation) => {
      const sample = sampleOf(operation, world);
      const { [operation.body?.[0] ?? '']: body, ...others } = sample;
      const answers: string[] = [];
      if (operation.rest && !operation.stream) {
        const { method, path } = parseRoute(operation.rest);
        const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) => world[name] ?? '');
        answers.push((await http(own.url(), key, method, filled, body)).text);
      }
      if (operation.tool && !operation.stream) {
        const called = tool(own.url(), key, operation.tool.name, { ...others, ...(body as object) });
        answers.push(JSON.stringify(await called.catch((error: unknown) => String(error))));
      }
      for (const answer of answers)
        for (const words of proseOfWorld.filter((one) => !JSON.stringify(sample).includes(one)))
          expect(answer).not.toContain(words);
    },
  );
});
/** Text in the records that `worldOf` creates. */
const proseOfWorld = [
  'The rain will not stop',
  'Unsaid',
  'It will not.',
  'Somebody comes',
  'Untitled Book',
  'lighthouse keeper',
  'Fog',
];

describe('a replayed response of an idempotency key (access 3)', () => {
  const body = { premise: 'A lighthouse keeper and a storm.', title: 'Kept' };
  const post = (key: string, idempotencyKey: string) =>
    http(own.url(), key, 'POST', '/v1/books', body, { 'idempotency-key': idempotencyKey });

  it('is masked by the scopes of the replaying key', async () => {
    const first = await post(fullKey, 'made by a key that reads');
    const again = await post(writeKey, 'made by a key that reads');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.json.data).toEqual({
      ...body,
      id: first.json.data.id,
      version: 1,
      createdAt: moment,
      updatedAt: moment,
    });
    const made = await post(writeKey, 'made by a key that writes');
    const { json } = await post(fullKey, 'made by a key that writes');
    expect(json.data).toMatchObject({ id: made.json.data.id, language: 'en', status: 'draft' });
  });

  it('is rejected for a document that selects more fields', async () => {
    const query = `mutation($input: NewBook!) { createBook(input: $input, idempotencyKey: "made by a key that reads") { language } }`;
    expect((await refusal(graphql(own.url(), writeKey, query, { input: body }))).code).toBe('insufficient_scope');
  });
});

/** Whether a type only says that something was done: it has `ok`, ids, and nothing else. */
function isAcknowledgement(name: string): boolean {
  const type = schema.getType(name);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return fields.some(({ name: field }) => field === 'ok') && fields.every(isOkOrId);
}

const isOkOrId = ({ name, type }: GraphQLField<unknown, unknown>) => name === 'ok' || getNamedType(type).name === 'ID';

describe('the schema and its scopes', () => {
  it.each(named)('no mutation document requires another scope below its root: %s', (_name, { document }) => {
    const [operation] = document.definitions.filter((one) => one.kind === 'OperationDefinition');
    if (!operation) throw new Error('No operation.');
    const [root, ...rest] = requirementsOf(schema, document, operation, {});
    const guards = new Set([...readersOf(schema).values()].map((need) => need.join()));
    // Types are masked by scope, but a field guard would fail after the change.
    expect(rest.filter(({ need }) => !guards.has(need.join()) && !isMet(need, root?.need ?? []))).toEqual([]);
  });

  it('every type that a mutation returns is guarded, except acknowledgements', () => {
    const readers = readersOf(schema);
    const answered = Object.values(schema.getMutationType()?.getFields() ?? {}).map(({ type }) =>
      String(type).replaceAll(/[[\]!]/g, ''),
    );
    const open = [...new Set(answered)].filter((name) => !readers.has(name) && !isAcknowledgement(name)).sort();
    expect(open).toEqual([
      'AcceptedProposals',
      'CoverGeneration',
      'CreatedToken',
      'DecidedProposals',
      'DeletedRevision',
      'EditedChapter',
      'MergedText',
      'OutlineAdoption',
      'OutlineGeneration',
      'OutlineGrading',
      'ProposalSet',
      'RevisionThinning',
      'SplitChapter',
      'Token',
      'VariantGeneration',
    ]);
    expect(isAcknowledgement('RemovedConflict')).toBe(true);
    expect(readers.get('Run')).toEqual(['books:read', 'generation:run']);
    expect(readers.get('Chapter')).toEqual(['books:read']);
  });
});

describe('the scopes proposals:write and admin:read (access 3)', () => {
  it('have fixed positions in the list', () => {
    expect(scopes.indexOf('proposals:write')).toBe(scopes.indexOf('books:write') + 1);
    expect(scopes.at(-1)).toBe('admin:read');
  });

  it('proposals:write can be granted by a key, admin:read only by the command line', async () => {
    const create = (key: string, wanted: Scope[]) =>
      http(own.url(), key, 'POST', '/v1/account/tokens', { scopes: wanted });
    const made = await create(fullKey, ['books:write', 'proposals:write']);
    expect(made.json.data.scopes).toEqual(['books:write', 'proposals:write']);
    const admin = await keyOf('account:write', 'admin:read');
    const { status, json } = await create(admin, ['admin:read']);
    expect([status, json.error.code, json.error.issues[0].path]).toEqual([400, 'invalid_request', 'scopes']);
    expect(json.error.issues[0].message).toContain('command line');
  });
});
