import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { sweepKeys } from '../../src/sql/idempotency.ts';
import { http, type Ids, type Json, ownService, premise, rawHttp, sampleOf } from '../support/faces.ts';
import { type FakeImages, startImageProvider } from '../support/image-provider.ts';
import { type Answered, keyedFaces, keyedOperation, keyedOperations, type SendKeyed } from '../support/keyed.ts';
import { type FakeProvider, startProvider } from '../support/provider.ts';
import { startService } from '../support/service.ts';
import { kinds, missing, worldOf } from '../support/world.ts';

let provider: FakeProvider;
let images: FakeImages;
const own = ownService(async () => {
  provider = await startProvider();
  images = await startImageProvider();
  return { OPENAI_BASE_URL: provider.url, IMAGE_BASE_URL: images.url, LIMIT_PROVIDER_PER_MINUTE: '0' };
});
afterAll(() => Promise.all([provider.close(), images.close()]));
const key = () => randomUUID();
/** What ends with a run, or goes on in the background, is told of in files of its own. */
const once = keyedOperations.filter(
  ({ stream, startsRun, answer }) => !stream && !startsRun && answer !== 'narrateBook',
);
/** Of what is shown once, nothing is replayed. */
const replayable = once.filter(({ answer }) => answer !== 'createToken');
const isOfRecords = (operation: Operation) => Object.keys(sampleOf(operation, missing())).some((name) => name in kinds);

let world: Ids;
let elsewhere: Ids;
let foreign: Ids;
beforeAll(async () => {
  world = await worldOf(own.running(), own.key());
  elsewhere = await worldOf(own.running(), own.key());
  foreign = await worldOf(own.running(), await own.running().newKey());
});

/** Every record of the account and its version: what a request that does nothing leaves as it is. */
async function records(): Promise<Json> {
  const sql = own.running().database.read;
  const [{ accountId } = { accountId: '' }] = await sql<{ accountId: string }[]>`
    SELECT account_id FROM book WHERE id = ${world.bookId ?? ''}`;
  const tables = ['book', 'chapter', 'character', 'conflict', 'mood_reference'];
  const found = tables.map(
    (table) => sql`SELECT id, version FROM ${sql(table)} WHERE account_id = ${accountId} ORDER BY id`,
  );
  const others = [
    sql`SELECT id FROM token WHERE account_id = ${accountId} ORDER BY id`,
    sql`SELECT id, state FROM run WHERE account_id = ${accountId} ORDER BY id`,
  ];
  return Promise.all([...found, ...others]);
}

/** Records to try it on: some of its own where it puts others in their place, or a book has room for few. */
async function recordsFor({ answer }: Operation): Promise<Ids> {
  const sweeps = [
    'generateOutline',
    'adoptOutlineVariant',
    'reorderChapters',
    'splitChapter',
    'mergeChapters',
    'addCover',
  ];
  return sweeps.includes(answer) ? worldOf(own.running(), own.key()) : world;
}

/** Another request of the same operation: about other records, or with another body where it is about none. */
function another(operation: Operation): Record<string, unknown> {
  if (operation.answer === 'createBook') return { input: { premise: `${premise} Again.` } };
  if (operation.answer === 'importBook') return { input: { format: 'text', content: 'Fog.' } };
  if (operation.answer === 'createToken') return { input: { scopes: ['books:write'] } };
  return sampleOf(operation, elsewhere);
}

describe('what takes an idempotency key (contract 9)', () => {
  it('is every POST of REST that changes something, the tools of the same operations, and nothing else', () => {
    const posts = operations.filter(({ rest, file }) => rest?.startsWith('POST ') && !file);
    const answers = new Set(posts.map(({ answer }) => answer));
    expect(keyedOperations).toEqual(
      operations.filter((one) => posts.includes(one) || (!one.rest && answers.has(one.answer))),
    );
  });

  it('is every mutation but those that change in place or remove', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
    const without = fields.filter(({ args }) => args.every(({ name }) => name !== 'idempotencyKey'));
    expect(without.map(({ name }) => name).filter((name) => !/^(update|delete|remove|revoke)/.test(name))).toEqual([]);
    expect(without.length).toBeGreaterThan(5);
  });
});

