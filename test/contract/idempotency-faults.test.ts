import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { http, type Json } from '../support/faces.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { type FakeProvider, reply, startProvider } from '../support/provider.ts';
import { newSampleRecords } from '../support/sample-records.ts';
import { hearStatements } from '../support/sent-statements.ts';
import { startService, type TestService } from '../support/service.ts';
import { until, untilReady } from '../support/stream.ts';

let line: FaultyProxy;
/** One service connects to the database through a line that can be cut, the other one directly. */
let fragile: TestService;
let service: TestService;
let provider: FakeProvider;
let token: string;

beforeAll(async () => {
  provider = await startProvider();
  line = await startFaultyProxy(inject('database'));
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x', LIMIT_PROVIDER_PER_MINUTE: '0' };
  fragile = await startService(env, line.target);
  service = await startService(env);
  token = await service.newKey();
});
afterEach(async () => {
  cutNoMore();
  line.set('open');
  await untilReady(fragile.url);
});
afterAll(async () => {
  await fragile.close();
  await service.close();
  await line.close();
  await provider.close();
});

let cutNoMore = () => {};

/** Cuts every connection of the fragile service when it sends a matching statement. */
function cutAt(statement: RegExp): void {
  cutNoMore();
  cutNoMore = hearStatements([fragile.database.write], ({ text }) => {
    if (statement.test(text)) line.set('closed');
  });
}

const post = (url: string, path: string, body: unknown, key: string) =>
  http(url, token, 'POST', path, body, { 'idempotency-key': key });
const read = async (path: string): Promise<Json> => (await http(service.url, token, 'GET', path)).json.data;

/** The last completed step differs: none, the record without the stored answer, or everything but the acknowledgement. */
const moments: [what: string, statement: RegExp][] = [
  ['before the record is created', /pg_try_advisory_xact_lock/],
  ['between the record and its answer', /INSERT INTO idempotency_key/],
  ['at the commit', /^\s*commit/i],
];

describe('retries after a lost database connection (contract 9)', () => {
  it.each(moments)('create one record if the cut came %s', async (_when, statement) => {
    const { id } = (await post(service.url, '/v1/books', { premise: 'A lamp goes out.' }, randomUUID())).json.data;
    for (const [path, body] of [
      [`/v1/books/${id}/characters`, { name: 'Emma' }],
      [`/v1/books/${id}/chapters`, { content: 'Rain.' }],
      [`/v1/books/${id}/mood-references`, { kind: 'music', title: 'Rain' }],
    ] as const) {
      const key = randomUUID();
      cutAt(statement);
      expect((await post(fragile.url, path, body, key)).status).toBe(503);
      const again = await until(async () => {
        const answer = await post(service.url, path, body, key);
        // The server may need a moment to notice the lost connection.
        return answer.status === 409 ? undefined : answer;
      });
      expect(again.status).toBe(201);
      expect((await read(path)).map((one: Json) => one.id)).toEqual([again.json.data.id]);
      cutNoMore();
      line.set('open');
      await untilReady(fragile.url);
    }
  });

  it('start one run if the cut came while a run was started', async () => {
    const book = (await post(service.url, '/v1/books', { premise: 'A lamp goes out.' }, randomUUID())).json.data;
    const chapter = (await post(service.url, `/v1/books/${book.id}/chapters`, {}, randomUUID())).json.data;
    const [path, key] = [`/v1/books/${book.id}/chapters/${chapter.id}/write`, randomUUID()];
    provider.script(reply.text(['Rain.']));
    cutAt(/INSERT INTO idempotency_key/);
    expect((await post(fragile.url, path, {}, key)).status).toBe(503);
    expect((await post(service.url, path, {}, key)).text).toBe('Rain.');
    expect(await read(`/v1/books/${book.id}/runs`)).toHaveLength(1);
  });
});

describe('an idempotency key held by a provider call (contract 9)', () => {
  it('gets a retry delay while held, and is taken over from a lost node', async () => {
    const { runId } = await newSampleRecords(service, token);
    const [path, key, sql] = [`/v1/runs/${runId}/cancel`, randomUUID(), service.database.write];
    const first = await post(service.url, path, undefined, key);
    expect(first.status).toBe(200);
    const holdFor = (seconds: number) =>
      sql`UPDATE idempotency_key SET answer = NULL, held_until = clock_timestamp() + make_interval(secs => ${seconds}) WHERE key = ${key}`;
    await holdFor(15);
    const refused = await post(service.url, path, undefined, key);
    expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([
      409,
      'conflict',
      '1',
    ]);
    // A hold stored before the clock was set back by three hours ends one hold from now.
    await holdFor(10_800);
    expect((await post(service.url, path, undefined, key)).status).toBe(409);
    const near = sql`SELECT 1 FROM idempotency_key WHERE key = ${key} AND held_until < clock_timestamp() + interval '16 seconds'`;
    expect(await near).toHaveLength(1);
    await holdFor(-1);
    for (const replayed of [null, 'true']) {
      const taken = await post(service.url, path, undefined, key);
      expect([taken.text, taken.headers.get('idempotency-replayed')]).toEqual([first.text, replayed]);
    }
  });
});

describe('refused requests with an idempotency key (contract 9)', () => {
  it('get the same message as without one, and the key stays unused', async () => {
    const { bookId, characterId, otherId, chapterId } = await newSampleRecords(service, token);
    const key = randomUUID();
    const ends = { fromCharacterId: characterId, toCharacterId: otherId, description: 'Unsaid.' };
    const path = `/v1/books/${bookId}/conflicts`;
    for (const body of [
      { ...ends, kind: 'love' },
      { ...ends, kind: 'debt', toCharacterId: characterId },
      { ...ends, kind: 'debt', toCharacterId: 'chr_00000000000000000000000000' },
    ]) {
      const [plain, keyed] = [
        await http(service.url, token, 'POST', path, body),
        await post(service.url, path, body, key),
      ];
      expect(plain.status).toBeGreaterThanOrEqual(400);
      expect([keyed.status, keyed.json.error.message]).toEqual([plain.status, plain.json.error.message]);
    }
    expect((await post(service.url, path, { ...ends, kind: 'debt' }, key)).status).toBe(201);
    const moved = await http(
      service.url,
      token,
      'POST',
      `/v1/books/${bookId}/chapters/${chapterId}/move`,
      { order: 1 },
      {
        'idempotency-key': randomUUID(),
        'if-match': '"9"',
      },
    );
    expect([moved.status, moved.json.error.current.id]).toEqual([409, chapterId]);
  });

  it('still find a free slug on publication', async () => {
    const publish = async (title: string): Promise<Json> => {
      const { json } = await http(service.url, token, 'POST', '/v1/books', { premise: 'A lamp goes out.', title });
      await http(service.url, token, 'POST', `/v1/books/${json.data.id}/chapters`, { content: 'Rain.' });
      return (
        await post(
          service.url,
          `/v1/books/${json.data.id}/publish`,
          { publish: true, visibility: 'public' },
          randomUUID(),
        )
      ).json.data;
    };
    const title = `Storm ${randomUUID()}`;
    const [one, two] = [await publish(title), await publish(title)];
    expect(two.slug).toBe(`${one.slug}-2`);
  });
});
