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

/** Status and text of the answers of all faces that can be refused: as it is sent, and for a version that is not there. */
async function answersTo(operation: Operation, { ids, keys }: World): Promise<{ status: number; text: string }[]> {
  const key = keys.get(scopeOf(operation)) ?? '';
  const sender = { url: own.url(), key };
  const answers = operation.tool ? [await overMcp(sender, operation, ids)] : [];
  if (!operation.rest) return answers;
  const { method, path } = parseRoute(operation.rest);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) => ids[name] ?? '');
  const { [operation.body?.[0] ?? '']: sample } = sampleOf(operation, ids);
  // The sample unpublishes, which is not refused.
  const body = operation.answer === 'publishBook' ? { publish: true } : sample;
  for (const version of ['"999"', undefined])
    answers.push({
      ...(await http(own.url(), key, method, filled, body, version ? { 'if-match': version } : {})),
      headers: [],
    });
  return answers;
}

const isRefused = ({ status, text }: { status: number; text: string }) =>
  status >= 400 || text.includes('"isError":true');

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

describe.each(states)('a book %s', (_state, bring) => {
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

  it.each(blind.map((operation) => [operation.rest ?? operation.tool?.name ?? '', operation] as const))(
    'is not quoted to a key without books:read when this is refused: %s',
    async (_name, operation) => {
      const answers = await answersTo(operation, world);
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
