import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Json, tool } from '../support/faces.ts';
import { keyedFaces, keyedOperation } from '../support/keyed.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { eventsOf, type Reading, until } from '../support/stream.ts';
import { Desk } from '../support/writing.ts';

let provider: FakeProvider;
let service: TestService;
/** A node whose runs stop after a second. */
let hasty: TestService;
const releases: (() => void)[] = [];

beforeAll(async () => {
  provider = await startProvider();
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x', LIMIT_PROVIDER_PER_MINUTE: '0' };
  service = await startService(env);
  hasty = await startService({ ...env, GENERATION_SECONDS_MAX: '1' });
});
afterEach(() => {
  for (const release of releases.splice(0)) release();
});
afterAll(async () => {
  await service.close();
  await hasty.close();
  await provider.close();
});

const first = 'The ferry came 🛶 late. ';
const second = 'Nobody stood at the rail.';
const newDesk = async (of = service) => Desk.at(of.url, await service.newKey());
const under = (key: string, more: Record<string, string> = {}) => ({ 'idempotency-key': key, ...more });
const replayed = async (reading: Reading) => (await reading.began).headers['idempotency-replayed'];

/** A provider that pauses between the two halves of a text. */
function paused() {
  const pause = hold();
  releases.push(pause.release);
  provider.script(reply.text([first, pause.released, second]));
  return pause;
}

/** A desk whose chapter is left partial by a write under a key. */
async function stopped(key: string, body: object = {}): Promise<Desk> {
  provider.script(reply.stall([first]));
  const desk = await newDesk(hasty);
  expect((await desk.write(body, under(key)).ended).trailers['x-run-state']).toBe('partial');
  return Object.assign(new Desk(service.url, desk.key), { bookId: desk.bookId, chapterId: desk.chapterId });
}

