import { afterEach, describe, expect, it } from 'vitest';
import { doneEvent, finishEvent, textEvent } from '../../src/providers/completions.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { eventsOf, until } from '../support/stream.ts';

const { own, fakes } = serviceWith({ text: true }, { CHAPTER_MODEL_STANDARD: 'loud', CHAPTER_MODEL_EDITORIAL: 'calm' });

const thought = 'The reader wants the lamp first.\n\nThen the door, and nobody on the pier.';
const prose = 'The lamp went out at four. Nobody on the pier looked up.';
const pieces = [...(thought.match(/.{1,9}/gsu) ?? []), '\n</think>\n\n', prose];

/** A chapter of a book whose model is not known to end reasoning that it did not begin. */
async function newChapter(content = '', modelTier = 'editorial'): Promise<ChapterClient> {
  const client = await ChapterClient.create(own.url(), await own.running().newKey(), content ? { content } : {});
  await client.ask('PATCH', client.book, { modelTier });
  return client;
}

/** Models that the process knows to end reasoning which they did not begin. */
const known = () => own.running().service.services.runs.providers.text.reasonsUnopened;
afterEach(() => known().clear());

describe('reasoning that ends without a beginning, after it went to readers', () => {
  it('fails the run, keeps the reply as its draft and the text as a revision, and leaves the chapter empty', async () => {
    const client = await newChapter();
    const sent = hold();
    fakes.text.script(reply.text([...pieces.slice(0, 4), sent.released, ...pieces.slice(4)]));
    const { ended } = client.write({}, { accept: 'text/event-stream' });
    await until(async () => (await client.chapter()).content !== '' || (await client.runs())[0]?.charsWritten > 0);
    sent.release();
    expect(eventsOf((await ended).text).at(-1)?.event).toBe('error');
    const [run] = await client.runs();
    expect(run).toMatchObject({ state: 'failed', draft: expect.stringContaining(`${thought}\n</think>`) });
    expect(run.error.message).toMatch(
      /ended reasoning that it had not begun.*The chapter is as it was.*Send the same request again\.$/,
    );
    expect(await client.chapter()).toMatchObject({ status: 'empty', content: '' });
    const revisions = await client.ask('GET', `${client.path}/revisions`);
    expect(revisions).toHaveLength(1);
    expect(thought).toContain((await client.ask('GET', `${client.path}/revisions/${revisions[0].id}`)).content.trim());
  });

  it.each([
    ['a write that appends', 'write' as const, { continue: true }, `The tide turned. ${prose}`],
    ['a restart', 'write' as const, { restart: true }, prose],
    ['a rewrite', 'rewrite' as const, { directive: 'Anew.' }, prose],
  ])('leaves the text before %s, and the next run succeeds', async (_what, verb, body, after) => {
    const client = await newChapter('The tide turned.');
    const before = await client.chapter();
    const send = () => client.run(verb, body).ended;
    const gap = hold();
    fakes.text.script(reply.text([...pieces.slice(0, 6), gap.released, ...pieces.slice(6)]));
    const first = send();
    await until(async () => (await client.runs())[0]?.charsWritten > 0);
    gap.release();
    await first;
    expect((await client.runs())[0]).toMatchObject({ state: 'failed' });
    expect(await client.chapter()).toMatchObject({ content: before.content, status: before.status });
    await send();
    const [run] = await client.runs();
    expect(run).toMatchObject({ state: 'completed', draft: null });
    expect((await client.chapter()).content).toBe(after);
  });

  it('holds the text of that model back from then on, and of no other', async () => {
    known().add('loud');
    const wait = hold();
    fakes.text.script(reply.text([...pieces.slice(0, 6), wait.released, ...pieces.slice(6)]));
    const client = await newChapter('', 'standard');
    const { ended } = client.write();
    // Held text is the draft of the run meanwhile.
    await until(async () => (await client.runs())[0]?.draft === pieces.slice(0, 6).join(''));
    expect((await client.runs())[0]).toMatchObject({ state: 'running', charsWritten: 0 });
    wait.release();
    expect((await ended).text).toBe(prose);
    expect((await client.runs())[0]).toMatchObject({
      state: 'completed',
      draft: null,
      cut: [{ at: 'start', text: thought }],
    });
    const other = await newChapter();
    const free = hold();
    fakes.text.script(reply.text([`${prose} `, free.released, 'Then dark.']));
    const written = other.write();
    await other.waitForSaved(`${prose} `);
    free.release();
    await written.ended;
  });

  it.each([
    ['the end', reply.text([prose]), 'complete'],
    ['a broken connection', reply.cutSocket([`${prose} `]), 'partial'],
  ])('releases text without a mark at %s', async (_end, behaviour, status) => {
    known().add('loud');
    fakes.text.script(behaviour);
    const client = await newChapter('', 'standard');
    await client.write().ended;
    expect(await client.chapter()).toMatchObject({ status, content: expect.stringContaining(prose) });
    expect((await client.runs())[0]).toMatchObject({ draft: null });
  });
});

it('a reply in JSON is the draft of its run until it ends', async () => {
  const wait = hold();
  const json = JSON.stringify({ title: 'The ferry', text: `${prose} `.repeat(12).trim() });
  fakes.text.script(reply.text([json.slice(0, 500), wait.released, json.slice(500)]));
  const client = await newChapter();
  const { ended } = client.write();
  await until(async () => (await client.runs())[0]?.draft === json.slice(0, 500));
  wait.release();
  await ended;
  expect(await client.chapter()).toMatchObject({ status: 'complete', content: JSON.parse(json).text });
  expect((await client.runs())[0]).toMatchObject({ draft: null });
});

it('reasoning that arrives with its end is left out, and the run completes', async () => {
  fakes.text.script(
    reply.raw([[...pieces.map((piece) => textEvent('m', piece)), finishEvent('m', 'stop'), doneEvent].join('')]),
  );
  const client = await newChapter();
  await client.write().ended;
  expect(await client.chapter()).toMatchObject({ status: 'complete', content: prose });
  expect((await client.runs())[0].cut).toEqual([{ at: 'start', text: thought }]);
});

it('a recap loses reasoning too', async () => {
  const client = await newChapter(prose);
  fakes.text.script(reply.text([`${thought}</think>{"events": "The lamp went out.", "state": "Dark."}<|im_end|>`]));
  await client.ask('POST', `${client.path}/recap`);
  expect(await client.waitForRun()).toMatchObject({
    state: 'completed',
    cut: [{ text: thought }, { text: '<|im_end|>' }],
  });
  expect(await client.ask('GET', `${client.path}/recap`)).toMatchObject({
    events: 'The lamp went out.',
    state: 'Dark.',
  });
});
