import { afterAll, beforeAll, expect, it } from 'vitest';
import { assemblePrompt } from '../../src/domain/prompt/prompt.ts';
import { rehearsalModel, startRehearsal } from '../../src/providers/rehearsal.ts';
import { openAiText } from '../../src/providers/text.ts';
import type { TextRequest } from '../../src/providers/text-provider.ts';
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

it('writes a chapter of readable length with the names and title of the prompt', async () => {
  const chapter = await writeChapter();
  expect(chapter.match(/\S+/g)?.length).toSatisfy((words: number) => words >= 250 && words <= 400);
  expect(chapter.split('\n\n').length).toSatisfy((paragraphs: number) => paragraphs >= 4 && paragraphs <= 6);
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
