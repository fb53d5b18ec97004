import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { type PartitionedRun as Cut, PartitionedRun, savedText, unsavedText } from '../support/partitioned-run.ts';
import { proof } from '../support/proofs.ts';
import { type FakeProvider, reply, startProvider } from '../support/provider.ts';
import { resumingProvider } from '../support/resuming-provider.ts';
import { startService, type TestService } from '../support/service.ts';
import { eventsOf, type StreamedResponse, until } from '../support/stream.ts';

const rest = 'Emma counted to ten and went down to the water.';

let provider: FakeProvider;
let line: FaultyProxy;
/** The node that is cut off from the database, and one that stays connected. */
let one: TestService;
let two: TestService;

beforeAll(async () => {
  provider = await startProvider();
  line = await startFaultyProxy(inject('database'));
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x', LIMIT_PROVIDER_PER_MINUTE: '0' };
  one = await startService(env, line.target);
  two = await startService(env);
});
afterAll(async () => {
  line.set('open');
  await one.close();
  await two.close();
  await line.close();
  await provider.close();
});

describe('a node cut off from the database while another node ends its runs', () => {
  const write = (client: ChapterClient) => client.write({}, { accept: 'text/event-stream' });
  const kinds: Record<
    string,
    { begin: (client: ChapterClient) => StreamedResponse; isDone?: boolean; chapter?: object }
  > = {
    untouched: { begin: (client) => client.write() },
    finished: { begin: (client) => client.write(), isDone: true },
    rewritten: { begin: (client) => client.rewrite('Rain.'), chapter: { content: 'Old.' } },
    restarted: { begin: (client) => client.write({ restart: true }), chapter: { content: 'Old.' } },
    takenOver: { begin: write },
    edited: { begin: write },
  };
  const partitionedRuns = new Map<string, Cut>();
  const partitionedRun = (name: string): Cut => partitionedRuns.get(name) ?? expect.fail(name);

  beforeAll(async () => {
    const key = await two.newKey();
    for (const [name, { chapter, ...how }] of Object.entries(kinds))
      partitionedRuns.set(
        name,
        await PartitionedRun.open(provider, await ChapterClient.create(two.url, key, chapter), one.url, how),
      );
    const all = [...partitionedRuns.values()];
    await Promise.all(all.map((each) => each.waitForSaved()));
    line.set('silent');
    await Promise.all(all.map((each) => each.resume()));
    const ids = all.map(({ runId }) => runId);
    await two.database.write`UPDATE run SET lease_until = now() - interval '1 second' WHERE id = ANY(${ids})`;
    await two.service.services.runs.sweep();
    await until(async () =>
      (await Promise.all(all.map((each) => each.run()))).every(({ state }) => state === 'partial'),
    );
    provider.script(reply.text([rest]));
    await partitionedRun('takenOver').client.write().ended;
    await partitionedRun('edited').client.ask('PATCH', partitionedRun('edited').client.path, { content: 'Mine.' });
    line.set('open');
  });
  afterAll(() => {
    for (const each of partitionedRuns.values()) each.release();
  });

  it.each(['untouched', 'restarted'])('appends its text to an unchanged chapter (%s)', async (name) => {
    const { client, reading } = partitionedRun(name);
    expect(await reading.ended).toMatchObject({
      text: savedText + unsavedText,
      isWhole: true,
      trailers: { 'x-run-state': 'partial' },
    });
    expect(await client.chapter()).toMatchObject({
      content: savedText + unsavedText,
      status: 'partial',
      wordCount: 18,
    });
    const charsWritten = (savedText + unsavedText).length;
    expect(await partitionedRun(name).run()).toMatchObject({ state: 'partial', charsWritten, error: null });
    provider.script(reply.text([rest]));
    await client.write().ended;
    expect(await client.chapter()).toMatchObject({ content: savedText + unsavedText + rest, status: 'complete' });
  });

  it('completes the chapter if the provider had finished', async () => {
    const { client, reading } = partitionedRun('finished');
    const { text, isWhole, trailers } = await reading.ended;
    expect([text, isWhole, trailers['x-run-state']]).toEqual([savedText + unsavedText, true, 'completed']);
    expect(await partitionedRun('finished').run()).toMatchObject({ state: 'completed', charsWritten: text.length });
    expect(await client.chapter()).toMatchObject({ content: text, status: 'complete' });
  });

  it('appends its text to the draft of a rewrite', async () => {
    const { client, reading } = partitionedRun('rewritten');
    expect(await reading.ended).toMatchObject({ isWhole: true, trailers: { 'x-run-state': 'partial' } });
    const charsWritten = (savedText + unsavedText).length;
    expect(await partitionedRun('rewritten').run()).toMatchObject({ state: 'partial', charsWritten, error: null });
    expect(await client.chapter()).toMatchObject({ content: 'Old.', status: 'complete' });
    expect(await partitionedRun('rewritten').texts()).toContain(savedText + unsavedText);
  });

  it.each([
    ['a newer run continued', 'takenOver', savedText + rest],
    ['somebody edited', 'edited', 'Mine.'],
  ])(
    'ends its stream with an error if %s the chapter, and keeps the text as a revision',
    async (_how, name, content) => {
      const { client, reading } = partitionedRun(name);
      const { text, isWhole } = await reading.ended;
      const last = eventsOf(text).at(-1);
      expect([isWhole, last?.event]).toEqual([false, 'error']);
      const error = { code: 'conflict', message: expect.stringMatching(/ 49 characters .* revision rev_/) };
      expect(JSON.parse(last?.data ?? '').error).toMatchObject(error);
      expect(await partitionedRun(name).run()).toMatchObject({
        state: 'partial',
        charsWritten: savedText.length,
        error,
      });
      expect(await client.chapter()).toMatchObject({ content, status: 'complete' });
      expect(await partitionedRun(name).texts()).toContain(savedText + unsavedText);
      expect(
        await two.database.read`SELECT 1 FROM chapter_chunk WHERE run_id = ${partitionedRun(name).runId}`,
      ).toHaveLength(0);
    },
  );
});

