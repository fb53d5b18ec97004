import { describe, expect, it } from 'vitest';
import { composeJson } from '../../src/providers/rehearsal.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import type { Json } from '../support/faces.ts';
import { type Behaviour, type ReceivedRequest, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { promptTokens, smallModel } from '../support/small-model.ts';

const limits = { contextTokens: 8_192, outputTokens: 4_096 };
const { own, fakes } = serviceWith(
  { text: true },
  {
    CHAPTER_MODEL_STANDARD: 'small',
    CHAPTER_MODEL_DRAFT: 'narrow',
    CHAPTER_MODEL_EDITORIAL: 'tiny',
    MODEL_LIMITS: 'small=8192/4096,narrow=4096/2048,tiny=2400/512',
  },
);

async function newBook(modelTier = 'standard'): Promise<ChapterClient> {
  const client = await ChapterClient.create(own.url(), await own.running().newKey());
  await client.ask('PATCH', client.book, { modelTier });
  return client;
}
const outline = (client: ChapterClient, input: object) => client.ask('POST', `${client.book}/outline`, input);
const promptOf = ({ body }: ReceivedRequest) => body.messages.map(({ content }) => content).join('\n');
const plannedIn = (request: ReceivedRequest) =>
  Number(/Chapters 1 to (\d+) are planned already/.exec(promptOf(request))?.[1] ?? 0);

/** Sentences that never repeat, so that every lost or doubled one is seen. */
const hours = (night: number) =>
  Array.from(
    { length: 10 },
    (_, hour) => `At ${hour} o’clock loaf ${night * 10 + hour} is missing, and he asks nobody.`,
  ).join(' ');

/** Outlines of `count` chapters with summaries of about 110 words. */
function outlineFrom(planned: number, count: number): string {
  const chapters = Array.from({ length: count - planned }, (_, index) => ({
    title: `Night ${planned + index + 1}`,
    summary: `On night ${planned + index + 1} the clerk counts. ${hours(planned + index)}`,
    pov: null,
    beats: [],
    participants: [],
  }));
  const head =
    planned === 0
      ? { title: 'The Loaves', genre: 'Fable', genreConfidence: 80, audience: 'Adults', audienceConfidence: 70 }
      : {};
  return JSON.stringify({ ...head, chapters });
}

/** What a model answers whose whole answer is known: its rest, if a request shows its beginning. */
function restFor({ body }: ReceivedRequest, whole: string): string {
  const before = body.messages.at(-2);
  const isContinuation = /Continue exactly after: <end>/.test(body.messages.at(-1)?.content ?? '');
  return isContinuation && before?.role === 'assistant' ? whole.slice(before.content.length) : whole;
}

describe('a model with 4,096 tokens of output and 8,192 of context', () => {
  it.each([
    ['as ordered', { chapterCount: 60 }],
    ['as the model decides', { instructions: 'Plan sixty chapters.' }],
  ])('outlines a book of 60 chapters, %s, in parts', async (_what, input) => {
    const client = await newBook();
    const from = fakes.text.requests.length;
    fakes.text.script(smallModel(limits, (request) => restFor(request, outlineFrom(plannedIn(request), 60))));
    const { chapters, book } = await outline(client, input);
    expect(chapters.map(({ title }: Json) => title)).toEqual(Array.from({ length: 60 }, (_, n) => `Night ${n + 1}`));
    expect(book).toMatchObject({ title: 'The Loaves', genre: 'Fable' });
    const requests = fakes.text.requests.slice(from);
    expect(requests.length).toBeLessThanOrEqual(6);
    // Each part begins after the chapters of the former ones and sees them.
    const planned = requests.map(plannedIn);
    expect(planned).toEqual(planned.toSorted((one, other) => one - other));
    expect(planned.at(-1)).toBeGreaterThan(0);
    for (const request of requests.filter((one) => plannedIn(one) > 0))
      for (const n of [1, plannedIn(request)])
        expect(promptOf(request)).toContain(`\n${n}. Night ${n}: On night ${n} the clerk`);
    const [run] = await client.runs();
    expect(run.state).toBe('completed');
    expect(run.usage.inputTokens).toBe(requests.reduce((sum, request) => sum + promptTokens(request), 0));
  });

  it('grades it in parts', async () => {
    const client = await newBook();
    fakes.text.script(reply.text([outlineFrom(0, 12)]));
    await outline(client, { chapterCount: 12 });
    const from = fakes.text.requests.length;
    fakes.text.script((request, response) => {
      const whole = composeJson(request.body);
      const isFirst = fakes.text.requests.length === from + 1;
      return (isFirst ? reply.length([whole.slice(0, whole.length / 2)]) : reply.text([whole]))(request, response);
    });
    const { grade, run } = await client.ask('POST', `${client.book}/outline/grade`, {});
    expect(grade.model).not.toBeNull();
    expect([run.state, fakes.text.requests.length - from, run.usage.inputTokens]).toEqual(['completed', 2, 200]);
  });
});

describe('a model with little room', () => {
  it('gets as much of a faulty reply as it has room for, with all faults', async () => {
    const client = await newBook();
    const from = fakes.text.requests.length;
    const mended = smallModel(limits, () => outlineFrom(0, 3));
    fakes.text.script(reply.text(['It is long. '.repeat(5_000)]), mended);
    expect((await outline(client, { chapterCount: 3 })).chapters).toHaveLength(3);
    const [, repair] = fakes.text.requests.slice(from);
    expect(repair?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(repair && promptOf(repair)).toContain('- the reply holds no JSON object');
    // The context without 5 % and 250 tokens for each chapter of the answer.
    expect(repair && promptTokens(repair)).toBeLessThanOrEqual(7_782 - 3 * 250);
  });

  it.each([
    ['an outline', 'outline', { chapterCount: 3 }],
    ['variants', 'outline/variants', { count: 2 }],
    ['a grade', 'outline/grade', {}],
  ])('gets no request for %s whose shortest form is too long', async (_what, path, input) => {
    const client = await newBook('editorial');
    await client.ask('PATCH', client.book, { premise: '夜ごとに店員はパンを数える。'.repeat(250) });
    await client.ask('PATCH', client.path, { summary: 'Rain comes.' });
    const from = fakes.text.requests.length;
    expect(await client.ask('POST', `${client.book}/${path}`, input)).toMatchObject({
      code: 'invalid_state',
      message: expect.stringMatching(
        /^The model tiny has no room .* 2400 tokens of context.*MODEL_LIMITS: tiny=2400\/512/,
      ),
    });
    expect([fakes.text.requests.length - from, await client.runs()]).toEqual([0, []]);
  });

  it('gets no request for the missing chapters that is too long', async () => {
    const client = await newBook('draft');
    const from = fakes.text.requests.length;
    fakes.text.script(reply.length([outlineFrom(0, 60).slice(0, -2_000)]));
    expect(await outline(client, { chapterCount: 60 })).toMatchObject({
      code: 'invalid_state',
      message: expect.stringMatching(/^The model narrow has no room .*MODEL_LIMITS: narrow=4096\/2048/),
    });
    const [run] = await client.runs();
    expect([run.state, run.error.code, fakes.text.requests.length - from]).toEqual(['failed', 'invalid_state', 1]);
  });
});

/** Refuses a request for a cause that no smaller request mends. */
const refused: Behaviour = (_request, response) =>
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"param":"messages"}}');

