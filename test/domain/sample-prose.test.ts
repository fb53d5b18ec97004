import { readFileSync } from 'node:fs';
import type { Nodes } from 'hast';
import { expect, it } from 'vitest';
import { textParts } from '../../src/domain/leaving/port/export/write-prose.ts';
import { scriptOf } from '../../src/domain/making/narration/passages.ts';
import { proseTree } from '../../src/prose/tree.ts';
import { bookOf } from '../support/book-files.ts';

const sample: { chapters: { title: string; text: { content: string } | null }[] } = JSON.parse(
  readFileSync(new URL('../../src/commands/sample-book.json', import.meta.url), 'utf8'),
);
const texts = sample.chapters.flatMap(({ title, text }) => (text ? [{ title, content: text.content }] : []));
const letters = (text: string) => text.match(/[\p{L}\p{M}\p{N}]/gu)?.join('') ?? '';

const shown = (node: Nodes): string =>
  node.type === 'text'
    ? node.value
    : 'children' in node
      ? node.children.map((child) => shown(child as Nodes)).join('')
      : '';

it.each(texts)('the letters of “$title” in the sample book come out once and in order', async ({ title, content }) => {
  expect(letters(content).length).toBeGreaterThan(100);
  expect(letters(shown(proseTree(content)))).toBe(letters(content));
  const [, file = ''] = [...textParts(bookOf([{ title, content }]))].join('').split('-\n');
  expect(letters(file)).toBe(letters(content));
  const { passages } = await scriptOf('', content);
  expect(letters(passages.map(({ text }) => text).join(''))).toBe(letters(content));
});
