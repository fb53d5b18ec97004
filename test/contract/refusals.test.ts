import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/caller.ts';
import { parseRoute } from '../../src/faces/faces.ts';
import { inputSchema } from '../../src/faces/schemas.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { facesOf, hasRest, http, type Ids, sampleOf } from '../support/faces.ts';
import { planted } from '../support/planted.ts';
import { reply, withPlans } from '../support/provider.ts';
import { newSampleRecords } from '../support/sample-records.ts';
import { overMcp } from '../support/sending.ts';
import { serviceWith } from '../support/service-with.ts';
import { openStream, until } from '../support/stream.ts';
import { inTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true }, { LIMIT_PLAN_PER_MINUTE: '0' });

/** Found in no text of the service. */
const secret = 'plover-7f3a1c';

const scopeOf = (operation: Operation): Scope => prepareOperation(schema, operation).scope ?? 'books:read';
/** Keys with this scope alone see no words of a book. */
const isBlind = (scope: Scope) => scope !== 'books:read' && scope !== 'admin:read';
const isLast = ({ answer }: Operation) => /^(delete|remove|revoke)/.test(answer);
const blind = operations
  .filter((operation) => isBlind(scopeOf(operation)) && !operation.stream)
  .toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)));

interface World {
  ids: Ids;
  keys: ReadonlyMap<Scope, string>;
  owner: string;
}

/** A book whose fields hold the secret, and a key for each scope. */
async function newWorld(): Promise<World> {
  const account = `account ${crypto.randomUUID()}`;
  const owner = await own.running().newKey({ account });
  const ids = await newSampleRecords(own.running(), owner);
  const [rest] = facesOf(own.url(), owner);
  for (const operation of operations) {
    const { answer, body, stream } = operation;
    // A new note is in one place only; its update fills it.
    if (
      !body ||
      stream ||
      answer === 'addNote' ||
      !hasRest(answer) ||
      !/^(create|add|update|set)(?!Token)[A-Z]/.test(answer)
    )
      continue;
    const sample = sampleOf(operation, ids);
    await rest?.call(answer, { ...sample, [body[0]]: planted(inputSchema(body[1]), sample[body[0]], secret) });
  }
  const keys = new Map<Scope, string>();
  for (const scope of new Set(blind.map(scopeOf)))
    keys.set(scope, await own.running().newKey({ account, scopes: [scope] }));
  return { ids, keys, owner };
}

interface Refusable {
  status: number;
  text: string;
}

const faces: Parameters<typeof inTurn>[0] = [
  ['REST', null, ({ rest }) => rest],
  ['MCP', null, ({ tool }) => tool],
];

/** The answers that can be refused: to the sample as it is, and over REST also for a version that is not there. */
async function answersTo(operation: Operation, face: string, { ids, keys }: World): Promise<Refusable[]> {
  const key = keys.get(scopeOf(operation)) ?? '';
  if (face === 'MCP') return [await overMcp({ url: own.url(), key }, operation, ids)];
  const { method, path } = parseRoute(operation.rest ?? '');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) => ids[name] ?? '');
  const { [operation.body?.[0] ?? '']: sample } = sampleOf(operation, ids);
  // The sample unpublishes, which is not refused.
  const body = operation.answer === 'publishBook' ? { publish: true } : sample;
  const send = (headers: Record<string, string>) => http(own.url(), key, method, filled, body, headers);
  return [await send({ 'if-match': '"999"' }), await send({})];
}

const isRefused = ({ status, text }: Refusable) => status >= 400 || text.includes('"isError":true');

const ask = ({ owner, ids }: World, method: string, path: string, body?: object) =>
  http(own.url(), owner, method, `/v1/books/${ids.bookId}${path}`, body);

/** Each brings the book of a world into a state in which other operations are refused. */
const states: [string, (world: World) => Promise<unknown>][] = [
  ['as it is', async () => {}],
  ['with an empty chapter', (world) => ask(world, 'POST', '/chapters', { title: secret })],
  [
    'that is published',
    async (world) => {
      const chapters = (await ask(world, 'GET', '/chapters')).json.data;
      for (const { id } of chapters) await ask(world, 'PATCH', `/chapters/${id}`, { content: `${secret}.` });
      expect((await ask(world, 'POST', '/publish', { publish: true })).status).toBe(200);
    },
  ],
  [
    'with a run',
    async (world) => {
      fakes.text.script(reply.stall([secret]), withPlans(reply.text([`${secret} came over the water.`])));
      const path = `/chapters/${world.ids.chapterId}`;
      openStream(own.url(), world.owner, 'POST', `/v1/books/${world.ids.bookId}${path}/write`, {
        body: { restart: true },
      });
      await until(async () => (await ask(world, 'GET', path)).json.data.status === 'generating');
    },
  ],
];

describe.each(states)('a book %s', (state, bring) => {
  let world: World;
  let refused = 0;
  beforeAll(async () => {
    world = await newWorld();
    await bring(world);
  });

  it('holds the secret in its fields', async () => {
    const document = await http(own.url(), world.owner, 'GET', `/v1/books/${world.ids.bookId}/export?format=json`);
    expect(document.text.split(secret).length).toBeGreaterThan(30);
  });

  // Another face for each operation in the next state.
  const turned = states.findIndex(([name]) => name === state) % 2 ? faces.toReversed() : faces;
  const asked = faces.flatMap(([face]) =>
    inTurn(turned, face, blind).map((operation) => [face, operation.answer, operation] as const),
  );
  it.each(asked)(
    'is not quoted to a key without books:read when this is refused over %s: %s',
    async (face, _answer, operation) => {
      const answers = await answersTo(operation, face, world);
      for (const one of answers.filter(isRefused)) {
        refused += 1;
        expect(one.text).not.toContain(secret);
      }
    },
  );

  it('was refused often', () => {
    expect(refused).toBeGreaterThan(20);
  });
});
