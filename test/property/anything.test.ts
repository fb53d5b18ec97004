import { Agent, request } from 'node:http';
import { print, type TypeNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { type ErrorCode, statusOf } from '../../src/errors.ts';
import { definitionOf } from '../../src/faces/arguments.ts';
import { noOptions, parseRoute } from '../../src/faces/faces.ts';
import { inputSchema, type JsonSchema } from '../../src/faces/schemas.ts';
import { type PreparedOperation, prepareOperation } from '../../src/graphql/execute.ts';
import { sha256 } from '../../src/graphql/manifest.ts';
import { newId } from '../../src/ids/id.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { facesOf, type Json } from '../support/faces.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { startService, type TestService } from '../support/service.ts';
import { untilReady } from '../support/stream.ts';
import {
  anything,
  cursors,
  type Ids,
  idNamed,
  near,
  nearId,
  nearly,
  settings,
  texts,
  timeout,
  wire,
} from './values.ts';

/** An account with one record of each kind, and a hash of its rows. */
interface World {
  key: string;
  accountId: string;
  ids: Ids;
  accepted: number;
  /** The hash of the rows, or undefined after an accepted change. */
  hashOfRows?: string | undefined;
}

interface Answer {
  status: number;
  requestId: string;
  type: string;
  text: string;
  json: Json;
}

const all = operations.map((operation) => prepareOperation(schema, operation));
const routes = all.filter(({ operation }) => operation.rest);
const named = (list: readonly PreparedOperation[], name: (prepared: PreparedOperation) => string) =>
  list.map((prepared) => [name(prepared), prepared] as const);

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let service: TestService;
let foreignId: string;
let world: World;

beforeAll(async () => {
  service = await startService({
    LIMIT_REQUESTS_PER_MINUTE: '0',
    LIMIT_PLAN_PER_MINUTE: '0',
    LIMIT_PROVIDER_PER_MINUTE: '0',
  });
  foreignId = (await newWorld('')).ids.characterId ?? '';
  world = await newWorld(foreignId);
});
afterAll(async () => {
  agent.destroy();
  await service.close();
});

async function newWorld(foreign: string): Promise<World> {
  const key = await service.newKey();
  const [face] = facesOf(service.url, key);
  const call = async (field: string, input: Json) => (face ? face.call(field, input) : undefined);
  const { id: bookId } = await call('createBook', { input: { premise: 'A lighthouse keeper and a storm.' } });
  const { id: characterId } = await call('createCharacter', { bookId, input: { name: 'Emma', want: 'home' } });
  const { id: otherId } = await call('createCharacter', { bookId, input: { name: 'The Keeper' } });
  const ends = { fromCharacterId: characterId, toCharacterId: otherId };
  const { id: conflictId } = await call('addConflict', {
    bookId,
    input: { ...ends, kind: 'goal', description: 'Light.' },
  });
  const { id: moodId } = await call('addMoodReference', { bookId, input: { kind: 'music', title: 'Nocturne' } });
  const { id: emptyId } = await call('createChapter', { bookId, input: { title: 'Landfall' } });
  const content = 'The old ferry came in late under the rain. '.repeat(2);
  const { id: chapterId } = await call('createChapter', { bookId, input: { content } });
  const { id: findingId } = (await call('lintChapter', { bookId, chapterId })).findings[0];
  const spare = await call('createToken', { input: { scopes: ['books:read'] } });
  const sql = service.database.write;
  const runId = newId('run');
  const [owner] = await sql<{ accountId: string }[]>`
    INSERT INTO run (account_id, id, book_id, chapter_id, kind, state, request_hash, model, revision_id, start_offset, chars_written, holder, lease_until, deadline_at, finished_at)
    SELECT account_id, ${runId}, ${bookId}, chapter_id, 'write', 'completed', '', 'none', revision_id, 0, ${content.length}, 'nobody', now(), now(), now()
    FROM chapter_text WHERE chapter_id = ${chapterId} RETURNING account_id`;
  const variantId = newId('var');
  await sql`
    INSERT INTO outline_variant (account_id, book_id, id, run_id, chapters, model, plan_version)
    SELECT account_id, id, ${variantId}, ${runId}, '[{"title":"A","summary":"Somebody comes ashore.","povCharacterId":null,"beatKeys":[],"participantIds":[]}]', 'm', 1 FROM book WHERE id = ${bookId}`;
  const [{ id: revisionId }] = await call('revisions', { bookId, chapterId });
  const ids = {
    bookId,
    revisionId,
    characterId,
    otherId,
    conflictId,
    moodId,
    findingId,
    chapterId,
    emptyId,
    runId,
    variantId,
    tokenId: spare.id,
    foreignId: foreign,
  };
  return { key, accountId: owner?.accountId ?? '', ids, accepted: 0 };
}

/** A hash of all rows of the account, without the time of last use, which is updated in the background. */
async function hashOfRows(): Promise<string> {
  const owned = [
    'token',
    'book',
    ...rosters.map(({ table }) => table),
    'chapter',
    'chapter_day',
    'chapter_text',
    'chapter_revision',
    'lint_waiver',
    'chapter_recap',
    'run',
    'chapter_chunk',
  ];
  const lines = owned.map(
    (table) =>
      `SELECT '${table}' || (to_jsonb(t) - 'last_used_at')::text AS line FROM ${table} t WHERE account_id = $1`,
  );
  const [row] = await service.database.write.unsafe<{ hash: string }[]>(
    `SELECT md5(string_agg(line, '|' ORDER BY line)) AS hash FROM (${lines.join(' UNION ALL ')} UNION ALL SELECT to_jsonb(a)::text FROM account a WHERE id = $1) x`,
    [world.accountId],
  );
  return row?.hash ?? '';
}

function send(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      hostname,
      port,
      method,
      path,
      headers: {
        authorization: `Bearer ${world.key}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({
          status: response.statusCode ?? 0,
          requestId: String(response.headers['x-request-id']),
          type: String(response.headers['content-type']),
          text,
          json: parsed(text),
        });
      });
    });
    sent.end(body);
  });
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks that an error has the shape of the contract (8) and a code that the client can act on. */
function expectOurs(error: Json, requestId: string, prepared: PreparedOperation | undefined): ErrorCode {
  expect(error).toMatchObject({
    code: expect.any(String),
    message: expect.stringMatching(/\S/),
    request_id: requestId,
  });
  expect(Object.keys(statusOf)).toContain(error.code);
  // This instance has no providers, so only their operations may answer 5xx.
  const isServerFault =
    statusOf[error.code as ErrorCode] >= 500 &&
    !(
      error.code === 'feature_disabled' &&
      /^((re)?writeChapter|generateRecap|generateProfile|narrate(Chapter|Book)|generateOutline(Variants)?|gradeOutline|generateCovers|readManuscript)$/.test(
        prepared?.field ?? '',
      )
    );
  if (isServerFault) expect.fail(`${error.code}: ${defects().at(-1) ?? error.message}`);
  if (error.code === 'invalid_request') {
    expect(error.issues).not.toEqual([]);
    for (const issue of error.issues)
      expect(issue).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) });
  }
  return error.code;
}

function defects(): string[] {
  return service.logged.filter((line) => line.includes('"msg":"defect"'));
}

let refused = 0;

/**
 * Runs a call. A rejected call must change nothing; after some accepted ones the world is recreated. The short form looks
 * after every fourth rejected call, the proofs after each.
 */
async function expectNoChangeIfRefused(
  call: () => Promise<'refused' | 'accepted'>,
  prepared?: PreparedOperation,
): Promise<void> {
  const before = world.hashOfRows ?? (await hashOfRows());
  world.hashOfRows = before;
  const outcome = await call();
  if (outcome === 'refused') {
    refused += 1;
    if (refused % proof(4, 1) === 0) expect(await hashOfRows()).toBe(before);
    return;
  }
  if (prepared?.kind === 'query') return;
  world.hashOfRows = undefined;
  world.accepted += 1;
  if (world.accepted > 40 || /^(delete|remove|revoke|publish)/.test(prepared?.field ?? ''))
    world = await newWorld(foreignId);
}

const resolved = (text: string) => (text.startsWith('@@id:') ? (world.ids[text.slice(5)] ?? 'none') : text);

/** Percent-encodes text; lone surrogates become the bytes that a careless client sends. */
function encoded(text: string): string {
  return (
    [...resolved(text)].map((one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80')).join('') || '%20'
  );
}

const inPath = (name: string) =>
  fc.oneof(
    { weight: 8, arbitrary: nearId(name === 'chapterId' ? 'emptyId' : name) },
    { weight: 8, arbitrary: nearId(name) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('%', '%zz', '%00', '%ff', '..', '.', '%2e%2e', 'a%2fb', ';a=1', '~')
        .map((raw) => `@@raw:${raw}`),
    },
  );
const segment = (text: string) => (text.startsWith('@@raw:') ? text.slice(6) : encoded(text));

const headers = fc.record(
  {
    'if-match': fc.constantFrom('"1"', '"2"', '*', 'W/"1"', '1', '"x"', '"999999999"', '"9999999999"'),
    'if-none-match': fc.constantFrom('"1"', '*', 'x', '"1", W/"2"'),
    accept: fc.constantFrom('text/event-stream', 'application/json', 'x'),
    'last-event-id': fc.constantFrom('0', '5', '-1', 'x', '999999999', '99999999999'),
    'content-type': fc.constantFrom('application/json; charset=utf-16', 'text/plain', 'application/json'),
    'idempotency-key': fc.constantFrom('a', 'b', 'x'.repeat(256)),
  },
  { requiredKeys: [], noNullPrototype: true },
);

describe('random REST requests get a valid response', () => {
  it.each(named(routes, ({ operation }) => operation.rest?.replace(/ \d+$/, '') ?? ''))(
    '%s',
    { timeout },
    async (_line, prepared) => {
      const { method, path, parameters } = parseRoute(prepared.operation.rest ?? '');
      const options = inputSchema(prepared.operation.options ?? noOptions).properties ?? {};
      const query = fc.array(
        fc.oneof(
          ...Object.entries(options).map(([key, shape]) =>
            fc.tuple(fc.constant(key), near(shape as JsonSchema, key).map(String)),
          ),
          fc.tuple(fc.oneof(texts, fc.constantFrom('__proto__', 'constructor', ...Object.keys(options))), texts),
        ),
        { maxLength: 2 },
      );
      const body = prepared.operation.body
        ? fc.oneof(
            { weight: 4, arbitrary: nearly(inputSchema(prepared.operation.body[1])) },
            { weight: 1, arbitrary: anything },
            { weight: 1, arbitrary: texts.map((raw) => ({ raw })) },
          )
        : fc.oneof(fc.constant(undefined), anything);
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(...parameters.map(inPath)),
          fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: query }),
          fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
          body,
          async (values, pairs, sent, value) => {
            const filled = parameters.reduce(
              (text, name, index) => text.replace(`{${name}}`, () => segment(values[index] ?? '')),
              path,
            );
            const asked = pairs.map(([key, text]) => `${encoded(key)}=${encoded(text)}`).join('&');
            const raw = (value as { raw?: string } | undefined)?.raw;
            const text = value === undefined ? undefined : typeof raw === 'string' ? raw : wire(value, world.ids);
            await expectNoChangeIfRefused(async () => {
              const answer = await send(method, asked ? `${filled}?${asked}` : filled, text, sent);
              return verdictOf(answer, prepared);
            }, prepared);
          },
        ),
        settings,
      );
    },
  );

  it('any method and path', { timeout }, async () => {
    const part = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'v1',
          'books',
          'runs',
          'account',
          'tokens',
          'chapters',
          'graphql',
          'mcp',
          '',
          '..',
          '%',
          '%00',
        ),
      },
      { weight: 2, arbitrary: inPath('bookId').map((text) => `@@segment:${text}`) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'LINK'),
        fc.array(part, { maxLength: 6 }),
        fc.option(anything, { nil: undefined }),
        async (method, parts, value) => {
          const path = parts.map((text) => (text.startsWith('@@segment:') ? segment(text.slice(10)) : text)).join('/');
          await expectNoChangeIfRefused(async () => {
            const answer = await send(method, `/${path}`, value === undefined ? undefined : wire(value, world.ids));
            // A HEAD response has no body to check.
            if (method === 'HEAD') return lessThan500(answer);
            if (path === 'mcp') return mcpVerdict(answer);
            if (path === 'graphql') return graphqlVerdict(answer);
            return answer.type.includes('json') ? verdictOf(answer) : lessThan500(answer);
          });
        },
      ),
      { ...settings, numRuns: settings.numRuns * 4 },
    );
  });
});

function lessThan500({ status }: Answer): 'refused' | 'accepted' {
  expect(status).toBeLessThan(500);
  return status >= 400 ? 'refused' : 'accepted';
}

function verdictOf(
  { status, requestId, type, text, json }: Answer,
  prepared?: PreparedOperation,
): 'refused' | 'accepted' {
  if (status < 400) {
    if (status !== 304 && type.includes('json')) expect(json).toBeTypeOf('object');
    if (type.includes('event-stream') && text.includes('event: error'))
      expectOurs(parsed(text.slice(text.lastIndexOf('data: ') + 6)).error, requestId, prepared);
    return 'accepted';
  }
  const code = expectOurs(json?.error, requestId, prepared);
  expect(statusOf[code]).toBe(status);
  return 'refused';
}

/** Random values for the variables of a document. */
function variablesOf(
  prepared: PreparedOperation,
  document: PreparedOperation['operation']['document'],
): fc.Arbitrary<Record<string, unknown>> {
  const { body } = prepared.operation;
  const members = (definitionOf(document).variableDefinitions ?? []).map(({ variable, type }) => {
    const name = variable.name.value;
    return [name, body?.[0] === name ? nearly(inputSchema(body[1])) : valueFor(type, name)] as const;
  });
  return fc.record(Object.fromEntries(members), { noNullPrototype: true });
}

function valueFor(type: TypeNode, name: string): fc.Arbitrary<unknown> {
  if (type.kind === 'NonNullType') return valueFor(type.type, name);
  if (type.kind === 'ListType') return fc.array(valueFor(type.type, name), { maxLength: 3 });
  switch (type.name.value) {
    case 'ID':
      return nearId(name);
    case 'Int':
      return near({
        type: ['integer', 'null'],
        minimum: name === 'waitSeconds' ? 0 : 1,
        maximum: name === 'waitSeconds' ? 45 : 100,
      });
    case 'Boolean':
      return fc.boolean();
    default:
      return cursors;
  }
}

describe('random GraphQL requests get a valid response', () => {
  const documents = all.flatMap((prepared) =>
    [prepared.operation.document, ...(prepared.operation.stream ? [prepared.operation.stream] : [])].map(
      (document) =>
        [
          `${definitionOf(document).name?.value}, ${prepared.operation.rest ?? prepared.operation.tool?.name}`,
          prepared,
          document,
        ] as const,
    ),
  );

  it.each(documents)('variables of %s', { timeout }, async (_name, prepared, document) => {
    const query = print(document);
    const isStream = definitionOf(document).operation === 'subscription';
    const variables = fc.oneof(
      { weight: 5, arbitrary: variablesOf(prepared, document) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(variablesOf(prepared, document), anything)
          .map(([good, bad]) =>
            Object.fromEntries(Object.keys(good).map((key, index) => [key, index === 0 ? good[key] : bad])),
          ),
      },
      { weight: 1, arbitrary: anything },
    );
    await fc.assert(
      fc.asyncProperty(variables, async (values) => {
        const body = wire({ query, variables: values }, world.ids);
        await expectNoChangeIfRefused(
          async () =>
            graphqlVerdict(
              await send('POST', '/graphql', body, isStream ? { accept: 'text/event-stream' } : {}),
              prepared,
            ),
          isStream ? { ...prepared, kind: 'query' as PreparedOperation['kind'] } : prepared,
        );
      }),
      settings,
    );
  });

  it('whole requests', { timeout }, async () => {
    const known = fc.constantFrom(...documents.map(([, , document]) => print(document)));
    const cut = fc.tuple(known, fc.nat(), fc.nat({ max: 40 }), texts).map(([text, at, length, filling]) => {
      const start = at % text.length;
      return text.slice(0, start) + filling + text.slice(start + length);
    });
    const requests = fc.oneof(
      anything,
      fc.record(
        {
          query: fc.oneof(cut, texts, anything),
          variables: fc.oneof(anything, fc.constant({ bookId: idNamed('bookId') })),
          operationName: fc.oneof(texts, anything),
          extensions: anything,
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        requests,
        fc.constantFrom('*/*', 'application/json', 'text/event-stream', 'text/html'),
        async (value, accept) => {
          await expectNoChangeIfRefused(async () =>
            graphqlVerdict(await send('POST', '/graphql', wire(value, world.ids), { accept })),
          );
        },
      ),
      { ...settings, numRuns: settings.numRuns * 6 },
    );
  });

  it('persisted document ids and hashes', { timeout }, async () => {
    const queries = documents
      .map(([, , document]) => document)
      .filter((one) => definitionOf(one).operation === 'query');
    const known = fc.constantFrom(...queries.map(print));
    const hashes = fc.oneof(known.map(sha256), texts.map(sha256), texts);
    const names = fc.oneof(
      hashes,
      hashes.map((hash) => `sha256:${hash}`),
      anything,
    );
    const persistedQuery = fc.record(
      { version: fc.oneof(fc.constant(1), anything), sha256Hash: fc.oneof(hashes, anything) },
      { noNullPrototype: true },
    );
    const extensions = fc.oneof(anything, fc.record({ persistedQuery: fc.oneof(persistedQuery, anything) }));
    const twice = known.map((query) => ({ query, documentId: sha256(query) }));
    const others = { query: fc.oneof(known, texts), documentId: names, extensions, variables: anything };
    const requests = fc.oneof(twice, fc.record(others, { requiredKeys: [], noNullPrototype: true }));
    await fc.assert(
      fc.asyncProperty(requests, fc.constantFrom('POST', 'GET'), async (asked, method) => {
        const pairs = Object.entries(asked).map(
          ([name, value]) =>
            `${name}=${typeof value === 'string' ? encoded(value) : encodeURIComponent(wire(value, world.ids, 100))}`,
        );
        const path = method === 'GET' ? `/graphql?${pairs.join('&')}` : '/graphql';
        // A request line has a separate size limit.
        fc.pre(path.length < 8_000);
        const body = method === 'GET' ? undefined : wire(asked, world.ids);
        await expectNoChangeIfRefused(async () => graphqlVerdict(await send(method, path, body)));
      }),
      { ...settings, numRuns: settings.numRuns * 6 },
    );
  });
});

function graphqlVerdict(answer: Answer, prepared?: PreparedOperation): 'refused' | 'accepted' {
  expect(answer.status).toBeLessThan(500);
  const results = answer.type.includes('event-stream')
    ? [...answer.text.matchAll(/^data: (.+)$/gm)].map(([, data]) => parsed(data ?? ''))
    : [answer.json];
  const errors = results.flatMap((result) => result?.errors ?? []);
  if (answer.status >= 400) expect(errors).not.toEqual([]);
  for (const { message, extensions } of errors) expectOurs({ message, ...extensions }, answer.requestId, prepared);
  return errors.length > 0 ? 'refused' : 'accepted';
}

describe('random MCP requests get a valid response', () => {
  const withTool = all.filter(({ operation }) => operation.tool);

  it.each(named(withTool, ({ operation }) => operation.tool?.name ?? ''))(
    'arguments of %s',
    { timeout },
    async (name, prepared) => {
      const listed = service.service.catalogue.find(name, {})?.listing.inputSchema as JsonSchema;
      const values = fc.oneof({ weight: 6, arbitrary: nearly(listed) }, { weight: 1, arbitrary: anything });
      await fc.assert(
        fc.asyncProperty(values, async (args) => {
          const body = wire(
            { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
            world.ids,
          );
          await expectNoChangeIfRefused(
            async () => mcpVerdict(await send('POST', '/mcp', body, mcpHeaders), prepared),
            prepared,
          );
        }),
        settings,
      );
    },
  );

  it('whole messages', { timeout }, async () => {
    const messages = fc.oneof(
      anything,
      fc.record(
        {
          jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: anything }),
          id: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: anything }),
          method: fc.oneof(
            fc.constantFrom(
              'initialize',
              'tools/list',
              'tools/call',
              'ping',
              'resources/list',
              'notifications/cancelled',
            ),
            texts,
          ),
          params: fc.oneof(
            anything,
            fc.record(
              { name: fc.oneof(texts, anything), arguments: anything, _meta: anything },
              { requiredKeys: [], noNullPrototype: true },
            ),
          ),
        },
        { requiredKeys: ['jsonrpc', 'method'], noNullPrototype: true },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(messages, fc.array(messages, { maxLength: 3 })), async (message) => {
        await expectNoChangeIfRefused(async () =>
          mcpVerdict(await send('POST', '/mcp', wire(message, world.ids), mcpHeaders)),
        );
      }),
      { ...settings, numRuns: settings.numRuns * 6 },
    );
  });
});

const mcpHeaders = { accept: 'application/json, text/event-stream' };

/** A refused tool call returns our error; an invalid message gets a JSON-RPC error. */
function mcpVerdict(answer: Answer, prepared?: PreparedOperation): 'refused' | 'accepted' {
  expect(answer.status).toBeLessThan(500);
  const messages = answer.type.includes('event-stream')
    ? [...answer.text.matchAll(/^data: (.+)$/gm)].map(([, data]) => parsed(data ?? ''))
    : [answer.json].flat();
  const outcomes = messages.map((message): 'refused' | 'accepted' => {
    if (message?.error?.request_id) expectOurs(message.error, answer.requestId, prepared);
    else if (message?.error) {
      expect(message.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      // -32603 means a server defect. The SDK also uses it for messages without params.
      if (!/"path": \[\s*"params"/.test(message.error.message))
        expect(message.error.code, answer.text).not.toBe(-32603);
    } else if (message?.result?.isError) {
      expect(message.result.structuredContent).toBeUndefined();
      expectOurs(parsed(message.result.content[0].text)?.error, answer.requestId, prepared);
    } else return 'accepted';
    return 'refused';
  });
  return outcomes.includes('accepted') ? 'accepted' : 'refused';
}

describe('the service after random requests', () => {
  it('is ready, keeps its records and has logged no defects', async () => {
    await untilReady(service.url);
    expect((await send('GET', `/v1/books/${world.ids.bookId}`)).status).toBe(200);
    expect(defects()).toEqual([]);
  });
});
