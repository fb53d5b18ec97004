import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputSchema, type JsonSchema } from '../../src/adapters/schemas.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { type Face, facesOf, http, type Ids, type Json, Refused, sampleOf } from '../support/faces.ts';
import { type FakeImages, startImageProvider } from '../support/image-provider.ts';
import { type FakeProvider, reply, startProvider, withPlans } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { type FakeSpeech, startSpeech } from '../support/speech.ts';
import { worldOf } from '../support/world.ts';
import { Desk } from '../support/writing.ts';

/** Short enough for every limit; nothing else has it in its text. */
const canary = 'plover-7f3a1c';
const providerKey = 'sk-canary-31d0c4';

let provider: FakeProvider;
let speech: FakeSpeech;
let images: FakeImages;
let service: TestService;
let key: string;
let world: Ids;

beforeAll(async () => {
  provider = await startProvider();
  provider.script(withPlans(reply.text([`${canary} came over the water. `, 'It landed.'])));
  speech = await startSpeech();
  images = await startImageProvider();
  service = await startService({
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: providerKey,
    SPEECH_BASE_URL: speech.url,
    SPEECH_API_KEY: providerKey,
    IMAGE_BASE_URL: images.url,
    IMAGE_API_KEY: providerKey,
    LIMIT_PROVIDER_PER_MINUTE: '0',
    LIMIT_PLAN_PER_MINUTE: '0',
  });
  key = await service.newKey();
});
afterAll(async () => {
  await service.close();
  await provider.close();
  await speech.close();
  await images.close();
});

/** A value with the canary in every string that is the author's own; others as the sample has them. */
function planted(schema: JsonSchema, sample: unknown, name = ''): unknown {
  const type = [schema.type ?? 'object'].flat().find((one) => one !== 'null');
  if (type === 'object') {
    const known = (sample ?? {}) as Record<string, unknown>;
    const members = Object.entries(schema.properties ?? {}).map(([member, shape]) => [
      member,
      planted(shape as JsonSchema, known[member], member),
    ]);
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }
  if (type === 'array') {
    const item = planted((schema.items ?? {}) as JsonSchema, undefined, name);
    return item === undefined ? sample : [item];
  }
  const isFixed = schema.enum || schema.pattern || schema.contentEncoding || schema.const !== undefined;
  const isFree = type === 'string' && !isFixed && !/Ids?$/.test(name);
  if (!isFree) return sample;
  return schema.format === 'uri' ? `https://example.org/${canary}` : canary;
}

function inputOf(operation: Operation): Record<string, unknown> {
  const sample = sampleOf(operation, world);
  if (!operation.body) return sample;
  const [variable, shape] = operation.body;
  return { ...sample, [variable]: planted(inputSchema(shape), sample[variable]) };
}

/** The same input with a mistake in it that quotes the canary. */
function mistaken(operation: Operation, input: Record<string, unknown>): Record<string, unknown> {
  const [variable] = operation.body ?? [''];
  return { ...input, [variable]: { ...(input[variable] as object), [canary]: canary } };
}

const withBody = operations.filter(({ body, stream }) => body && !stream);
const offers = (face: Face['name'], { rest, tool }: Operation) =>
  face === 'GraphQL' || Boolean(face === 'REST' ? rest : tool);
const named = (list: readonly Operation[]) =>
  list.map((operation) => [operation.rest ?? operation.tool?.name ?? operation.answer, operation] as const);
const leaks = (text: string) => [canary, providerKey, key, key.slice(-20)].filter((secret) => text.includes(secret));

describe('what authors and operators confide, through every operation and face (quality: danger 8)', () => {
  it.each(named(withBody))('goes in by %s, in good requests and in mistaken ones', async (_name, operation) => {
    for (const { name, call } of facesOf(service.url, key).filter((face) => offers(face.name, operation))) {
      world = await worldOf(service, key);
      const input = inputOf(operation);
      const outcome = await call(operation.answer, input).catch((error: Json) => error);
      // Two faces may want to make the same record.
      if (outcome instanceof Refused) expect([name, outcome.code]).toEqual([name, 'invalid_state']);
      else expect(outcome, name).not.toBeInstanceOf(Error);
      // Where the document takes single values instead of a body, there is no room for this mistake.
      if (name === 'GraphQL' && operation.variables) continue;
      await expect(call(operation.answer, mistaken(operation, input)), name).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
  });

  it('goes through the provider and back', async () => {
    const desk = await Desk.at(service.url, key, { summary: canary });
    expect((await desk.write({ instructions: canary }).ended).text).toContain(canary);
    provider.script(reply.status(401), reply.inStreamError([canary]));
    for (const _fault of [1, 2]) await desk.write({ restart: true, instructions: canary }).ended;
    expect(provider.requests.map(({ headers }) => headers.authorization)).toContain(`Bearer ${providerKey}`);
  });

  it('is in requests that cannot be read', async () => {
    for (const [path, body] of [
      ['/v1/books', `{"premise": "${canary}`],
      ['/graphql', `{"query": "{ ${canary} `],
      ['/graphql', JSON.stringify({ query: `query { book(bookId: "${canary}") { ${canary} } }` })],
      ['/graphql', JSON.stringify({ query: 'query ($bookId: Int) { __typename }', variables: { bookId: canary } })],
      ['/mcp', `{"jsonrpc": "2.0", "id": 1, "method": "${canary}"}`],
      [`/v1/books?cursor=${canary}`, '{}'],
    ] as const)
      expect((await http(service.url, key, 'POST', path, body)).status).toBeLessThan(500);
    expect((await http(service.url, `${key}x`, 'GET', '/v1/books')).status).toBe(401);
  });

  it('is in the row that a database refuses and quotes: the answer and the log say where, not what', async () => {
    const { write } = service.database;
    await write`ALTER TABLE book ADD CONSTRAINT trap CHECK (title <> 'plover-7f3a1c trapped')`;
    try {
      const { status, text } = await http(service.url, key, 'POST', '/v1/books', {
        premise: `${canary} and more`,
        title: `${canary} trapped`,
      });
      expect([status, leaks(text)]).toEqual([500, []]);
    } finally {
      await write`ALTER TABLE book DROP CONSTRAINT trap`;
    }
    const defect = service.logged.find((line) => line.includes('"defect"'));
    expect(JSON.parse(defect ?? '{}').err).toMatchObject({ code: '23514', constraint: 'trap', table: 'book' });
  });

  it('is in no line of the log, at the level that logs most', () => {
    expect(service.logged.length).toBeGreaterThan(withBody.length * 4);
    expect(leaks(service.logged.join('\n'))).toEqual([]);
  });

  it('is in the database where it belongs; of keys nothing is but their hash', async () => {
    const { read } = service.database;
    const tables = await read<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
    const holding = async (secret: string) => {
      const found: string[] = [];
      for (const { name } of tables) {
        const [row] = await read`SELECT 1 FROM ${read(name)} t WHERE strpos(t::text, ${secret}) > 0 LIMIT 1`;
        if (row) found.push(name);
      }
      return found;
    };
    expect(await holding(canary)).toEqual(expect.arrayContaining(['book', 'character', 'chapter_text', 'token']));
    for (const secret of [key, key.slice(-20), providerKey, Buffer.from(key).toString('hex')])
      expect(await holding(secret)).toEqual([]);
  });
});
