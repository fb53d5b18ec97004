import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { foldStorage } from '../../src/domain/story/account/storage.ts';
import { dropAnswers } from '../../src/limits/storage.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { sweepKeys } from '../../src/sql/idempotency.ts';
import { sampleFor } from '../registers/sample.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { graphql, http, type Ids, type Json, ownService, premise, rawHttp, sampleOf } from '../support/faces.ts';
import { type FakeImages, startImageProvider } from '../support/image-provider.ts';
import { type KeyedAnswer, keyedFaces, keyedOperation, keyedOperations, type SendKeyed } from '../support/keyed.ts';
import { type FakeProvider, startProvider } from '../support/provider.ts';
import { idPrefixes, newSampleRecords, unknownIds } from '../support/sample-records.ts';
import { startService } from '../support/service.ts';
import { inTurn } from '../support/turns.ts';

let provider: FakeProvider;
let images: FakeImages;
const own = ownService(async () => {
  provider = await startProvider();
  images = await startImageProvider();
  return { OPENAI_BASE_URL: provider.url, IMAGE_BASE_URL: images.url, LIMIT_PROVIDER_PER_MINUTE: '0' };
});
afterAll(() => Promise.all([provider.close(), images.close()]));
const key = () => randomUUID();
/** Operations that start runs or background work have tests in other files. */
const once = keyedOperations.filter(
  ({ stream, startsRun, answer }) => !stream && !startsRun && !['narrateBook', 'readManuscript'].includes(answer),
);
/** An answer with a secret is never replayed. */
const isReplayable = (operation: Operation) => !sampleFor(operation).isShownOnce;
const isOfRecords = (operation: Operation) =>
  Object.keys(sampleOf(operation, unknownIds())).some((name) => name in idPrefixes);

let world: Ids;
let elsewhere: Ids;
let foreign: Ids;
beforeAll(async () => {
  world = await newSampleRecords(own.running(), own.key());
  elsewhere = await newSampleRecords(own.running(), own.key());
  foreign = await newSampleRecords(own.running(), await own.running().newKey());
});

/** Every record of the account with its version, to prove that a request changes nothing. */
async function records(): Promise<Json> {
  const sql = own.running().database.read;
  const [{ accountId } = { accountId: '' }] = await sql<{ accountId: string }[]>`
    SELECT account_id FROM book WHERE id = ${world.bookId ?? ''}`;
  const tables = ['book', 'chapter', ...rosters.map(({ table }) => table)];
  const found = tables.map(
    (table) => sql`SELECT id, version FROM ${sql(table)} WHERE account_id = ${accountId} ORDER BY id`,
  );
  const others = [
    sql`SELECT id FROM token WHERE account_id = ${accountId} ORDER BY id`,
    sql`SELECT id, state FROM run WHERE account_id = ${accountId} ORDER BY id`,
  ];
  return Promise.all([...found, ...others]);
}

/** The records for a request: a new book for operations that replace records or soon reach a limit. */
async function recordsFor(operation: Operation): Promise<Ids> {
  if (!sampleFor(operation).ownBook) return world;
  const ids = await newSampleRecords(own.running(), own.key());
  // Samples include a key, and an account holds a limited number of keys.
  await own.face('REST')('revokeToken', { tokenId: ids.tokenId });
  return ids;
}

/** Another request of the same operation: with other records, or with another body if it names none. */
function another(operation: Operation): Record<string, unknown> {
  const { otherBody } = sampleFor(operation);
  if (otherBody && operation.body) return { [operation.body[0]]: otherBody };
  return sampleOf(operation, elsewhere);
}

describe('operations that take an idempotency key (contract 9)', () => {
  it('are exactly the REST POSTs that change something, and their tools', () => {
    const posts = operations.filter(({ rest, file }) => rest?.startsWith('POST ') && !file);
    const answers = new Set(posts.map(({ answer }) => answer));
    expect(keyedOperations).toEqual(
      operations.filter((one) => posts.includes(one) || (!one.rest && answers.has(one.answer))),
    );
  });

  it('include every mutation except updates and deletions', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
    const without = fields.filter(({ args }) => args.every(({ name }) => name !== 'idempotencyKey'));
    expect(
      without.map(({ name }) => name).filter((name) => !/^(update|revise|delete|remove|revoke|set)/.test(name)),
    ).toEqual([]);
    expect(without.length).toBeGreaterThan(5);
  });
});

