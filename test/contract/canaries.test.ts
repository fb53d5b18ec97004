import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputSchema } from '../../src/faces/schemas.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { type Face, facesOf, http, type Ids, type Json, Refused, sampleOf } from '../support/faces.ts';
import { type FakeImages, startImageProvider } from '../support/image-provider.ts';
import { planted } from '../support/planted.ts';
import { type FakeProvider, reply, startProvider, withPlans } from '../support/provider.ts';
import { newSampleRecords } from '../support/sample-records.ts';
import { startService, type TestService } from '../support/service.ts';
import { type FakeSpeech, startSpeech } from '../support/speech.ts';
import { oneInTurn } from '../support/turns.ts';

/** Short enough for every limit, and found in no other text. */
const canary = 'plover-7f3a1c';
const providerKey = 'sk-canary-31d0c4';

let provider: FakeProvider;
let speech: FakeSpeech;
let images: FakeImages;
let service: TestService;
let key: string;
/** The keys and accounts of all authors. */
const keys: string[] = [];
const accountIds: string[] = [];
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
  key = await newAuthor();
});
afterAll(async () => {
  await service.close();
  await provider.close();
  await speech.close();
  await images.close();
});

/** The key of a new account. */
async function newAuthor(): Promise<string> {
  const made = await service.newKey();
  keys.push(made);
  accountIds.push((await http(service.url, made, 'GET', '/v1/account')).json.data.id);
  return made;
}

function inputOf(operation: Operation): Record<string, unknown> {
  const sample = sampleOf(operation, world);
  // A paid call has one member only.
  if (!operation.body || operation.answer === 'callPreview') return sample;
  const [variable, shape] = operation.body;
  return { ...sample, [variable]: planted(inputSchema(shape), sample[variable], canary) };
}

/** The same input without the members that tools of this field do not take. */
function forTool({ answer, body }: Operation, input: Record<string, unknown>): Record<string, unknown> {
  if (answer === 'callPreview') return input;
  const [variable = ''] = body ?? [];
  const omitted = operations.filter((one) => one.answer === answer).flatMap(({ tool }) => tool?.without ?? []);
  const members = Object.entries(input[variable] ?? {}).filter(([name]) => !omitted.includes(name));
  return { ...input, [variable]: Object.fromEntries(members) };
}

/** The same input with an unknown field that quotes the canary. */
function mistaken(operation: Operation, input: Record<string, unknown>): Record<string, unknown> {
  const [variable] = operation.body ?? [''];
  return { ...input, [variable]: { ...(input[variable] as object), [canary]: canary } };
}

/** The canary is no passage of a text, and no id. */
const unplaced: Record<string, string> = {
  editChapter: 'invalid_request',
  addNote: 'invalid_request',
  proposeEdits: 'invalid_request',
  reviseProposal: 'invalid_request',
  acceptProposals: 'invalid_request',
  declineProposals: 'not_found',
  withdrawProposals: 'not_found',
};

/** Two faces may create the same record. An agent may not rotate the key of a person. */
function refusalOf({ answer }: Operation, face: Face['name']): string {
  const code = unplaced[answer];
  if (code) return code;
  return face === 'MCP' && answer === 'rotateToken' ? 'insufficient_scope' : 'invalid_state';
}

const withBody = operations.filter(({ body, stream }) => body && !stream);
const offers = (face: Face['name'], { rest, tool }: Operation) =>
  face === 'GraphQL' || Boolean(face === 'REST' ? rest : tool);
const named = (list: readonly Operation[]) =>
  list.map((operation) => [operation.rest ?? operation.tool?.name ?? operation.answer, operation] as const);
const secretsOf = (list: readonly string[]) => list.flatMap((one) => [one, one.slice(-20)]);
const leaks = (text: string) => [canary, providerKey, ...secretsOf(keys)].filter((secret) => text.includes(secret));

describe('secrets of authors and operators, on every operation (quality: danger 8)', () => {
  it.each(named(withBody))('are sent by %s in valid and in invalid requests', async (_name, operation) => {
    // Samples include a key, and an account holds a limited number of keys.
    const author = await newAuthor();
    const offering = facesOf(service.url, author).filter((face) => offers(face.name, operation));
    for (const { name, call } of oneInTurn(offering, operation)) {
      world = await newSampleRecords(service, author);
      const input = name === 'MCP' ? forTool(operation, inputOf(operation)) : inputOf(operation);
      const outcome = await call(operation.answer, input).catch((error: Json) => error);
      if (outcome instanceof Refused) expect([name, outcome.code]).toEqual([name, refusalOf(operation, name)]);
      else expect(outcome, name).not.toBeInstanceOf(Error);
      // A document that takes single values instead of a body has no place for the unknown field.
      if (name === 'GraphQL' && operation.variables) continue;
      await expect(call(operation.answer, mistaken(operation, input)), name).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
  });

  it('are sent to the provider and returned by it', async () => {
    const client = await ChapterClient.create(service.url, key, { summary: canary });
    expect((await client.write({ instructions: canary }).ended).text).toContain(canary);
    provider.script(reply.status(401), reply.inStreamError([canary]));
    for (const _fault of [1, 2]) await client.write({ restart: true, instructions: canary }).ended;
    expect(provider.requests.map(({ headers }) => headers.authorization)).toContain(`Bearer ${providerKey}`);
  });

  it('are sent in malformed requests', async () => {
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

  it('stay out of the answer and the log when a constraint of the database quotes them', async () => {
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

  it('are in no log line at the most verbose level', () => {
    expect(service.logged.length).toBeGreaterThan(withBody.length * 4);
    expect(leaks(service.logged.join('\n'))).toEqual([]);
  });

  it('are stored only where they belong, and keys only as hashes', async () => {
    const { read } = service.database;
    const tables = await read<{ name: string; isOfAccounts: boolean }[]>`
      SELECT t.table_name AS name, EXISTS (
        SELECT FROM information_schema.columns c
        WHERE c.table_schema = 'public' AND c.table_name = t.table_name AND c.column_name = 'account_id') AS is_of_accounts
      FROM information_schema.tables t WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'`;
    // Rows of other accounts are those of other test files, and many.
    const holding = async (...secrets: string[]) => {
      const found: string[] = [];
      for (const { name, isOfAccounts } of tables) {
        const [row] = await read`
          SELECT 1 FROM (
            SELECT t::text AS text FROM ${read(name)} t
            ${isOfAccounts ? read`WHERE account_id = ANY(${accountIds})` : read``} OFFSET 0
          ) r WHERE EXISTS (SELECT FROM unnest(${secrets}::text[]) s WHERE strpos(r.text, s) > 0) LIMIT 1`;
        if (row) found.push(name);
      }
      return found;
    };
    expect(await holding(canary)).toEqual(expect.arrayContaining(['book', 'character', 'chapter_text', 'token']));
    expect(await holding(...secretsOf(keys), ...keys.map((one) => Buffer.from(one).toString('hex')))).toEqual([]);
    expect(await holding(providerKey)).toEqual([]);
  });
});
