import { describe, expect, it } from 'vitest';
import { countWords } from '../../src/prose/words.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';

function bySegmenter(prose: string, language: string): number {
  const segments = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(prose)];
  return segments.filter(({ isWordLike }) => isWordLike).length;
}

/** Letters of many scripts, marks, digits, punctuation inside and between words, spaces, and unusual characters. */
const alphabet = [
  'abzéßœΩжاאबதԱქ中文かなカไท한국',
  '\u0301\u064b\u05b0\u0940\u00ad\u200d\u200b\u00a0\u202f',
  '0129٣½²ªº№ⅷ',
  ' \t\n\r.,;:!?\'"’‘“”«»·-–—…_()[]{}<>*#@$%^&+=~`|/\\',
  '😀🇩🇪',
].flatMap((characters) => [...characters]);

describe('counted words', () => {
  it('match the segmenter of the language in every script', () => {
    const prose = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 14 });
    const language = fc.constantFrom('en', 'de', 'sv', 'fi', 'he', 'ar', 'hi', 'ja', 'zh', 'th', 'ko');
    fc.assert(
      fc.property(prose, language, (text, tag) => {
        expect(countWords(text, tag)).toBe(bySegmenter(text, tag));
      }),
      { numRuns: proof(3_000, 200_000) },
    );
  });

  it.each([
    ['English', "The keeper's 3,000 ships don't stop.", 6],
    ['no words', ' … — “” ', 0],
    ['Thai and English', 'ฉันรักภาษาไทย and English', 6],
  ])('of %s: %j has %i', (_title, text, words) => {
    expect(countWords(text, 'th')).toBe(words);
  });
});