describe.each(keyedFaces)('a request with an idempotency key through %s (contract 9)', (name, send) => {
  const turn = inTurn(keyedFaces, name, once);
  const ask = (operation: Operation, input: Record<string, unknown>, under?: string) =>
    send(own.url(), own.key(), operation, input, under);

  it.each(turn.filter(isReplayable))('runs once and replays the answer: $answer', async (operation) => {
    const [under, input] = [key(), sampleOf(operation, await recordsFor(operation))];
    const first = await ask(operation, input, under);
    expect(first).toMatchObject({ data: expect.anything(), replayed: false });
    const before = await records();
    const again = await ask(operation, input, under);
    expect(again).toEqual({ ...first, replayed: true });
    expect(JSON.stringify(again.data)).toBe(JSON.stringify(first.data));
    expect(await records()).toEqual(before);
    await clear(operation, first);
  });

  it.each(turn)('gets conflict if another request used the key: $answer', async (operation) => {
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

  it.each(turn.filter(isOfRecords))('leaves the key unused if it fails: $answer', async (operation) => {
    const under = key();
    const { error } = await ask(operation, sampleOf(operation, foreign), under);
    expect(error.code).toBe('not_found');
    const good = await ask(operation, sampleOf(operation, await recordsFor(operation)), under);
    expect(good).toMatchObject({ data: expect.anything(), replayed: false });
    await clear(operation, good);
  });

  it('accepts a key of 1 to 255 printable ASCII characters', async () => {
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

  it('runs once when sent concurrently to two nodes', async () => {
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

/** Removes the conflict that a request added, because the same pair and kind can be added only once. */
async function clear({ answer }: Operation, { data }: KeyedAnswer): Promise<void> {
  if (answer === 'addConflict' && data)
    await own.face('REST')('removeConflict', { bookId: world.bookId, conflictId: data.id });
}

describe('an idempotency key (contract 9)', () => {
  const send = (name: string) => keyedFaces.find(([face]) => face === name)?.[1] as SendKeyed;

  it('is shared by all faces', async () => {
    const [under, bookId] = [key(), await own.newBook()];
    const input = { bookId, input: { name: 'Emma', aliases: ['Em'], want: null } };
    const seen = [];
    for (const [, sendIt] of keyedFaces)
      seen.push(await sendIt(own.url(), own.key(), keyedOperation('createCharacter'), input, under));
    expect(new Set(seen.map(({ data }) => data.id)).size).toBe(1);
    expect(seen.map(({ replayed }) => replayed)).toEqual([false, true, true]);
  });

  it('is scoped to its account', async () => {
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

  it('expires after 24 hours and is then removed', async () => {
    const sql = own.running().database.write;
    const [under, operation, input] = [key(), keyedOperation('createBook'), { input: { premise } }];
    const ask = () => send('REST')(own.url(), own.key(), operation, input, under);
    const age = (time: string) =>
      sql`UPDATE idempotency_key SET created_at = clock_timestamp() - ${time}::interval WHERE key = ${under}`;
    const first = await ask();
    await age('23 hours 59 minutes');
    expect(await ask()).toEqual({ ...first, replayed: true });
    await age('24 hours 1 second');
    const next = await ask();
    expect([next.replayed, next.data.id === first.data.id]).toEqual([false, false]);
    expect(await ask()).toEqual({ ...next, replayed: true });
    await age('24 hours 1 second');
    expect((await sweepKeys(sql)).count).toBeGreaterThan(0);
    expect(await sql`SELECT 1 FROM idempotency_key WHERE key = ${under}`).toHaveLength(0);
  });

  it('replays status, body and ETag after later changes of the record', async () => {
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

  it('applies to each mutation of a document separately, whatever it selects', async () => {
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
    'creates a token once through %s, and does not store its secret',
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

  it('stores no text, counts as used space, and replays the text by its revision', async () => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey(), {
      content: 'A long tide. '.repeat(4_000),
    });
    const answersOf = async () => (await client.ask('GET', '/v1/account/usage')).storage.answers;
    const keys = Array.from({ length: 3 }, key);
    const ask = (under: string, call: string) =>
      graphql(
        client.url,
        client.key,
        `mutation { answer: ${call.replace('$', `bookId: "${client.bookId}", chapterId: "${client.chapterId}", idempotencyKey: "${under}"`)} }`,
      );
    const fields = '{ version content revisionId }';
    const move = async (under: string) => (await ask(under, `moveChapter($, order: 1) ${fields}`)).answer;
    const split = () => ask('split', `splitChapter($, input: {at: 13000}) { chapter ${fields} next ${fields} }`);
    const halves = await split();
    const first = await Promise.all(keys.map(move));
    expect(first[0].content.length).toBeGreaterThan(12_000);
    expect(await answersOf()).toBeGreaterThan(0);
    expect(await answersOf()).toBeLessThan(8_000);
    // Without the answers, this small save of the same sitting would write over the text.
    const content = `${first[0].content}.`;
    await client.ask('PATCH', client.path, { content });
    expect(await Promise.all(keys.map(move))).toEqual(first);
    expect(await split()).toEqual(halves);
    // A former text that its author has deleted is replaced by the present one.
    expect(await client.ask('DELETE', `${client.path}/revisions/${first[0].revisionId}`)).toMatchObject({
      bytes: expect.any(Number),
    });
    const { revisionId } = (
      await graphql(
        client.url,
        client.key,
        `{ chapter(bookId: "${client.bookId}", chapterId: "${client.chapterId}") { revisionId } }`,
      )
    ).chapter;
    expect(await move(keys[0] ?? '')).toMatchObject({ content, revisionId, version: first[0].version });
  });

  it('loses its answer beyond the limit of the account, oldest first, and is not carried out again', async () => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey());
    const add = (under: string) =>
      http(client.url, client.key, 'POST', `${client.book}/characters`, { name: under }, { 'idempotency-key': under });
    const added = [await add('Oldest'), await add('Older'), await add('Newest')];
    const sql = own.running().database.write;
    // Long answers, so that those of other tests are not dropped.
    await sql`UPDATE idempotency_key SET answer = answer || repeat(' ', 20000000) WHERE key IN ('Oldest', 'Older', 'Newest')`;
    while ((await foldStorage(sql)).count > 0);
    expect(await dropAnswers(sql, 25_000_000)).toMatchObject({ count: 2 });
    for (const name of ['Oldest', 'Older'])
      expect((await add(name)).json.error).toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/was carried out.*64 MB/),
      });
    expect((await add('Newest')).text).toBe(added[2]?.text);
    expect((await client.ask('GET', `${client.book}/characters`)).length).toBe(3);
  });

  it('is deleted with its account', async () => {
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
  it('is refused when sent twice, and ignored on a PATCH', async () => {
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

  it('can be used by a page of an allowed origin', async () => {
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
