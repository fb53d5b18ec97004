import { describe, expect, it } from 'vitest';
import { eventOf, finishEvent } from '../../src/providers/completions.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { graphql, http, type Json, tool } from '../support/faces.ts';
import { type Behaviour, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { eventsOf, until } from '../support/stream.ts';

const { own, fakes } = serviceWith({ text: true }, { CHAPTER_RECAPS: 'on' });

const half = 'The ferry came in late and nobody ';
const thought = eventOf({ choices: [{ delta: { reasoning_content: 'The ferry is late.' } }] });
const textless: [string, Behaviour][] = [
  ['no text', reply.text([])],
  ['white space', reply.text(['\n\n', ' '])],
  ['reasoning', reply.raw([thought, finishEvent('m', 'stop')])],
  [
    'a choice with another index',
    reply.raw([eventOf({ choices: [{ index: 1, delta: { content: 'Text.' } }] }), finishEvent('m', 'stop')]),
  ],
  [
    'text after the finish event',
    reply.raw([finishEvent('m', 'stop'), eventOf({ choices: [{ delta: { content: 'Text.' } }] })]),
  ],
  ['the repeated last sentence', reply.text([half])],
];
const error = { code: 'generation_failed', message: expect.stringMatching(/^The model answered without text\. /) };

/** A chapter that ends in the middle of a sentence. */
async function newPartialChapter(): Promise<ChapterClient> {
  const client = await ChapterClient.create(own.url(), await own.running().newKey());
  fakes.text.script(reply.cutSocket([half]));
  await client.write().ended;
  return client;
}

describe.each(textless)('a reply of %s', (_what, behaviour) => {
  it('keeps a partial chapter and fails the run, without claiming that text was kept', async () => {
    const client = await newPartialChapter();
    fakes.text.script(behaviour);
    const { status, json } = await http(client.url, client.key, 'POST', `${client.path}/write`, {});
    expect([status, json.error]).toMatchObject([502, error]);
    const [run] = await client.runs();
    expect(run).toMatchObject({ state: 'failed', charsWritten: 0, error });
    expect(run.error.message).toContain('This run wrote nothing');
    expect(run.error.message).not.toContain('kept');
    expect(await client.chapter()).toMatchObject({ status: 'partial', content: half });
    fakes.text.script(reply.text(['on deck said a word.']));
    await client.write().ended;
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: `${half}on deck said a word.` });
  });
});

describe('reasoning that uses up the length of an answer', () => {
  const usage = { prompt_tokens: 9, completion_tokens: 4096, completion_tokens_details: { reasoning_tokens: 4096 } };
  const spent: [string, Behaviour][] = [
    ['beside the text', reply.raw([thought, finishEvent('m', 'length')])],
    ['that only usage shows', reply.raw([finishEvent('m', 'length'), eventOf({ choices: [], usage })])],
    ['in the text', reply.length(['<think>The ferry is late, so nobody'])],
    ['in the text, with an end', reply.length(['<think>The ferry is late.</think>\n\n'])],
  ];
  const message = expect.stringMatching(
    /^The model \S+ used up the length of its answer for reasoning, before any text\. .*MODEL_LIMITS.*MODEL_SETTINGS.*unchanged\.$/,
  );

  it.each(spent)('%s fails a write, and names the settings', async (_where, behaviour) => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey());
    fakes.text.script(behaviour);
    await client.write().ended;
    expect((await client.runs())[0]).toMatchObject({ state: 'failed', error: { code: 'generation_failed', message } });
  });

  it.each(spent)('%s fails an outline and a recap at once', async (_where, behaviour) => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey(), {
      content: 'The bell rang.',
      summary: 'A bell rings.',
    });
    fakes.text.script(behaviour);
    const before = fakes.text.requests.length;
    await client.ask('POST', `${client.book}/outline/grade`, {});
    await client.ask('POST', `${client.path}/recap`);
    const runs = await until(async () => {
      const all = await client.runs();
      const isOver = all.length === 2 && all.every(({ state }) => state !== 'running');
      return isOver ? all : undefined;
    });
    for (const { kind, error } of runs) expect(error.message, kind).toMatch(/used up the length of its answer/);
    expect(fakes.text.requests.length - before).toBe(2);
  });
});