describe('a write under an idempotency key (contract 9)', () => {
  it('that completed is streamed again as it was, though the chapter is complete; nothing is asked of the provider', async () => {
    provider.script(reply.text([first, second]));
    const [desk, key] = [await newDesk(), randomUUID()];
    const one = desk.write({ instructions: 'Rain.' }, under(key));
    expect((await one.ended).text).toBe(first + second);
    expect(await replayed(one)).toBeUndefined();
    const asked = provider.requests.length;
    const again = desk.write({ instructions: 'Rain.' }, under(key));
    expect(await again.ended).toMatchObject({ text: first + second, trailers: { 'x-run-state': 'completed' } });
    expect([await replayed(again), (await again.began).headers['x-run-id']]).toEqual([
      'true',
      (await one.began).headers['x-run-id'],
    ]);
    const events = eventsOf(
      (await desk.write({ instructions: 'Rain.' }, under(key, { accept: 'text/event-stream' })).ended).text,
    );
    expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({ state: 'completed' });
    expect([provider.requests.length, (await desk.runs()).length]).toEqual([asked, 1]);
    // Its text is still that run's when the chapter has another one.
    await desk.ask('PATCH', desk.path, { content: 'Sun.' });
    expect((await desk.write({ instructions: 'Rain.' }, under(key)).ended).text).toBe(first + second);
    expect((await desk.chapter()).content).toBe('Sun.');
  });

  it('that runs is joined, from its first character, and from many places at once', async () => {
    const pause = paused();
    const [desk, key, asked] = [await newDesk(), randomUUID(), provider.requests.length];
    const readings = Array.from({ length: 20 }, () => desk.write({}, under(key)));
    await readings[0]?.has(first);
    readings.push(desk.write({}, under(key)));
    pause.release();
    for (const reading of readings) expect((await reading.ended).text).toBe(first + second);
    expect([provider.requests.length - asked, (await desk.runs()).length]).toEqual([1, 1]);
    const fresh = await Promise.all(readings.map(replayed));
    expect(fresh.at(-1)).toBe('true');
  });

  it('is refused where the key is that of another request, be it running or over', async () => {
    const pause = paused();
    const [desk, key] = [await newDesk(), randomUUID()];
    const reading = desk.write({}, under(key));
    await reading.has(first);
    const other = async () => {
      const { status } = await desk.write({ instructions: 'Sun.' }, under(key)).began;
      return status;
    };
    expect(await other()).toBe(409);
    pause.release();
    await reading.ended;
    expect(await other()).toBe(409);
    expect(await desk.runs()).toHaveLength(1);
  });

  it('that ended partial goes on from there, under the key of the first', async () => {
    const key = randomUUID();
    const desk = await stopped(key);
    provider.script(reply.text([second]));
    const rest = desk.write({}, under(key));
    expect((await rest.ended).text).toBe(second);
    expect(await replayed(rest)).toBeUndefined();
    expect((await desk.chapter()).content).toBe(first + second);
    const [newer, older] = await desk.runs();
    expect([newer.resumeOf, newer.state]).toEqual([older.id, 'completed']);
    const again = desk.write({}, under(key));
    expect([(await again.ended).text, await replayed(again)]).toEqual([second, 'true']);
    expect(await desk.runs()).toHaveLength(2);
  });

  it('with restart goes on too: it does not begin anew what the first one began', async () => {
    const key = randomUUID();
    const desk = await stopped(key, { restart: true });
    provider.script(reply.text([second]));
    await desk.write({ restart: true }, under(key)).ended;
    expect(await desk.chapter()).toMatchObject({ content: first + second, status: 'complete' });
  });

  it('that ended partial is answered as it was where the chapter has another text since', async () => {
    const key = randomUUID();
    const desk = await stopped(key);
    await desk.ask('PATCH', desk.path, { content: 'Sun.' });
    const again = desk.write({}, under(key));
    expect([(await again.ended).text, await replayed(again)]).toEqual([first, 'true']);
    expect((await desk.chapter()).content).toBe('Sun.');
  });

  it('that failed starts again', async () => {
    provider.script(reply.status(500), reply.text([first, second]));
    const [desk, key] = [await newDesk(), randomUUID()];
    expect((await desk.write({}, under(key)).began).status).toBe(502);
    const again = desk.write({}, under(key));
    expect([(await again.ended).text, await replayed(again)]).toEqual([first + second, undefined]);
  });

  it('that was cancelled is not started again by sending it again', async () => {
    paused();
    const [desk, key] = [await newDesk(), randomUUID()];
    const reading = desk.write({}, under(key));
    await reading.has(first);
    const [{ id }] = (await desk.runs()) as [Json];
    await desk.ask('POST', `/v1/runs/${id}/cancel`);
    const again = desk.write({}, under(key));
    expect((await again.ended).trailers['x-run-state']).toBe('cancelled');
    expect([await replayed(again), (await desk.runs()).length]).toEqual(['true', 1]);
  });

  it('that could not begin leaves the key free, as do the records of others', async () => {
    const [desk, stranger, key] = [await newDesk(), await newDesk(), randomUUID()];
    const theirs = Object.assign(new Desk(desk.url, desk.key), {
      bookId: stranger.bookId,
      chapterId: stranger.chapterId,
    });
    expect((await theirs.write({}, under(key)).began).status).toBe(404);
    provider.script(reply.text([first]));
    const reading = desk.write({}, under(key));
    expect([(await reading.ended).text, await replayed(reading)]).toEqual([first, undefined]);
  });

  it('starts one run on two nodes', async () => {
    const pause = paused();
    const [desk, key, asked] = [await newDesk(), randomUUID(), provider.requests.length];
    const other = Object.assign(new Desk(hasty.url, desk.key), { bookId: desk.bookId, chapterId: desk.chapterId });
    const readings = [desk.write({}, under(key)), other.write({}, under(key))];
    await until(async () => (await desk.runs()).length);
    pause.release();
    for (const reading of readings) await reading.ended;
    expect([(await desk.runs()).length, provider.requests.length - asked]).toEqual([1, 1]);
  });

  it('is the same request over GraphQL and MCP, however long they wait for it', async () => {
    provider.script(reply.text([first, second]));
    const [desk, key] = [await newDesk(), randomUUID()];
    await desk.write({}, under(key)).ended;
    const input = { bookId: desk.bookId, chapterId: desk.chapterId, waitSeconds: 1 };
    for (const [name, send] of keyedFaces.filter(([face]) => face !== 'REST')) {
      const { data, replayed: isReplay } = await send(desk.url, desk.key, keyedOperation('writeChapter'), input, key);
      expect([name, data.state, isReplay]).toEqual([name, 'completed', true]);
    }
    expect(await desk.runs()).toHaveLength(1);
    const named = { bookId: desk.bookId, chapterId: desk.chapterId, instructions: 'Sun.', idempotencyKey: key };
    await expect(tool(desk.url, desk.key, 'write_chapter', named)).rejects.toMatchObject({ code: 'conflict' });
  });
});
