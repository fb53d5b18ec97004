import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { found } from './chapter.ts';

const read = (name: string) => readFileSync(new URL(`modern/${name}.txt`, import.meta.url), 'utf8').trim();
/** Stories of 5,000 words, in the first and in the third person. */
const stories = ['night-desk', 'low-bridge'].map((name) => ({ name, paragraphs: read(name).split('\n\n') }));
/** Passages that are written as models write. */
const mannered = read('mannered').split('\n\n* * *\n\n');

const wordsOf = (text: string) => text.split(/\s+/).length;
const findings = (text: string) => found('prose_patterns', text).map(({ message }) => message);

/** Parts of a story of at least so many words. */
function partsOf(paragraphs: readonly string[], words: number): string[] {
  const parts = [''];
  for (const paragraph of paragraphs) {
    if (wordsOf(parts.at(-1) ?? '') >= words) parts.push('');
    parts.push(`${parts.pop()}\n\n${paragraph}`.trim());
  }
  return parts;
}

describe('prose_patterns in modern prose', () => {
  describe.each(stories)('$name', ({ paragraphs }) => {
    it('has 5,000 words', () => expect(wordsOf(paragraphs.join('\n\n'))).toBeGreaterThan(5_000));

    it.each([10_000, 1_500, 800, 400])('is silent in parts of %i words', (words) => {
      expect(partsOf(paragraphs, words).flatMap(findings)).toEqual([]);
    });
  });

  it('has twenty mannered passages', () => expect(mannered).toHaveLength(20));

  it.each(mannered.map((passage, at) => [at + 1, passage] as const))(
    'finds mannered passage %i in a chapter of 600 words that has no finding without it',
    (at, passage) => {
      const [before = '', behind = ''] = partsOf(stories[at % 2]?.paragraphs ?? [], 300).slice(at % 7);
      expect(findings(`${before}\n\n${behind}`)).toEqual([]);
      expect(findings(`${before}\n\n${passage}\n\n${behind}`).length).toBeGreaterThan(0);
    },
  );
});
