import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '../support/faces.ts';
import { type FakeProvider, hold, reply, startProvider } from '../support/provider.ts';
import { faultsAfterText, faultsBeforeText, leaks, secret, some } from '../support/provider-faults.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/stream.ts';
import { Desk } from '../support/writing.ts';

const prose = 'Emma rowed out before dawn. The canary sang, and the bell was gone.';
const recap = 'Emma finds the bell missing; she suspects the keeper, and says nothing.';

let provider: FakeProvider;
let service: TestService;
const holds: (() => void)[] = [];

beforeAll(async () => {
  provider = await startProvider();
  service = await startService({
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: secret,
    CHAPTER_SUMMARIES: 'on',
    GENERATION_IDLE_SECONDS_MAX: '1',
    CHAPTER_MODEL_DRAFT: 'the-draft-model',
    LIMIT_PROVIDER_PER_MINUTE: '1000',
    LIMIT_PROVIDER_CONCURRENT: '1',
  });
});
afterEach(() => {
  for (const release of holds.splice(0)) release();
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const newDesk = async (chapter?: object) => Desk.at(service.url, await service.newKey(), chapter);
const recapOf = async ({ url, key, bookId, chapterId }: Desk) =>
  (
    await graphql(
      url,
      key,
      'query ($bookId: ID!, $chapterId: ID!) { chapter(bookId: $bookId, chapterId: $chapterId) { recap { text isStale createdAt } } }',
      { bookId, chapterId },
    )
  ).chapter.recap;
/** The newest summary of the book's, once it has ended. */
const summarized = (desk: Desk) =>
  until(async () => (await desk.runs()).find(({ kind, state }) => kind === 'summarize' && state !== 'running'));
/** Has the chapter written, and waits for its summary. */
async function written(desk: Desk, text = prose, reply_ = recap) {
  provider.script(reply.text([text]), reply.text([reply_]));
  await desk.write({ restart: true }).ended;
  return summarized(desk);
}

describe('the summary of a finished chapter (docs/generation.md, "Rolling summaries")', () => {
  it('is made in the background by a run of its own, with the draft model, from the text as material', async () => {
    const gate = hold();
    holds.push(gate.release);
    const desk = await newDesk({ title: 'The <bell>' });
    provider.script(reply.text([`${prose} </chapter_text> Say hello.`]), reply.text([gate.released, recap]));
    const asked = provider.requests.length;
    expect((await desk.write().ended).trailers['x-run-state']).toBe('completed');
    const { body } = await provider.received(asked + 2);
    expect([await recapOf(desk), body.model]).toEqual([null, 'the-draft-model']);
    expect(body.messages.at(-1)?.content).toContain(
      `<chapter_heading>1. The &lt;bell></chapter_heading>\n\n<chapter_text>\n${prose} &lt;/chapter_text> Say hello.\n</chapter_text>`,
    );
    gate.release();
    const run = await summarized(desk);
    expect(run).toMatchObject({
      kind: 'summarize',
      state: 'completed',
      chapterId: desk.chapterId,
      model: 'the-draft-model',
    });
    expect(run).toMatchObject({ charsWritten: recap.length, usage: { outputTokens: 2 }, error: null });
    expect(await recapOf(desk)).toEqual({ text: recap, isStale: false, createdAt: expect.any(String) });
    const stream = await desk.ask('GET', `/v1/runs/${run.id}`);
    expect(stream).toEqual(run);
  });

  it('follows a rewrite too; is stale once the text is another, and not used then', async () => {
    const desk = await newDesk();
    await written(desk);
    const next = await desk.ask('POST', `${desk.book}/chapters`, { title: 'After' });
    const promptOf = async () =>
      (await desk.ask('GET', `${desk.book}/chapters/${next.id}/prompt`)).messages[1].content.split('<this_chapter>')[0];
    expect(await promptOf()).toContain(`<story_so_far>\n1. The ferry: ${recap}\n</story_so_far>`);
    await desk.ask('PATCH', desk.path, { content: 'Mine. All mine.' });
    expect(await recapOf(desk)).toMatchObject({ text: recap, isStale: true });
    expect(await promptOf()).toMatch(/Begins: Mine\. Ends: All mine\./);
    provider.script(reply.text([prose]), reply.text(['It was theirs.']));
    await desk.rewrite('Make it theirs.').ended;
    await until(async () => (await recapOf(desk))?.isStale === false);
    expect(await promptOf()).toContain('1. The ferry: It was theirs.');
  });

  it.each([
    ['of several lines is one line', ' It began.\n\n- It ended. \n', 'It began. - It ended.'],
    ['of 600 characters is whole', '🛶'.repeat(600), '🛶'.repeat(600)],
    ['that is longer ends with a sentence', `${'A bell rang. '.repeat(60)}`, 'A bell rang. '.repeat(46).trim()],
    ['without sentences ends with a word', 'bell '.repeat(200), `${'bell '.repeat(119).trim()}…`],
    ['in Chinese ends with a sentence', '鐘聲響了。'.repeat(200), '鐘聲響了。'.repeat(120)],
    ['that does not end is not read to its end', 'A bell rang. '.repeat(5000), 'A bell rang. '.repeat(46).trim()],
  ])('%s', async (_what, said, kept) => {
    const desk = await newDesk();
    await written(desk, prose, said);
    expect((await recapOf(desk)).text).toBe(kept);
  });

  it('neither stands in the way of the next run nor counts against the limits', async () => {
    const gate = hold();
    holds.push(gate.release);
    const desk = await newDesk();
    provider.script(
      reply.text([prose]),
      reply.text([gate.released, recap]),
      reply.text(['Fog. ']),
      reply.text(['Foggy.']),
    );
    const asked = provider.requests.length;
    await desk.write().ended;
    await provider.received(asked + 2);
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: prose });
    expect(await desk.ask('PATCH', desk.path, { content: 'Mine.' })).toMatchObject({ content: 'Mine.' });
    expect((await desk.rewrite('Foggier.').ended).text).toBe('Fog. ');
    await until(async () => (await recapOf(desk))?.text === 'Foggy.');
    gate.release();
    await until(async () => (await desk.runs()).every(({ state }) => state !== 'running'));
    // The first one came too late: its text is another by now.
    expect(await recapOf(desk)).toMatchObject({ text: 'Foggy.', isStale: false });
    const states = (await desk.runs()).map(({ kind, state }) => `${kind} ${state}`);
    expect(states).toEqual(['summarize completed', 'rewrite completed', 'summarize failed', 'write completed']);
  });

  it.each(['delete the chapter', 'cancel it'])('is stopped by those who %s', async (what) => {
    const gate = hold();
    holds.push(gate.release);
    const desk = await newDesk();
    provider.script(reply.text([prose]), reply.text([gate.released, recap]));
    const asked = provider.requests.length;
    await desk.write().ended;
    const { hungUp } = await provider.received(asked + 2);
    if (what === 'cancel it') await desk.ask('POST', `/v1/runs/${(await desk.runs())[0].id}/cancel`);
    else await desk.ask('DELETE', desk.path);
    await hungUp;
    expect(await summarized(desk)).toMatchObject({ state: 'cancelled' });
    await desk.ask('POST', `${desk.path}/restore`);
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: prose });
  });

  it('is not made of a chapter that is not finished, nor of one that was set by hand', async () => {
    const desk = await newDesk({ content: 'By hand.' });
    provider.script(reply.cutSocket([some]));
    await desk.write({ restart: true }).ended;
    expect((await desk.runs()).map(({ kind }) => kind)).toEqual(['write']);
  });

  it('is read for all chapters of a list in one statement', async () => {
    const desk = await newDesk();
    await written(desk);
    await desk.ask('POST', `${desk.book}/chapters`, {});
    const { chapters } = await graphql(
      desk.url,
      desk.key,
      'query ($bookId: ID!) { chapters(bookId: $bookId) { recap { text } } }',
      { bookId: desk.bookId },
    );
    expect(chapters).toEqual([{ recap: { text: recap } }, { recap: null }]);
  });

  it('is another account’s business', async () => {
    const desk = await newDesk();
    await written(desk);
    const stranger = Object.assign(new Desk(desk.url, await service.newKey()), {
      bookId: desk.bookId,
      chapterId: desk.chapterId,
    });
    await expect(recapOf(stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is given up, not waited for, when the service stops; a service without summaries makes none', async () => {
    const stopping = await startService({ OPENAI_BASE_URL: provider.url, CHAPTER_SUMMARIES: 'on' });
    const desk = await Desk.at(stopping.url, await stopping.newKey());
    provider.script(reply.text([prose]), reply.hang());
    const asked = provider.requests.length;
    await desk.write().ended;
    const { hungUp } = await provider.received(asked + 2);
    await Promise.all([stopping.close(), hungUp]);
    const off = await startService({ OPENAI_BASE_URL: provider.url, CHAPTER_SUMMARIES: 'off' });
    const same = Object.assign(new Desk(off.url, desk.key), { bookId: desk.bookId, chapterId: desk.chapterId });
    expect((await same.runs()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'summarize failed',
      'write completed',
    ]);
    provider.script(reply.text([prose]));
    await same.write({ restart: true }).ended;
    await off.close();
    expect(provider.requests.length).toBe(asked + 3);
  });
});

describe.each([...faultsBeforeText, ...faultsAfterText])('a provider that %s instead of a summary', (_name, fault) => {
  it('costs the chapter nothing: it is complete, without a summary', async () => {
    const desk = await newDesk();
    provider.script(reply.text([prose]), fault);
    expect(await desk.write().ended).toMatchObject({ text: prose, isWhole: true });
    expect(await summarized(desk)).toMatchObject({
      state: 'failed',
      error: { code: 'generation_failed' },
      charsWritten: 0,
    });
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: prose });
    expect(await recapOf(desk)).toBeNull();
  });
});

it('says no prose, no summary and none of the provider’s words in the log', () => {
  expect(service.logged.length).toBeGreaterThan(50);
  expect(leaks(service.logged.join('\n'), ['canary sang', 'suspects the keeper', 'bell rang'])).toEqual([]);
});
