import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faceNames, http, refusal } from '../support/faces.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { startService, type TestService } from '../support/service.ts';
import type { Reading } from '../support/stream.ts';
import { Desk, runThrough } from '../support/writing.ts';

let provider: FakeProvider;
/** A node that carries two runs. */
let service: TestService;
beforeAll(async () => {
  provider = await startProvider();
  service = await startService({ OPENAI_BASE_URL: provider.url, RUNS_PER_NODE_MAX: '2' });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const newDesk = async () => Desk.at(service.url, await service.newKey());
const retryAfter = 5;

describe('a node that carries no more runs (docs/generation.md, "Capacity")', () => {
  let pause: ReturnType<typeof hold>;
  let under: { desk: Desk; reading: Reading }[];
  beforeEach(async () => {
    pause = hold();
    provider.script(reply.text(['Before. ', pause.released, 'After.']));
    under = [];
    for (const desk of [await newDesk(), await newDesk()]) {
      const reading = desk.write();
      await reading.has('Before. ');
      under.push({ desk, reading });
    }
  });

  /** Lets those that are under way come to their end; nothing of them is lost. */
  async function finish(): Promise<void> {
    pause.release();
    for (const { desk, reading } of under) {
      expect(await reading.ended).toMatchObject({ text: 'Before. After.', isWhole: true });
      expect(await desk.chapter()).toMatchObject({ content: 'Before. After.', status: 'complete' });
    }
  }

  it.each(faceNames)(
    'refuses another through %s before anything is asked or counted, and takes it later',
    async (name) => {
      const desk = await newDesk();
      const asked = provider.requests.length;
      const { code, message, status, body } = await refusal(runThrough(name, desk, 'write', {}));
      expect([code, body.retry_after]).toEqual(['unavailable', retryAfter]);
      expect(message).toBe(
        'This node has as many runs under way as it carries (2). Nothing was begun or counted; ask again in a moment, or of another node.',
      );
      if (name === 'REST') expect(status).toBe(503);
      expect(provider.requests).toHaveLength(asked);
      expect(await desk.runs()).toEqual([]);
      const { quotas } = await desk.ask('GET', '/v1/account/usage');
      expect(quotas.map(({ used }: { used: number }) => used)).toEqual(quotas.map(() => 0));
      await finish();
      expect(await runThrough(name, desk, 'write', {})).toMatchObject({ state: 'completed' });
    },
  );

  it('refuses rewrites and outlines too', async () => {
    const desk = await newDesk();
    // Before it is even looked at what is to be rewritten.
    expect(await desk.ask('POST', `${desk.path}/rewrite`, { directive: 'Go.' })).toMatchObject({ code: 'unavailable' });
    await desk.ask('PATCH', desk.path, { content: 'It rained.' });
    const outline = () => desk.ask('POST', `${desk.book}/outline/variants`, { count: 1 });
    for (const answer of [
      await desk.ask('POST', `${desk.path}/rewrite`, { directive: 'Let it snow.' }),
      await outline(),
    ])
      expect(answer).toMatchObject({ status: 503, code: 'unavailable', retry_after: retryAfter });
    expect(await desk.chapter()).toMatchObject({ content: 'It rained.' });
    await finish();
  });

  it('says when to ask again in the header, and leaves an idempotency key free', async () => {
    const desk = await newDesk();
    const send = () =>
      http(service.url, desk.key, 'POST', `${desk.path}/write`, undefined, { 'idempotency-key': 'once' });
    const { status, headers, json } = await send();
    expect([status, json.error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', String(retryAfter)]);
    const query = `mutation { writeChapter(bookId: "${desk.bookId}", chapterId: "${desk.chapterId}") { id } }`;
    const answer = await http(service.url, desk.key, 'POST', '/graphql', { query });
    expect([answer.json.errors[0].extensions.code, answer.headers.get('retry-after')]).toEqual([
      'unavailable',
      String(retryAfter),
    ]);
    await finish();
    expect(await send()).toMatchObject({ status: 200, text: 'Before. After.' });
    expect(await desk.runs()).toHaveLength(1);
  });

  it('still lets anybody join and read what is under way', async () => {
    const [first] = under;
    if (!first) throw new Error('Nothing is under way.');
    const joined = first.desk.write();
    await joined.has('Before. ');
    await finish();
    expect((await joined.ended).text).toBe('Before. After.');
  });

  it('holds to its number when many ask at once', async () => {
    await finish();
    pause = hold();
    provider.script(reply.text(['Before. ', pause.released, 'After.']));
    const desks = await Promise.all(Array.from({ length: 12 }, newDesk));
    const readings = desks.map((desk) => ({ desk, reading: desk.write() }));
    const begun: typeof under = [];
    for (const one of readings) if ((await one.reading.began).status === 200) begun.push(one);
    expect(begun).toHaveLength(2);
    under = begun;
    await finish();
  });
});