describe.each(keyedFaces)('a request under a key, through %s (contract 9)', (_name, send, offers) => {
  const ask = (operation: Operation, input: Record<string, unknown>, under?: string) =>
    send(own.url(), own.key(), operation, input, under);

  it.each(replayable.filter(offers))('is done once and answered again as it was: $answer', async (operation) => {
    const [under, input] = [key(), sampleOf(operation, await recordsFor(operation))];
    const first = await ask(operation, input, under);
    expect(first).toEqual({ data: expect.anything(), replayed: false });
    const before = await records();
    const again = await ask(operation, input, under);
    expect(again).toEqual({ ...first, replayed: true });
    expect(JSON.stringify(again.data)).toBe(JSON.stringify(first.data));
    expect(await records()).toEqual(before);
    await clear(operation, first);
  });

  it.each(once.filter(offers))('is refused where the key is that of another request: $answer', async (operation) => {
    const under = key();
    const first = await ask(operation, sampleOf(operation, await recordsFor(operation)), under);
    const before = await records();
    const { error, replayed } = await ask(operation, another(operation), under);
    expect([error.code, replayed]).toEqual(['conflict', false]);
    expect(error.message).toContain('another request');
    expect(error.current).toBeUndefined();
    expect(await records()).toEqual(before);
    await clear(operation, first);
  });

  it.each(once.filter(offers).filter(isOfRecords))('that fails leaves the key free: $answer', async (operation) => {
    const under = key();
    const { error } = await ask(operation, sampleOf(operation, foreign), under);
    expect(error.code).toBe('not_found');
    const good = await ask(operation, sampleOf(operation, await recordsFor(operation)), under);
    expect(good).toEqual({ data: expect.anything(), replayed: false });
    await clear(operation, good);
  });

  it('may have a key of 1 to 255 printable ASCII characters', async () => {
    const book = keyedOperation('createBook');
    for (const good of ['x', `"${key()}"`, `${key()} ~ !`, 'x'.repeat(219) + key()])
      expect((await ask(book, { input: { premise } }, good)).error).toBeUndefined();
    const before = await records();
    for (const bad of ['', 'x'.repeat(256), 'clé', 'a\tb']) {
      const { error } = await ask(book, { input: { premise } }, bad);
      expect([bad, error.code]).toEqual([bad, 'invalid_request']);
      expect(error.issues).toEqual([
        { path: expect.stringMatching(/^idempotency-?key$/i), message: expect.any(String) },
      ]);
    }
    expect(await records()).toEqual(before);
  });

  it('is checked for its scope before the key', async () => {
    const [under, operation] = [key(), keyedOperation('createCharacter')];
    const account = `account ${randomUUID()}`;
    const [writer, reader] = [
      await own.running().newKey({ account }),
      await own.running().newKey({ account, scopes: ['books:read'] }),
    ];
    const { id: bookId } = await own.face('REST', writer)('createBook', { input: { premise } });
    const input = { bookId, input: { name: 'Emma' } };
    await send(own.url(), writer, operation, input, under);
    expect((await send(own.url(), reader, operation, input, under)).error.code).toBe('insufficient_scope');
    expect((await send(own.url(), await own.running().newKey({ account }), operation, input, under)).replayed).toBe(
      true,
    );
  });

  it('is done once, however many arrive at the same moment, at whatever node', async () => {
    const other = await startService();
    const bookId = await own.newBook();
    const [under, operation] = [key(), keyedOperation('createCharacter')];
    const urls = Array.from({ length: 20 }, (_, n) => (n % 2 ? own.url() : other.url));
    const answers = await Promise.all(
      urls.map((url) => send(url, own.key(), operation, { bookId, input: { name: 'Emma' } }, under)),
    );
    const made = await own.face('REST')('characters', { bookId });
    expect(made).toHaveLength(1);
    for (const { data, error } of answers)
      expect(data?.id ?? [error.code, error.retry_after]).toEqual(data ? made[0].id : ['conflict', 1]);
    expect(answers.filter(({ data, replayed }) => data && !replayed)).toHaveLength(1);
    await other.close();
  });
});

/** A conflict of the same pair and kind can be added once; what was added for a test goes with it. */
async function clear({ answer }: Operation, { data }: Answered): Promise<void> {
  if (answer === 'addConflict' && data)
    await own.face('REST')('removeConflict', { bookId: world.bookId, conflictId: data.id });
}

