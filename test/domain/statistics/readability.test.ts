import { describe, expect, it } from 'vitest';
import { gradeLevel, scoreBy } from '../../../src/domain/leaving/statistics/formulas.ts';
import { measureOf, noMeasure, sumOfMeasures } from '../../../src/domain/leaving/statistics/measure.ts';
import { readabilityOf } from '../../../src/domain/leaving/statistics/readability.ts';
import { Recent } from '../../../src/domain/leaving/statistics/recent.ts';
import { syllablesOf } from '../../../src/domain/leaving/statistics/syllables.ts';
import { Breather } from '../../../src/threads/breather.ts';
import fc from '../../support/fast-check.ts';

const measure = (text: string, language = 'en') => measureOf(text, language, new Breather());

describe('readability formulas', () => {
  // The most quoted example sentences for Flesch and Kincaid, with their published syllables and scores.
  it.each([
    ['The cat sat on the mat.', 6, 6, 116.1, -1.45],
    ['The Australian platypus is seemingly a hybrid of a mammal and reptilian creature.', 13, 24, 37.5, 11.3],
  ])('give the published score for %s', (_text, words, syllables, ease, grade) => {
    const counts = { words, syllables, sentences: 1, letters: 0, longWords: 0 };
    expect(scoreBy('flesch', counts)).toBeCloseTo(ease, 1);
    expect(gradeLevel(counts)).toBeCloseTo(grade, 1);
  });

  // 100 words, 5 sentences, 150 syllables, 450 letters, 20 long words; expected values computed by hand.
  const counts = { words: 100, sentences: 5, syllables: 150, letters: 450, longWords: 20 };
  it.each([
    ['flesch', 206.835 - 20.3 - 126.9],
    ['amstad', 180 - 20 - 87.75],
    ['douma', 206.84 - 18.6 - 115.5],
    ['kandel_moles', 207 - 20.3 - 110.4],
    ['szigriszt', 206.835 - 20 - 93.45],
    ['martins', 248.835 - 20.3 - 126.9],
    ['oborneva', 206.835 - 26 - 90.15],
    ['gulpease', 89 + (1_500 - 4_500) / 100],
    ['lix', 20 + 20],
  ] as const)('implement the published %s formula', (formula, score) => {
    expect(scoreBy(formula, counts)).toBeCloseTo(score, 9);
  });
});

describe('syllables', () => {
  it.each([
    ['en', 'hybrid reptilian cat australian', [2, 4, 1, 4]],
    ['de', 'leuchtturm wärterin häuser theater quelle liebe see', [2, 3, 2, 3, 2, 2, 1]],
    ['nl', 'vuurtoren mooie zee huis', [3, 2, 1, 1]],
    ['fr', 'création théâtre noël vie les logique voyage', [3, 2, 2, 1, 1, 2, 2]],
    ['es', 'país guía que muy ahora cuidáis', [2, 2, 1, 1, 3, 2]],
    ['pt', 'coração havia história rio pai', [3, 3, 3, 2, 1]],
    ['ru', 'молоко маяк в', [3, 2, 1]],
  ])('are counted in %s', (language, words, counts) => {
    const count = syllablesOf(language);
    expect(words.split(' ').map((word) => count?.(word))).toEqual(counts);
  });

  it('are not counted in languages whose formula does not need them', () => {
    expect(syllablesOf('it')).toBeUndefined();
    expect(syllablesOf('ja')).toBeUndefined();
  });
});

describe('measures of a text', () => {
  it('ignore Markdown, and do not end a sentence at an abbreviation', async () => {
    const text = '# Landfall\n\nMrs. Farrow **ran**. [She](http://example.org/a) stopped.\n\n`code`';
    expect(await measure(text)).toMatchObject({ words: 6, sentences: 3, letters: 8 + 3 + 6 + 3 + 3 + 7 });
  });

  it('count dialogue in quotation marks and after dashes only', async () => {
    const spoken = async (text: string) => (await measure(text)).spokenWords;
    expect(await spoken('“Come here,” she said. *He thought so.* “Now.”')).toBe(3);
    expect(await spoken('— Ven aquí.\n\nElla se fue.')).toBe(2);
    expect(await spoken('# “Come here”')).toBe(0);
  });

  it('compute variety from complete windows of 500 words', async () => {
    const words = (count: number, of: number) => Array.from({ length: count }, (_, at) => `w${at % of}`).join(' ');
    expect(readabilityOf(await measure(words(499, 499)), 'en').variety).toBeNull();
    expect(readabilityOf(await measure(words(999, 500)), 'en').variety).toBe(1);
    expect(readabilityOf(await measure(words(1_000, 250)), 'en').variety).toBe(0.5);
  });

  it('add up over chapters', async () => {
    const [one, other] = [await measure('Rain fell. “Go,” he said.'), await measure('It stopped.')];
    expect(sumOfMeasures([one, other])).toMatchObject({ words: 7, sentences: 3, spokenWords: 1 });
    expect(sumOfMeasures([])).toEqual(noMeasure());
  });

  it('count one sentence for a text that ends in an abbreviation', async () => {
    expect(await measure('Mrs.')).toMatchObject({ words: 1, sentences: 1 });
    expect(await measure('He saw Mrs.\n\nFarrow.')).toMatchObject({ words: 4, sentences: 1 });
  });

  it('accept a word as long as a chapter', async () => {
    expect(await measure('x'.repeat(400_000))).toMatchObject({ words: 1, letters: 60, sentences: 1 });
  });

  it('yield to the event loop within a paragraph', async () => {
    let turns = 0;
    let isDone = false;
    const others = () => {
      turns += 1;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    const made = await measureOf('the tide had turned '.repeat(50), 'en', new Breather(0));
    isDone = true;
    expect(made).toMatchObject({ words: 200, sentences: 1 });
    expect(turns).toBeGreaterThan(40);
  });
});

describe('the readability of a text', () => {
  const long = 'The cat sat on the mat. '.repeat(20);

  it.each([
    ['en', 'flesch'],
    ['en-GB', 'flesch'],
    ['de-CH', 'amstad'],
    ['nn', 'lix'],
    ['ja', null],
  ])('uses the formula for %s', async (language, formula) => {
    const readability = readabilityOf(await measure(long, language), language);
    expect(readability.formula).toBe(formula);
    expect(readability.score === null).toBe(formula === null);
    expect(readability.gradeLevel).toBe(formula === 'flesch' ? -1.4 : null);
  });

  it('has no score below a hundred words', async () => {
    expect(readabilityOf(await measure('The cat sat. '), 'en')).toMatchObject({
      formula: 'flesch',
      score: null,
      gradeLevel: null,
      wordsPerSentence: 3,
    });
    expect(readabilityOf(noMeasure(), 'en')).toMatchObject({
      wordsPerSentence: null,
      dialogueShare: null,
      variety: null,
    });
  });

  it('is finite or null for any text and language', async () => {
    const language = fc.constantFrom('en', 'de', 'fr', 'es', 'pt', 'nl', 'it', 'ru', 'sv', 'zh', 'ar');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 400 }), language, async (text, tag) => {
        const made = await measure(text, tag);
        expect(made.spokenWords).toBeLessThanOrEqual(made.words);
        for (const figure of Object.values(readabilityOf({ ...made, words: made.words * 100 }, tag)))
          if (typeof figure === 'number') expect(Number.isFinite(figure) && !Object.is(figure, -0)).toBe(true);
      }),
    );
  });
});

describe('the LRU map', () => {
  it('evicts the least recently used entry', () => {
    const recent = new Recent<number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    expect(recent.get('a')).toBe(1);
    recent.set('c', 3);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
  });
});
