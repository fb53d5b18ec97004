import { describe, expect, it } from 'vitest';
import { WordSearch } from '../../../src/domain/text/anchor/word-search.ts';
import { SeededRandom } from '../../support/seeded-random.ts';

function placesBySlices(text: string, words: string, from: number, to: number): number[] {
  const starts = Array.from(
    { length: Math.max(0, Math.min(to, text.length) - Math.max(0, from)) },
    (_, n) => n + Math.max(0, from),
  );
  return starts.filter((start) => text.slice(start, start + words.length) === words);
}

describe('a search for many words in one text', () => {
  it('finds the same places before and after it has indexed the text', () => {
    const random = new SeededRandom(7);
    const text = Array.from({ length: 1_500 }, () =>
      random.from(['the ', 'tide ', 'quay. ', 'a ', 'lamp, ', '🛶 ']),
    ).join('');
    const search = new WordSearch(text);
    let places = 0;
    for (let n = 0; n < 600; n += 1) {
      const start = random.below(text.length - 1);
      const words = text.slice(start, start + 1 + random.below(random.oneIn(2) ? 6 : 40));
      const from = random.oneIn(3) ? -5 : random.below(text.length);
      const to = random.oneIn(3) ? text.length + 5 : from + random.below(2_000);
      const found = [...search.placesOf(words, from, to)];
      expect(found).toEqual(placesBySlices(text, words, from, to));
      places += found.length;
    }
    expect([places > 5_000, search.isSpent]).toEqual([true, false]);
  });

  it('ends when too much was searched, and says so', () => {
    const search = new WordSearch('a'.repeat(100_000));
    for (let n = 0; n < 100; n += 1) for (const _ of search.placesOf('aa', 0, 100_000)) if (search.isSpent) break;
    expect(search.isSpent).toBe(true);
    expect([...search.placesOf('a', 0, 10)]).toEqual([]);
  });
});