describe('an outline that is cut for length', () => {
  it('is continued exactly where it was cut, also inside a word, and needs no part twice', async () => {
    const client = await newBook();
    const whole = outlineFrom(0, 6);
    const from = fakes.text.requests.length;
    const [first, second] = [whole.slice(0, 600), whole.slice(600, 1_500)];
    fakes.text.script(reply.length([first]), reply.length([second]), reply.text([whole.slice(1_500)]));
    const { chapters } = await outline(client, { chapterCount: 6 });
    expect(chapters.map(({ summary }: Json) => summary)).toEqual(
      JSON.parse(whole).chapters.map(({ summary }: Json) => summary),
    );
    const requests = fakes.text.requests.slice(from);
    expect(requests.map(({ body }) => body.messages.length)).toEqual([2, 4, 4]);
    expect(requests[2]?.body.messages[2]).toEqual({ role: 'assistant', content: first + second });
    expect(requests[1]?.body.messages[3]?.content).toContain(`after: <end>${first.slice(-120)}</end>`);
  });

  it.each([
    ['in a fence', (rest: string) => `\`\`\`json\n${rest}\n\`\`\``],
    ['after a repeat', (rest: string, before: string) => before.slice(-40) + rest],
  ])('is continued %s', async (_how, sent) => {
    const client = await newBook();
    const whole = outlineFrom(0, 4);
    fakes.text.script(reply.length([whole.slice(0, 900)]), reply.text([sent(whole.slice(900), whole.slice(0, 900))]));
    expect((await outline(client, { chapterCount: 4 })).chapters).toHaveLength(4);
  });

  it.each([
    ['does not fit', reply.text(['}} as you wish'])],
    ['is empty', reply.text([])],
    ['is refused', refused],
  ])('keeps its complete chapters if its continuation %s', async (_how, continuation) => {
    const client = await newBook();
    const from = fakes.text.requests.length;
    const whole = outlineFrom(0, 4);
    fakes.text.script(reply.length([whole.slice(0, 1_500)]), continuation, (request, response) =>
      reply.text([outlineFrom(plannedIn(request), 4)])(request, response),
    );
    const { chapters } = await outline(client, { chapterCount: 4 });
    expect(chapters.map(({ title }: Json) => title)).toEqual(['Night 1', 'Night 2', 'Night 3', 'Night 4']);
    expect(fakes.text.requests.slice(from).map(plannedIn)).toEqual([0, 0, 2]);
  });

  it('before its first chapter is complete fails after its continuation, with cause and remedy', async () => {
    const client = await newBook();
    const from = fakes.text.requests.length;
    fakes.text.script(reply.length([outlineFrom(0, 3).slice(0, 200)]));
    const { code, message } = await outline(client, { chapterCount: 3 });
    expect([code, fakes.text.requests.length - from]).toEqual(['generation_failed', 2]);
    expect(message).toMatch(/cut for length .*MODEL_LIMITS.*MODEL_SETTINGS/);
  });

  it('ends after 20 calls, and names the limit', async () => {
    const client = await newBook();
    const from = fakes.text.requests.length;
    fakes.text.script((request, response) => {
      const text = outlineFrom(plannedIn(request), 60);
      return reply.length([text.slice(0, text.indexOf('}') + 1)])(request, response);
    });
    const { message } = await outline(client, { chapterCount: 60 });
    expect(fakes.text.requests.length - from).toBe(20);
    expect(message).toContain('20 times');
  });

  it('names the faults of its first chapter once, and keeps the chapters before a later fault', async () => {
    const client = await newBook();
    const from = fakes.text.requests.length;
    const text = outlineFrom(0, 6);
    const late = text.replace('"Night 3"', '""');
    const early = reply.length([text.replace('"Night 1"', '""').slice(0, -50)]);
    const cutLate = reply.length([late.slice(0, -50)]);
    // The model answers each continuation from the beginning.
    fakes.text.script(early, early, cutLate, cutLate, (request, response) =>
      reply.text([outlineFrom(plannedIn(request), 6)])(request, response),
    );
    const { chapters } = await outline(client, { chapterCount: 6 });
    expect(chapters.map(({ title }: Json) => title)).toEqual(Array.from({ length: 6 }, (_, n) => `Night ${n + 1}`));
    const [, , repair, , rest] = fakes.text.requests.slice(from);
    expect(repair && promptOf(repair)).toContain('chapters[0].title');
    expect(rest && plannedIn(rest)).toBe(2);
  });
});
