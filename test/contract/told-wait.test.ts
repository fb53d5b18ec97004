import { describe, expect, it } from 'vitest';
import { eventOf, textEvent } from '../../src/providers/completions.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { graphql, http, tool } from '../support/faces.ts';
import { imageReply } from '../support/image-provider.ts';
import { reply, withPlans } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { speech } from '../support/speech.ts';
import { eventsOf, openStream, until } from '../support/stream.ts';

const prices = { MODEL_PRICES: 'gpt-5-mini=1/1/1', CHAPTER_RECAPS: 'off' };
const { own, fakes } = serviceWith({ text: true, speech: true, images: true }, prices);
const newClient = async (chapter: object = {}) =>
  ChapterClient.create(own.url(), await own.running().newKey(), chapter);

const first = `${'The ferry came in late, and nobody at the rail said why. '.repeat(3)}The bell `;
const rest = 'rang twice.';
const soon = reply.status(429, { 'retry-after': '1' });

describe('a run whose provider asks to wait', () => {
  it('waits between two calls, and counts only what was answered', async () => {
    const client = await newClient();
    const usage = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 50 };
    fakes.text.script(reply.text([first], { finish: 'length', usage }), soon, reply.text([rest], { usage }));
    const before = fakes.text.requests.length;
    await client.write().ended;
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: first + rest });
    expect((await client.runs())[0]).toMatchObject({
      state: 'completed',
      error: null,
      usage: { inputTokens: 200, outputTokens: 100, costMicros: 300 },
    });
    expect(fakes.text.requests.length - before).toBe(3);
  });

  it('waits before the first text, and after an error within it, and goes on from there', async () => {
    const client = await newClient();
    const busy = eventOf({ error: { code: 503, message: 'Overloaded. Please try again in 0.4s' } });
    fakes.text.script(soon, reply.raw([textEvent('m', first), busy]), reply.text([rest]));
    const { text } = await client.write().ended;
    expect(text).toBe(first + rest);
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: first + rest });
  });

  it('waits in an outline, a narration and a cover', async () => {
    const client = await newClient({ content: 'The bell rang twice.' });
    fakes.text.script(soon, withPlans(reply.text([])));
    fakes.speech.script((_request, response) => response.writeHead(429, { 'retry-after': '1' }).end(), speech.speak());
    fakes.images.script(
      (_request, response) => response.writeHead(503, { 'retry-after': '1' }).end(),
      imageReply.picture(),
    );
    const made = await Promise.all([
      client.ask('POST', `${client.book}/outline/variants`, { count: 1 }),
      client.ask('POST', `${client.path}/narrate`, { wait: true }),
      client.ask('POST', `${client.book}/cover`, {}),
    ]);
    expect(made.map(({ code, message }) => [code, message])).toEqual(made.map(() => [undefined, undefined]));
    expect((await client.runs()).map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'cover completed',
      'narrate completed',
      'variant completed',
    ]);
  });

  it('is cancelled while it waits', async () => {
    const client = await newClient();
    const from = fakes.text.requests.length;
    fakes.text.script(reply.status(429, { 'retry-after': '200' }));
    const { ended } = client.write();
    await fakes.text.received(from + 1);
    const [run] = await client.runs();
    await client.ask('POST', `/v1/runs/${run?.id}/cancel`);
    await ended;
    expect((await client.runs())[0]).toMatchObject({ state: 'cancelled', error: null });
    expect(fakes.text.requests.length).toBe(from + 1);
  });
});

describe('a wait that is longer than the run', () => {
  const long = reply.status(429, { 'retry-after': '400' });
  const error = {
    code: 'generation_failed',
    message: expect.stringMatching(/^The provider asks to wait 400 s\. .*Write again\.$/),
  };
  const seconds = expect.toSatisfy((told: number) => told <= 400 && told > 340, 'about 400');

  it('is told by REST: in the message, as a member and as a header', async () => {
    const client = await newClient();
    fakes.text.script(long);
    const answer = await http(client.url, client.key, 'POST', `${client.path}/write`, {});
    expect([answer.status, answer.json.error]).toMatchObject([502, { ...error, retry_after: seconds }]);
    expect(Number(answer.headers.get('retry-after'))).toBe(answer.json.error.retry_after);
    const events = await openStream(client.url, client.key, 'POST', `${client.path}/write`, {
      headers: { accept: 'text/event-stream' },
    }).ended;
    const last = JSON.parse(eventsOf(events.text).at(-1)?.data ?? '');
    expect(last.error).toMatchObject({ ...error, retry_after: seconds });
    const outline = await http(client.url, client.key, 'POST', `${client.book}/outline/variants`, { count: 1 });
    expect([outline.status, outline.json.error]).toMatchObject([502, { retry_after: seconds }]);
    expect(Number(outline.headers.get('retry-after'))).toBe(outline.json.error.retry_after);
  });

  it('is told by GraphQL and MCP, and kept with the run', async () => {
    const client = await newClient();
    const { url, key, bookId, chapterId } = client;
    fakes.text.script(long);
    const written = await graphql(
      url,
      key,
      'mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c, waitSeconds: 20) { state error { code message retryAt } } }',
      { b: bookId, c: chapterId },
    );
    expect(written.writeChapter).toMatchObject({ state: 'failed', error });
    const until = (Date.parse(written.writeChapter.error.retryAt) - Date.now()) / 1000;
    expect(until).toSatisfy((told: number) => told <= 401 && told > 340);
    await expect(tool(url, key, 'write_chapter', { bookId, chapterId })).rejects.toMatchObject({
      ...error,
      body: { retry_after: seconds },
    });
  });

  it('is told by nobody if the provider did not say it', async () => {
    const client = await newClient();
    fakes.text.script(reply.status(429));
    const answer = await http(client.url, client.key, 'POST', `${client.path}/write`, {});
    expect((await client.runs())[0].error).toMatchObject({ code: 'generation_failed', retryAt: null });
    expect([answer.status, answer.json.error.retry_after, answer.headers.get('retry-after')]).toEqual([
      502,
      undefined,
      null,
    ]);
  });
});

describe('work on a whole book', () => {
  const toldUntil = async (client: ChapterClient, path: string) => {
    const { waitsUntil } = await until(async () => {
      const { chapters } = await client.ask('GET', `${client.book}/${path}`);
      const [chapter] = chapters as { state: string; waitsUntil: string | null }[];
      return chapter?.waitsUntil ? chapter : undefined;
    });
    return (Date.parse(waitsUntil ?? '') - Date.now()) / 1000;
  };

  it('makes its next try when the provider takes requests again', async () => {
    const client = await newClient({ content: 'The bell rang twice.' });
    fakes.text.script(reply.status(429, { 'retry-after': '4000' }));
    fakes.speech.script((_request, response) => response.writeHead(429, { 'retry-after': '4000' }).end());
    await client.ask('POST', `${client.book}/read`);
    await client.ask('POST', `${client.book}/narrate`);
    for (const path of ['reading', 'narration']) expect(await toldUntil(client, path), path).toBeGreaterThan(3_500);
  });
});
