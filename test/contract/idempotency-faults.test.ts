import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { http, type Json } from '../support/faces.ts';
import { disturbable, type Line } from '../support/outage.ts';
import { type FakeProvider, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/stream.ts';
import { worldOf } from '../support/world.ts';

let line: Line;
/** Reached through a line to the database that can be cut, and not. */
let fragile: TestService;
let service: TestService;
let provider: FakeProvider;
let token: string;

beforeAll(async () => {
  provider = await startProvider();
  line = await disturbable(inject('database'));
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x', LIMIT_PROVIDER_PER_MINUTE: '0' };
  fragile = await startService(env, line.target);
  service = await startService(env);
  token = await service.newKey();
});
afterEach(async () => {
  Object.assign(fragile.database.write.options, { debug: false });
  line.set('open');
  await until(async () => (await http(fragile.url, undefined, 'GET', '/readyz')).status === 200);
});
afterAll(async () => {
  await fragile.close();
  await service.close();
  await line.close();
  await provider.close();
});

/** Cuts every connection of the fragile service to its database when it sends such a statement. */
function cutAt(statement: RegExp): void {
  const debug = (_connection: number, text: string) => {
    if (statement.test(text)) line.set('closed');
  };
  Object.assign(fragile.database.write.options, { debug });
}

const post = (url: string, path: string, body: unknown, key: string) =>
  http(url, token, 'POST', path, body, { 'idempotency-key': key });
const read = async (path: string): Promise<Json> => (await http(service.url, token, 'GET', path)).json.data;

/** What is cut off: the record, the record made and the answer not kept, everything done and not known to be. */
const moments: [what: string, statement: RegExp][] = [
  ['before the record is made', /pg_try_advisory_xact_lock/],
  ['between the record and its answer', /INSERT INTO idempotency_key/],
  ['at the commit', /^\s*commit/i],
];

describe('when the database goes away (contract 9)', () => {
  it.each(moments)('%s, the request sent again makes one record in all', async (_when, statement) => {
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
        // The server may need a moment to see that the connection is gone.
        return answer.status === 409 ? undefined : answer;
      });
      expect(again.status).toBe(201);
      expect((await read(path)).map((one: Json) => one.id)).toEqual([again.json.data.id]);
      Object.assign(fragile.database.write.options, { debug: false });
      line.set('open');
      await until(async () => (await http(fragile.url, undefined, 'GET', '/readyz')).status === 200);
    }
  });

  it('as a run begins under a key, the request sent again writes one chapter', async () => {
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

describe('a key that is held by work with a provider (contract 9)', () => {
  it('is refused with the time to wait while somebody is at it, and taken over from one that is gone', async () => {
    const { runId } = await worldOf(service, token);
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
    await holdFor(-1);
    for (const replayed of [null, 'true']) {
      const taken = await post(service.url, path, undefined, key);
      expect([taken.text, taken.headers.get('idempotency-replayed')]).toEqual([first.text, replayed]);
    }
  });
});

describe('what a book refuses under a key (contract 9)', () => {
  it('is refused in the same words as without one, and the key stays free', async () => {
    const { bookId, characterId, otherId, chapterId } = await worldOf(service, token);
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

  it('does not keep a book from finding a slug that is free', async () => {
    const publish = async (title: string): Promise<Json> => {
      const { json } = await http(service.url, token, 'POST', '/v1/books', { premise: 'A lamp goes out.', title });
      await http(service.url, token, 'POST', `/v1/books/${json.data.id}/chapters`, { content: 'Rain.' });
      return (await post(service.url, `/v1/books/${json.data.id}/publish`, { publish: true }, randomUUID())).json.data;
    };
    const title = `Storm ${randomUUID()}`;
    const [one, two] = [await publish(title), await publish(title)];
    expect(two.slug.startsWith(`${one.slug}-`)).toBe(true);
  });
});
