import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { facesOf, type Json, refusal } from '../support/faces.ts';
import { serviceWith } from '../support/service-with.ts';
import { promptTokens, smallModel } from '../support/small-model.ts';

const limits = { contextTokens: 8_192, outputTokens: 4_096 };
const { own, fakes } = serviceWith(
  { text: true },
  { CHAPTER_MODEL_STANDARD: 'small', CHAPTER_MODEL_EDITORIAL: 'tiny', MODEL_LIMITS: 'small=8192/4096,tiny=2048/1024' },
);

/** Sentences of a story that never repeat, so that every lost or doubled one is seen. */
const sentencesOf = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `On night ${n} the clerk of Hallowby counted ${n + 7} loaves and told nobody.`,
  );

/** Writes the story on from the end that the prompt shows. */
function tellOn(story: readonly string[]) {
  return smallModel(limits, ({ body }) => {
    const prompt = body.messages.at(-1)?.content ?? '';
    const [, soFar = ''] = /<written_so_far>([\s\S]*)<\/written_so_far>/.exec(prompt) ?? [];
    const whole = story.join(' ');
    const from = soFar === '' ? 0 : whole.indexOf(soFar.trimEnd()) + soFar.trimEnd().length;
    return whole.slice(from).trimStart();
  });
}

async function sampleBook(): Promise<ChapterClient> {
  const client = new ChapterClient(own.url(), await own.running().newKey());
  const content = await readFile(new URL('../../src/commands/sample-book.json', import.meta.url), 'utf8');
  const book = await client.ask('POST', '/v1/books/import', { format: 'json', content });
  client.bookId = (book.book ?? book).id;
  client.chapterId = (await client.ask('GET', `${client.book}/chapters`)).at(-1).id;
  return client;
}

describe('a model with 8,192 tokens of context', () => {
  it('writes a chapter of the sample book', async () => {
    const story = sentencesOf(80);
    fakes.text.script(tellOn(story));
    const client = await sampleBook();
    expect(await client.write({ restart: true }).ended).toMatchObject({
      text: story.join(' '),
      trailers: { 'x-run-state': 'completed' },
    });
  });

  it('writes a chapter of 5,000 words, and each call sees what has happened', async () => {
    const story = sentencesOf(400);
    fakes.text.script(tellOn(story));
    const before = fakes.text.requests.length;
    const client = await sampleBook();
    const { text, trailers } = await client.write({ restart: true, words: 5_000 }).ended;
    expect([trailers['x-run-state'], text === story.join(' ')]).toEqual(['completed', true]);
    const later = fakes.text.requests.slice(before + 1);
    expect(later.length).toBeGreaterThan(0);
    for (const request of later) {
      expect(promptTokens(request)).toBeLessThanOrEqual(3_686);
      const prompt = request.body.messages.at(-1)?.content ?? '';
      expect(prompt).toMatch(/<written_opening>On night 0 /);
      expect(prompt).toMatch(/<written_between>[\s\S]*On night \d+ [\s\S]*<\/written_between>/);
      expect(prompt).toMatch(/About [\d,]+ words are written, about [\d,]+ remain/);
    }
  });

  it('keeps the drives of the participants, the locks and the ending of the chapter before', async () => {
    const client = await sampleBook();
    const { messages, budgetTokens, tokens, room } = await client.ask(
      'GET',
      `${client.path}/prompt?restart=true&words=5000`,
    );
    expect([budgetTokens, tokens <= budgetTokens]).toEqual([3_686, true]);
    expect(room).toEqual({ ...limits, outputReserveTokens: 4_096, isAssumed: false });
    const text = messages.map(({ content }: Json) => content).join('\n');
    for (const tag of ['locks', 'want', 'fear', 'previous_ending', 'story_so_far', 'summary'])
      expect(text).toContain(`<${tag}>`);
  });
});

describe('a model without room for a prompt', () => {
  it('is refused with the model, the limit and the setting, before any call', async () => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey());
    await client.ask('PATCH', client.book, { modelTier: 'editorial' });
    const before = fakes.text.requests.length;
    const why = /model tiny .* 2048 tokens of context.*MODEL_LIMITS: tiny=2048\/1024/;
    const asked = { bookId: client.bookId, chapterId: client.chapterId };
    for (const { call, name } of facesOf(client.url, client.key)) {
      const { code, body } = await refusal(call('promptPreview', asked));
      expect([name, code]).toEqual([name, 'invalid_state']);
      expect(body.message).toMatch(why);
    }
    expect(await client.ask('POST', `${client.path}/write`, {})).toMatchObject({
      status: 400,
      code: 'invalid_state',
      message: expect.stringMatching(why),
    });
    expect(fakes.text.requests.length).toBe(before);
  });
});

describe('a provider that refuses a prompt as too long', () => {
  it.each([
    ['by code', { message: 'Too much for sk-secret.', code: 'context_length_exceeded' }],
    ['by message', { message: "This model's maximum context length is 4096 tokens, sk-secret." }],
  ])(
    '%s fails the run, also without the limit of the answer, and names the model and the setting',
    async (_what, error) => {
      fakes.text.script((_request, response) =>
        response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error })),
      );
      const client = await ChapterClient.create(own.url(), await own.running().newKey());
      const before = fakes.text.requests.length;
      await client.write().ended;
      await client.ask('POST', `${client.book}/outline`, { chapterCount: 3 });
      const runs: Json[] = await client.runs();
      const sent = fakes.text.requests.slice(before).map(({ body }) => 'max_tokens' in body);
      expect([runs.length, sent]).toEqual([2, [true, false, true, false]]);
      for (const run of runs) {
        expect(run).toMatchObject({ state: 'failed', error: { code: 'generation_failed' } });
        expect(run.error.message).toMatch(/^The prompt is longer than the context of the model small\..*MODEL_LIMITS/);
        expect(run.error.message).not.toContain('sk-secret');
      }
    },
  );
});

it('capabilities show the limits of each tier and which are assumed', async () => {
  for (const { call, name } of facesOf(own.url(), own.key())) {
    const { models } = await call('instance', {});
    expect([name, models]).toEqual([
      name,
      [
        { tier: 'draft', name: 'gpt-5-nano', contextTokens: 128_000, outputTokens: 16_384, isAssumed: true },
        { tier: 'standard', name: 'small', ...limits, isAssumed: false },
        { tier: 'editorial', name: 'tiny', contextTokens: 2_048, outputTokens: 1_024, isAssumed: false },
      ],
    ]);
  }
});