describe('an idempotency key (contract 9)', () => {
  const send = (name: string) => keyedFaces.find(([face]) => face === name)?.[1] as SendKeyed;

  it('is the same on every face', async () => {
    const [under, bookId] = [key(), await own.newBook()];
    const input = { bookId, input: { name: 'Emma', aliases: ['Em'], want: null } };
    const seen = [];
    for (const [, sendIt] of keyedFaces)
      seen.push(await sendIt(own.url(), own.key(), keyedOperation('createCharacter'), input, under));
    expect(new Set(seen.map(({ data }) => data.id)).size).toBe(1);
    expect(seen.map(({ replayed }) => replayed)).toEqual([false, true, true]);
  });

  it('is of its account: another one’s is another key', async () => {
    const under = key();
    const [mine, theirs] = [own.key(), await own.running().newKey()];
    const made = await Promise.all(
      [mine, theirs].map((token) =>
        send('REST')(own.url(), token, keyedOperation('createBook'), { input: { premise } }, under),
      ),
    );
    expect(made.map(({ replayed }) => replayed)).toEqual([false, false]);
    expect(made[0]?.data.id).not.toBe(made[1]?.data.id);
  });

  it('is forgotten after 24 hours, and then removed', async () => {
    const sql = own.running().database.write;
    const [under, operation, input] = [key(), keyedOperation('createBook'), { input: { premise } }];
    const ask = () => send('REST')(own.url(), own.key(), operation, input, under);
    const age = (time: string) =>
      sql`UPDATE idempotency_key SET created_at = clock_timestamp() - ${time}::interval WHERE key = ${under}`;
    const first = await ask();
    await age('23 hours 59 minutes');
    expect(await ask()).toEqual({ ...first, replayed: true });
    await age('24 hours 1 second');
    const anew = await ask();
    expect([anew.replayed, anew.data.id === first.data.id]).toEqual([false, false]);
    expect(await ask()).toEqual({ ...anew, replayed: true });
    await age('24 hours 1 second');
    expect(await sweepKeys(sql)).toBeGreaterThan(0);
    expect(await sql`SELECT 1 FROM idempotency_key WHERE key = ${under}`).toHaveLength(0);
  });

  it('answers as it was, whatever became of the record: status, body and ETag', async () => {
    const path = `/v1/books/${await own.newBook()}/chapters`;
    const header = { 'idempotency-key': key() };
    const body = { title: '2026-11-21T08:15:30.000Z', content: 'Rain.', notes: '{"$moment":"now"}' };
    const first = await own.http('POST', path, body, header);
    await own.http('PATCH', `${path}/${first.json.data.id}`, { content: 'Sun.', title: 'Two' });
    const again = await own.http('POST', path, body, header);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    await own.http('DELETE', path.replace('/chapters', ''));
    expect((await own.http('POST', path, body, header)).text).toBe(first.text);
  });

  it('holds for each mutation of a GraphQL document by itself, and whatever is selected', async () => {
    const [one, two] = [key(), key()];
    const make = (fields: string) => `input: {premise: "${premise}"}) { ${fields} }`;
    const first = await own.graphql(`mutation { a: createBook(idempotencyKey: "${one}", ${make('id title')} }`);
    const query = `mutation { b: createBook(idempotencyKey: "${two}", ${make('id')}
      c: createBook(idempotencyKey: "${one}", ${make('id createdAt version characters { name }')}
      d: createBook(${make('id')} }`;
    const { json } = await own.http('POST', '/graphql', { query });
    expect(json.data.c).toMatchObject({ id: first.a.id, createdAt: expect.stringMatching(/Z$/), characters: [] });
    expect(new Set([first.a.id, json.data.b.id, json.data.d.id]).size).toBe(3);
    expect(json.extensions.idempotencyReplayed).toEqual(['c']);
  });

  it.each(keyedFaces.filter(([, , offers]) => offers(keyedOperation('createToken'))))(
    'makes a token once through %s, and neither keeps nor repeats its secret',
    async (_name, sendIt) => {
      const [under, operation] = [key(), keyedOperation('createToken')];
      const input = { input: { scopes: ['books:read'], name: under } };
      const { data } = await sendIt(own.url(), own.key(), operation, input, under);
      const { error } = await sendIt(own.url(), own.key(), operation, input, under);
      expect(error.code).toBe('conflict');
      expect(error.message).toContain(data.id);
      const named = (await own.face('REST')('tokens')).filter(({ name }: Json) => name === under);
      expect(named).toHaveLength(1);
      const [row] = await own.running().database.read`SELECT answer FROM idempotency_key WHERE key = ${under}`;
      expect(row?.answer).toBe(JSON.stringify({ id: data.id }));
    },
  );

  it('goes with its account', async () => {
    const { running, url } = own;
    const sql = running().database.write;
    const theirs = await running().newKey();
    await http(url(), theirs, 'POST', '/v1/books', { premise: 'A lamp goes out.' }, { 'idempotency-key': 'mine' });
    const [{ id } = { id: '' }] = await sql<
      { id: string }[]
    >`SELECT account_id AS id FROM idempotency_key WHERE key = 'mine'`;
    await sql`DELETE FROM account WHERE id = ${id}`;
    expect(await sql`SELECT 1 FROM idempotency_key WHERE account_id = ${id}`).toHaveLength(0);
  });
  it('is refused when it is sent twice, and passed over where nothing is made', async () => {
    const head = `POST /v1/books HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${own.key()}\r\ncontent-type: application/json\r\n`;
    const body = JSON.stringify({ premise });
    const { status, json } = await rawHttp(
      own.url(),
      `${head}idempotency-key: a\r\nidempotency-key: b\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    expect([status, json.error.issues[0].path]).toEqual([400, 'Idempotency-Key']);
    const header = { 'idempotency-key': key() };
    const path = `/v1/books/${await own.newBook()}`;
    for (const title of ['One', 'Two'])
      expect((await own.http('PATCH', path, { title }, header)).json.data.title).toBe(title);
  });

  it('can be sent, and its replay seen, by a page of an allowed origin', async () => {
    const origin = 'https://editor.example';
    const service = await startService({ ALLOWED_ORIGINS: origin });
    const preflight = await http(service.url, undefined, 'OPTIONS', '/v1/books', undefined, {
      origin,
      'access-control-request-method': 'POST',
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(preflight.headers.get('access-control-expose-headers')).toContain('idempotency-replayed');
    await service.close();
  });
});
