import { describe, expect, it } from 'vitest';
import { figuresOf, longestWordsMax, meanWordsMax, pages, read } from '../../src/scripts/sentences.ts';

describe('sentence lengths in documents (node src/scripts/sentences.ts)', () => {
  it.each(pages())('are within the limits in %s', (page) => {
    const { meanWords, longestWords, longest } = figuresOf(read(page));
    expect(meanWords).toBeLessThanOrEqual(meanWordsMax);
    expect(longestWords, longest).toBeLessThanOrEqual(longestWordsMax);
  });

  it('count prose without headings, code, tables and lists of names', () => {
    const page = [
      '# A heading of five words',
      'One two three. Four [five](six.md) `a b c`.',
      '- seven eight',
      '| a | table |',
      '```sh\nno words\n```',
      'Spoken in German, Dutch, French and Danish.',
    ].join('\n\n');
    expect(figuresOf(page)).toMatchObject({ sentences: 4, meanWords: 11 / 4, longestWords: 3 });
  });
});
