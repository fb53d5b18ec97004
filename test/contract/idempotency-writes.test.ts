import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { graphql, type Json, tool } from '../support/faces.ts';
import { keyedFaces, keyedOperation } from '../support/keyed.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { eventsOf, type StreamedResponse, until } from '../support/stream.ts';

let provider: FakeProvider;
let service: TestService;
/** A node whose runs time out after one second. */
let shortRunNode: TestService;
const releases: (() => void)[] = [];

beforeAll(async () => {
  provider = await startProvider();
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x', LIMIT_PROVIDER_PER_MINUTE: '0' };
  service = await startService(env);
  shortRunNode = await startService({ ...env, GENERATION_SECONDS_MAX: '1' });
});
afterEach(() => {
  for (const release of releases.splice(0)) release();
});
afterAll(async () => {
  await service.close();
  await shortRunNode.close();
  await provider.close();
});

const first = 'The ferry came 🛶 late. ';
const second = 'Nobody stood at the rail.';
const newClient = async (of = service) => ChapterClient.create(of.url, await service.newKey());
const under = (key: string, more: Record<string, string> = {}) => ({ 'idempotency-key': key, ...more });
const replayed = async (reading: StreamedResponse) => (await reading.began).headers['idempotency-replayed'];

/** Scripts the provider to pause between the two halves of a text. */
function pauseProvider() {
  const pause = hold();
  releases.push(pause.release);
  provider.script(reply.text([first, pause.released, second]));
  return pause;
}

/** A chapter left partial by a write with an idempotency key. */
async function partialDesk(key: string, body: object = {}): Promise<ChapterClient> {
  provider.script(reply.stall([first]));
  const client = await newClient(shortRunNode);
  expect((await client.write(body, under(key)).ended).trailers['x-run-state']).toBe('partial');
  return Object.assign(new ChapterClient(service.url, client.key), {
    bookId: client.bookId,
    chapterId: client.chapterId,
  });
}