/** The lease of 15 s expires by itself here. */
it.runIf(proof(false, true))('a cut of 20 s stops the stream with an error and loses no text', async () => {
  const key = await two.newKey();
  const client = await ChapterClient.create(two.url, key);
  const whole = Array.from({ length: 4_000 }, (_, n) => `word${n}`).join(' ');
  provider.script(resumingProvider(15, whole));
  const { bookId, chapterId } = client;
  const reading = Object.assign(new ChapterClient(one.url, key), { bookId, chapterId }).write();
  await reading.waitFor('word40 ');
  await client.waitForSaved('word20 ');
  line.set('silent');
  setTimeout(() => line.set('open'), 20_000);
  const { text, isWhole } = await reading.ended;
  const run = await until(async () => {
    const [now] = await client.runs();
    return now.state !== 'running' && now.charsWritten >= text.length ? now : undefined;
  });
  const { content } = await client.chapter();
  process.stdout.write(
    `cut off for 20 s: ${text.length} characters streamed, ${content.length} saved, run ${run.state}\n`,
  );
  expect(isWhole).toBe(false);
  expect(content.startsWith(text)).toBe(true);
  expect(whole.startsWith(content)).toBe(true);
});

it.runIf(proof(false, true))(
  'a node that stops while its database is unavailable ends its streams with an error',
  async () => {
    const own = await startService({ OPENAI_BASE_URL: provider.url }, line.target);
    const client = await ChapterClient.create(two.url, await two.newKey());
    const partitionedRun = await PartitionedRun.open(provider, client, own.url, { begin: (on) => on.write() });
    await partitionedRun.waitForSaved();
    line.set('closed');
    await partitionedRun.resume();
    const closed = own.close();
    const { text, isWhole } = await partitionedRun.reading.ended;
    expect([text, isWhole]).toEqual([savedText + unsavedText, false]);
    partitionedRun.release();
    line.set('open');
    await closed;
  },
);
