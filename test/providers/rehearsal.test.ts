import { afterAll, beforeAll, expect, it } from 'vitest';
import { assemblePrompt } from '../../src/domain/calls/prompt/prompt.ts';
import { rehearsalModel, startRehearsal } from '../../src/providers/rehearsal.ts';
import { openAiText } from '../../src/providers/text.ts';
import type { TextRequest } from '../../src/providers/text-provider.ts';
import { tokenCounter } from '../../src/providers/tokenizer.ts';
import { inputFor } from '../books/book.ts';
import { pilot } from '../books/pilot.ts';

const messages = [
  { role: 'system' as const, content: '- <this_chapter> is what to write. <participants> are the people in it.' },
  {
    role: 'user' as const,
    content:
      '<this_chapter>\n<title>The Ferry &lt; Noon</title>\n</this_chapter>\n\n<participants>\n<name>Emma Woodhouse</name>\n<name>Mr. Knightley</name>\n</participants>',
  },
];

let rehearsal: { url: string; close(): Promise<void> };
beforeAll(async () => {
  rehearsal = await startRehearsal({ wordsPerSecond: Number.POSITIVE_INFINITY });
});
afterAll(() => rehearsal.close());

async function writeChapter(content: TextRequest['messages'] = messages) {
  const text = openAiText({ apiKey: undefined, baseUrl: rehearsal.url });
  const pieces = text.stream({
    promptTokens: 100,
    model: 'any',
    messages: content,
    signal: AbortSignal.timeout(10_000),
    idleMsMax: 5_000,
  });
  let chapter = '';
  for await (const piece of pieces) chapter += piece;
  return chapter;
}

const task = (sentence: string, before = '') => [
  messages[0],
  { role: 'user' as const, content: `${messages[1]?.content}\n\n${before}${sentence}` },
];
const present = `<present_text>\n${'It rains. '.repeat(200)}\n</present_text>\n\n`;

it.each([
  ['ordered', task('Write chapter 2 of 9: in English, about 1,200 words in scenes.'), 1_200],
  ['that remains', task('Continue it. About 300 words are written, about 650 remain.'), 650],
  ['of an end', task('About 900 words are written. That is the ordered length: close what is open, and end soon.'), 60],
  ['of the text to rewrite', task('Make it about as long as before.', present), 400],
  ['usual', messages, 2_000],
])('writes as many words as are %s', async (_what, content, words) => {
  const chapter = await writeChapter(content as TextRequest['messages']);
  const written = chapter.match(/\S+/g)?.length ?? 0;
  expect(Math.abs(written - words)).toBeLessThanOrEqual(Math.max(40, words / 10));
});

it('writes with the names and title of the prompt', async () => {
  const chapter = await writeChapter();
  expect(chapter).toContain('Emma Woodhouse');
  expect(chapter).toContain('Mr. Knightley');
  expect(chapter).toContain('*The Ferry < Noon*');
  expect(chapter).not.toContain('{');
});

it.each([
  ['in a list', 1],
  ['on their sheets', 40],
])('finds the names in a prompt of the service: %s', async (_what, bios) => {
  const input = inputFor(pilot, 2, (text) => text.length / 4);
  const cast = input.cast.map((one) => ({ ...one, bio: `${one.bio} She waits. `.repeat(bios) }));
  const prompt = assemblePrompt({ ...input, cast }).messages;
  const chapter = await writeChapter(prompt);
  for (const name of ['Celia Harrow', 'Rose Tully', '*Pass Log*']) expect(chapter).toContain(name);
  expect(chapter).not.toContain('Anders Voll');
});

it('is deterministic per prompt', async () => {
  expect(await writeChapter()).toBe(await writeChapter());
  expect(await writeChapter([{ role: 'system', content: 'Write.' }])).not.toBe(await writeChapter());
});

it('continues existing text in a new paragraph', async () => {
  const written = { role: 'user' as const, content: '<written_so_far>It began.</written_so_far>' };
  expect(await writeChapter([written])).toMatch(/^\n\n\S/);
});

it('counts tokens as the service does', async () => {
  const response = await fetch(`${rehearsal.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'any', messages }),
  });
  const { usage, choices } = await response.json();
  const countTokens = await tokenCounter();
  const read = messages.reduce((sum, { content }) => sum + countTokens(content), 0);
  expect(Math.abs(usage.prompt_tokens - read)).toBeLessThanOrEqual(2);
  expect(Math.abs(usage.completion_tokens - countTokens(choices[0].message.content))).toBeLessThanOrEqual(40);
});

it('identifies itself in header and model name, streamed or not', async () => {
  for (const stream of [false, true]) {
    const response = await fetch(`${rehearsal.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'any', messages, stream }),
    });
    expect(response.headers.get('x-rehearsal')).toBe('true');
    expect(await response.text()).toContain(`"model":"${rehearsalModel}"`);
  }
});

it.each([
  ['GET', '/models', undefined, 404],
  ['POST', '/chat/completions', '{"model":', 400],
  ['POST', '/chat/completions', '{"model":"m"}', 400],
])('rejects %s %s %s', async (method, path, body, status) => {
  const response = await fetch(rehearsal.url + path, { method, ...(body === undefined ? {} : { body }) });
  expect(response.status).toBe(status);
});