describe('a write with an idempotency key (contract 9)', () => {
  it('replays the completed text without calling the provider, even after an edit', async () => {
    provider.script(reply.text([first, second]));
    const [client, key] = [await newClient(), randomUUID()];
    const one = client.write({ instructions: 'Rain.' }, under(key));
    expect((await one.ended).text).toBe(first + second);
    expect(await replayed(one)).toBeUndefined();
    const callsBefore = provider.requests.length;
    const again = client.write({ instructions: 'Rain.' }, under(key));
    expect(await again.ended).toMatchObject({ text: first + second, trailers: { 'x-run-state': 'completed' } });
    expect([await replayed(again), (await again.began).headers['x-run-id']]).toEqual([
      'true',
      (await one.began).headers['x-run-id'],
    ]);
    const events = eventsOf(
      (await client.write({ instructions: 'Rain.' }, under(key, { accept: 'text/event-stream' })).ended).text,
    );
    expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({ state: 'completed' });
    expect([provider.requests.length, (await client.runs()).length]).toEqual([callsBefore, 1]);
    // The replay still returns the text of the run after the chapter has been edited.
    await client.ask('PATCH', client.path, { content: 'Sun.' });
    expect((await client.write({ instructions: 'Rain.' }, under(key)).ended).text).toBe(first + second);
    expect((await client.chapter()).content).toBe('Sun.');
  });

  it('is joined from the first character while it runs', async () => {
    const pause = pauseProvider();
    const [client, key, callsBefore] = [await newClient(), randomUUID(), provider.requests.length];
    const readings = Array.from({ length: 20 }, () => client.write({}, under(key)));
    await readings[0]?.waitFor(first);
    readings.push(client.write({}, under(key)));
    pause.release();
    for (const reading of readings) expect((await reading.ended).text).toBe(first + second);
    expect([provider.requests.length - callsBefore, (await client.runs()).length]).toEqual([1, 1]);
    const fresh = await Promise.all(readings.map(replayed));
    expect(fresh.at(-1)).toBe('true');
  });

  it('gets 409 if another request used the key, during and after the run', async () => {
    const pause = pauseProvider();
    const [client, key] = [await newClient(), randomUUID()];
    const reading = client.write({}, under(key));
    await reading.waitFor(first);
    const other = async () => {
      const { status } = await client.write({ instructions: 'Sun.' }, under(key)).began;
      return status;
    };
    expect(await other()).toBe(409);
    pause.release();
    await reading.ended;
    expect(await other()).toBe(409);
    expect(await client.runs()).toHaveLength(1);
  });

  it('resumes its own partial run', async () => {
    const key = randomUUID();
    const client = await partialDesk(key);
    provider.script(reply.text([second]));
    const rest = client.write({}, under(key));
    expect((await rest.ended).text).toBe(second);
    expect(await replayed(rest)).toBeUndefined();
    expect((await client.chapter()).content).toBe(first + second);
    const [newer, older] = await client.runs();
    expect([newer.resumeOf, newer.state]).toEqual([older.id, 'completed']);
    const again = client.write({}, under(key));
    expect([(await again.ended).text, await replayed(again)]).toEqual([second, 'true']);
    expect(await client.runs()).toHaveLength(2);
  });

  it('with restart resumes instead of restarting once more', async () => {
    const key = randomUUID();
    const client = await partialDesk(key, { restart: true });
    provider.script(reply.text([second]));
    await client.write({ restart: true }, under(key)).ended;
    expect(await client.chapter()).toMatchObject({ content: first + second, status: 'complete' });
  });

  it('replays its partial text if the chapter has been edited since', async () => {
    const key = randomUUID();
    const client = await partialDesk(key);
    await client.ask('PATCH', client.path, { content: 'Sun.' });
    const again = client.write({}, under(key));
    expect([(await again.ended).text, await replayed(again)]).toEqual([first, 'true']);
    expect((await client.chapter()).content).toBe('Sun.');
  });

  it('starts again after a failure', async () => {
    provider.script(reply.status(500), reply.text([first, second]));
    const [client, key] = [await newClient(), randomUUID()];
    expect((await client.write({}, under(key)).began).status).toBe(502);
    const again = client.write({}, under(key));
    expect([(await again.ended).text, await replayed(again)]).toEqual([first + second, undefined]);
  });

  it('does not start again after a cancellation', async () => {
    pauseProvider();
    const [client, key] = [await newClient(), randomUUID()];
    const reading = client.write({}, under(key));
    await reading.waitFor(first);
    const [{ id }] = (await client.runs()) as [Json];
    await client.ask('POST', `/v1/runs/${id}/cancel`);
    const again = client.write({}, under(key));
    expect((await again.ended).trailers['x-run-state']).toBe('cancelled');
    expect([await replayed(again), (await client.runs()).length]).toEqual(['true', 1]);
  });

  it('leaves the key unused if it cannot start', async () => {
    const [client, stranger, key] = [await newClient(), await newClient(), randomUUID()];
    const theirs = Object.assign(new ChapterClient(client.url, client.key), {
      bookId: stranger.bookId,
      chapterId: stranger.chapterId,
    });
    expect((await theirs.write({}, under(key)).began).status).toBe(404);
    provider.script(reply.text([first]));
    const reading = client.write({}, under(key));
    expect([(await reading.ended).text, await replayed(reading)]).toEqual([first, undefined]);
  });

  it('starts one run on two nodes', async () => {
    const pause = pauseProvider();
    const [client, key, callsBefore] = [await newClient(), randomUUID(), provider.requests.length];
    const other = Object.assign(new ChapterClient(shortRunNode.url, client.key), {
      bookId: client.bookId,
      chapterId: client.chapterId,
    });
    const readings = [client.write({}, under(key)), other.write({}, under(key))];
    await until(async () => (await client.runs()).length);
    pause.release();
    for (const reading of readings) await reading.ended;
    expect([(await client.runs()).length, provider.requests.length - callsBefore]).toEqual([1, 1]);
  });

  it('is the same request over GraphQL and MCP for any wait time', async () => {
    provider.script(reply.text([first, second]));
    const [client, key] = [await newClient(), randomUUID()];
    await client.write({}, under(key)).ended;
    const input = { bookId: client.bookId, chapterId: client.chapterId, waitSeconds: 1 };
    for (const [name, send] of keyedFaces.filter(([face]) => face !== 'REST')) {
      const { data, replayed: isReplay } = await send(
        client.url,
        client.key,
        keyedOperation('writeChapter'),
        input,
        key,
      );
      expect([name, data.state, isReplay]).toEqual([name, 'completed', true]);
    }
    expect(await client.runs()).toHaveLength(1);
    const named = { bookId: client.bookId, chapterId: client.chapterId, instructions: 'Sun.', idempotencyKey: key };
    await expect(tool(client.url, client.key, 'write_chapter', named)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is another request for another operation with the same arguments', async () => {
    provider.script(reply.text([first, second]));
    const client = await newClient();
    const call = (field: string, key: string) =>
      graphql(
        client.url,
        client.key,
        `mutation { ${field}(bookId: "${client.bookId}", chapterId: "${client.chapterId}", idempotencyKey: "${key}") { id } }`,
      );
    await client.write({}, under('write')).ended;
    await client.ask('POST', `${client.book}/chapters`, { content: 'Last.' });
    const calls = provider.requests.length;
    for (const field of ['generateRecap', 'restoreChapter', 'mergeChapters'])
      await expect(call(field, 'write'), field).rejects.toMatchObject({ code: 'conflict' });
    expect(provider.requests).toHaveLength(calls);
    await call('mergeChapters', 'merge');
    for (const field of ['restoreChapter', 'writeChapter', 'generateRecap'])
      await expect(call(field, 'merge'), field).rejects.toMatchObject({ code: 'conflict' });
    expect(provider.requests).toHaveLength(calls);
  });
});
