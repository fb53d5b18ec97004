import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tokenCounter } from '../../src/providers/tokenizer.ts';
import { printedPrompts } from '../books/prompts.ts';

it('the printed prompts are those of today (npm run generate)', async () => {
  const pages = [...printedPrompts(await tokenCounter())];
  expect(pages).toHaveLength(3);
  for (const [name, text] of pages) expect(readFileSync(`docs/prompts/${name}.md`, 'utf8')).toBe(text);
});