describe('a reply without text', () => {
  it('is reported in an error event, over GraphQL and over MCP', async () => {
    const client = await newPartialChapter();
    const { bookId, chapterId, url, key } = client;
    fakes.text.script(reply.text([]));
    const events = eventsOf((await client.write({}, { accept: 'text/event-stream' }).ended).text);
    expect([events.at(-1)?.event, JSON.parse(events.at(-1)?.data ?? '').error]).toMatchObject(['error', error]);
    const written =
      'mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c, waitSeconds: 20) { state error { code message } } }';
    const viaGraphql = await graphql(url, key, written, { b: bookId, c: chapterId });
    expect(viaGraphql.writeChapter).toMatchObject({ state: 'failed', error });
    await expect(tool(url, key, 'write_chapter', { bookId, chapterId })).rejects.toMatchObject(error);
  });

  it('fails a rewrite, which keeps the old text', async () => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey(), { content: 'Old.' });
    fakes.text.script(reply.text([]));
    await client.rewrite('Rain.').ended;
    expect((await client.runs())[0]).toMatchObject({ state: 'failed', charsWritten: 0, error });
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: 'Old.' });
  });

  it('fails an outline and a grade after one retry', async () => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey(), { summary: 'Rain comes.' });
    for (const path of ['outline', 'outline/grade']) {
      fakes.text.script(reply.text([]));
      const before = fakes.text.requests.length;
      expect(await client.ask('POST', `${client.book}/${path}`, {}), path).toMatchObject({ status: 502, ...error });
      expect(fakes.text.requests.length - before).toBe(2);
      // Providers reject messages without text.
      for (const { content } of fakes.text.requests.at(-1)?.body.messages ?? []) expect(content).not.toBe('');
    }
  });

  it('fails a summary', async () => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey());
    fakes.text.script(reply.text(['A whole chapter.']), reply.text([]));
    await client.write().ended;
    const run = await until(async () => {
      const runs: Json[] = await client.runs();
      return runs.find(({ kind, state }) => kind === 'summarize' && state !== 'running');
    });
    expect(run).toMatchObject({ state: 'failed', error });
  });

  it('completes a chapter if only its last sentence is repeated', async () => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey());
    const whole = 'The ferry came in late. Nobody on deck said a word.';
    fakes.text.script(reply.cutSocket([whole]), reply.text(['Nobody on deck said a word.']));
    await client.write().ended;
    await client.write().ended;
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: whole });
  });
});

describe('an end without certainty', () => {
  it('keeps the text and leaves the chapter partial', async () => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey());
    fakes.text.script(reply.text(['The ferry came in late.'], { finish: 'insufficient_system_resource' }));
    await client.write().ended;
    const [run] = await client.runs();
    expect(run).toMatchObject({ state: 'partial', error: { code: 'generation_failed' } });
    expect(run.error.message).toMatch(
      /did not say whether its answer is complete\. The text so far is kept; write again/,
    );
    expect(await client.chapter()).toMatchObject({ status: 'partial', content: 'The ferry came in late.' });
  });
});

describe('a failure with a remedy of its own', () => {
  it.each([
    ['a web page', reply.html200(), /web page; check OPENAI_BASE_URL\. This run wrote nothing/],
    [
      'a refused key',
      reply.status(401),
      /does not accept the key, .*OPENAI_API_KEY\. This run wrote nothing, and the chapter is unchanged\.$/,
    ],
    ['no_credit', reply.status(402), /has no credit left.*This run wrote nothing, and the chapter is unchanged\.$/],
    ['unknown_model', reply.status(404), /does not know the model .*CHAPTER_MODEL_STANDARD/],
  ])('says no more for %s', async (_kind, behaviour, message) => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey());
    fakes.text.script(behaviour);
    await client.write().ended;
    const [run] = await client.runs();
    expect(run).toMatchObject({ state: 'failed', error: { message: expect.stringMatching(message) } });
    expect(run.error.message).not.toMatch(/again/);
  });
});
