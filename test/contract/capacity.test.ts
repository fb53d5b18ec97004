import { beforeEach, describe, expect, it } from 'vitest';
import { ChapterClient, runThrough } from '../support/chapter-client.ts';
import { faceNames, http, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import type { StreamedResponse } from '../support/stream.ts';

const { own, fakes } = serviceWith({ text: true }, { RUNS_PER_NODE_MAX: '2' });
/** A new account on a node that has room for two runs. */
const newDesk = async () => ChapterClient.create(own.url(), await own.running().newKey());
const retryAfter = 5;

describe('a node with no capacity for further runs (docs/generation.md, "Capacity")', () => {
  let pause: ReturnType<typeof hold>;
  let under: { desk: ChapterClient; reading: StreamedResponse }[];
  beforeEach(async () => {
    pause = hold();
    fakes.text.script(reply.text(['Before. ', pause.released, 'After.']));
    under = [];
    for (const desk of [await newDesk(), await newDesk()]) {
      const reading = desk.write();
      await reading.waitFor('Before. ');
      under.push({ desk, reading });
    }
  });

  /** Lets the runs under way finish, and checks that no text is lost. */
  async function finish(): Promise<void> {
    pause.release();
    for (const { desk, reading } of under) {
      expect(await reading.ended).toMatchObject({ text: 'Before. After.', isWhole: true });
      expect(await desk.chapter()).toMatchObject({ content: 'Before. After.', status: 'complete' });
    }
  }

  it.each(faceNames)(
    'refuses a run through %s without any provider call or quota use, then accepts it',
    async (name) => {
      const desk = await newDesk();
      const callsBefore = fakes.text.requests.length;
      const { code, message, status, body } = await refusal(runThrough(name, desk, 'write', {}));
      expect([code, body.retry_after]).toEqual(['unavailable', retryAfter]);
      expect(message).toBe(
        'This node has 2 active runs and accepts no more (RUNS_PER_NODE_MAX). Nothing was started or counted; try again in a moment, or on another node.',
      );
      if (name === 'REST') expect(status).toBe(503);
      expect(fakes.text.requests).toHaveLength(callsBefore);
      expect(await desk.runs()).toEqual([]);
      const { quotas } = await desk.ask('GET', '/v1/account/usage');
      expect(quotas.map(({ used }: { used: number }) => used)).toEqual(quotas.map(() => 0));
      await finish();
      expect(await runThrough(name, desk, 'write', {})).toMatchObject({ state: 'completed' });
    },
  );

  it('refuses rewrites and outlines too', async () => {
    const desk = await newDesk();
    // Refused before the text to rewrite is checked.
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

  it('sends Retry-After and does not consume the idempotency key', async () => {
    const desk = await newDesk();
    const send = () =>
      http(own.url(), desk.key, 'POST', `${desk.path}/write`, undefined, { 'idempotency-key': 'once' });
    const { status, headers, json } = await send();
    expect([status, json.error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', String(retryAfter)]);
    const query = `mutation { writeChapter(bookId: "${desk.bookId}", chapterId: "${desk.chapterId}") { id } }`;
    const answer = await http(own.url(), desk.key, 'POST', '/graphql', { query });
    expect([answer.json.errors[0].extensions.code, answer.headers.get('retry-after')]).toEqual([
      'unavailable',
      String(retryAfter),
    ]);
    await finish();
    expect(await send()).toMatchObject({ status: 200, text: 'Before. After.' });
    expect(await desk.runs()).toHaveLength(1);
  });

  it('still lets callers join and read running runs', async () => {
    const [first] = under;
    if (!first) throw new Error('Nothing is under way.');
    const joined = first.desk.write();
    await joined.waitFor('Before. ');
    await finish();
    expect((await joined.ended).text).toBe('Before. After.');
  });

  it('enforces its limit under concurrent requests', async () => {
    await finish();
    pause = hold();
    fakes.text.script(reply.text(['Before. ', pause.released, 'After.']));
    const desks = await Promise.all(Array.from({ length: 12 }, newDesk));
    const readings = desks.map((desk) => ({ desk, reading: desk.write() }));
    const begun: typeof under = [];
    for (const one of readings) if ((await one.reading.began).status === 200) begun.push(one);
    expect(begun).toHaveLength(2);
    under = begun;
    await finish();
  });
});
