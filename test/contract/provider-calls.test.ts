import { describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { facesOf } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { startService } from '../support/service.ts';
import { serviceWith } from '../support/service-with.ts';
import { eventsOf, until } from '../support/stream.ts';

const { own, fakes } = serviceWith({ text: true }, { LIMIT_PROVIDER_PER_MINUTE: '60' });

/** The provider cuts every reply after `words` words and never repeats itself. */
function cutAfter(words: number, write = (n: number) => `word${n} `): void {
  let said = 0;
  fakes.text.script((request, response) =>
    reply.length(Array.from({ length: words }, () => write(said++)))(request, response),
  );
}

const newDesk = async (at = own.running()) => ChapterClient.create(at.url, await at.newKey());

describe('a provider that cuts every reply for length', () => {
  it.each([
    ['1 word', 1, undefined, 1],
    ['19 words', 19, undefined, 1],
    ['20 words', 20, undefined, 20],
    ['20 Chinese sentences without spaces', 20, (n: number) => `第${n}盏灯灭了。`, 20],
  ] as const)('after %s is called a bounded number of times per run', async (_what, words, write, calls) => {
    cutAfter(words, write);
    const desk = await newDesk();
    const before = fakes.text.requests.length;
    const { text, isWhole, trailers } = await desk.write().ended;
    expect([isWhole, trailers['x-run-state'], fakes.text.requests.length - before]).toEqual([true, 'partial', calls]);
    const reason = calls === 1 ? /before it added 20 words/ : /called its provider 20 times/;
    const [run] = await desk.runs();
    expect(run).toMatchObject({
      state: 'partial',
      charsWritten: [...text].length,
      error: { code: 'generation_failed', message: expect.stringMatching(reason) },
    });
    expect(run.error.message).toContain('The text so far is kept');
    expect(run.usage.inputTokens).toBe(calls * 100);
    expect(await desk.chapter()).toMatchObject({ status: 'partial', content: text });
  });

  it('is reported as the same error on every face and in the last event', async () => {
    cutAfter(5);
    const desk = await newDesk();
    const { text } = await desk.write({}, { accept: 'text/event-stream' }).ended;
    const last = eventsOf(text).at(-1);
    const told = JSON.parse(last?.data ?? '');
    expect([last?.event, told.state]).toEqual(['run', 'partial']);
    for (const { call, name } of facesOf(desk.url, desk.key))
      expect((await call('run', { runId: told.id })).error, name).toEqual(told.error);
    expect(told.error.message).toContain('20 words');
  });

  it('leaves a rewrite as a draft', async () => {
    cutAfter(5);
    const desk = await ChapterClient.create(own.url(), await own.running().newKey(), { content: 'Old.' });
    await desk.rewrite('Rain.').ended;
    expect((await desk.runs())[0]).toMatchObject({ state: 'partial', error: { code: 'generation_failed' } });
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: 'Old.' });
  });
});

describe('the limit of provider calls per minute', () => {
  const long = 'The ferry came in late. '.repeat(5);
  const second = 'Nobody stood at the rail.';

  it('counts every call and delays the next one', async () => {
    const gate = hold();
    fakes.text.script(reply.length([long, gate.released]), reply.text([second]));
    const desk = await newDesk();
    const reading = desk.write();
    await reading.waitFor(long.trim());
    const { write } = own.running().database;
    const [bucket] = await write<{ key: string; tat: Date }[]>`
      UPDATE bucket SET tat = clock_timestamp() + interval '1 minute'
      WHERE key = (SELECT 'provider:' || account_id FROM book WHERE id = ${desk.bookId}) RETURNING key, tat`;
    gate.release();
    expect(await reading.ended).toMatchObject({ text: long + second, trailers: { 'x-run-state': 'completed' } });
    const [after] = await write<{ tat: Date }[]>`SELECT tat FROM bucket WHERE key = ${bucket?.key ?? ''}`;
    // One more call, which 60 a minute allow one second later.
    expect(Number(after?.tat) - Number(bucket?.tat)).toBe(1_000);
  });

  it('delays a run no longer than its time limit', async () => {
    const slow = await startService({
      OPENAI_BASE_URL: fakes.text.url,
      LIMIT_PROVIDER_PER_MINUTE: '1',
      GENERATION_SECONDS_MAX: '1',
    });
    fakes.text.script(reply.length([long]));
    const desk = await newDesk(slow);
    const before = fakes.text.requests.length;
    expect(await desk.write().ended).toMatchObject({ text: long, trailers: { 'x-run-state': 'partial' } });
    expect(fakes.text.requests.length - before).toBe(1);
    const run = await until(async () => (await desk.runs())[0]);
    expect(run).toMatchObject({ state: 'partial', error: null, usage: { inputTokens: 100 } });
    await slow.close();
  });
});
