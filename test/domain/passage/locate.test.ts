import { describe, expect, it } from 'vitest';
import { Locator } from '../../../src/domain/passage/locate.ts';
import fc from '../../support/fast-check.ts';

const text = 'The ferry came late.\n\n“Nobody’s   there,” she said. The ferry left.\nIt was 5 ’o clock.';

/** The passage that is found, or the count. */
function found(quote: string, inText = text) {
  const at = new Locator(inText).find(quote);
  if ('passage' in at) return inText.slice(at.passage.start, at.passage.end);
  return 'count' in at ? at.count : 0;
}

describe('a quote is found', () => {
  it.each([
    ['as it is', 'came late', 'came late'],
    ['with straight quotes', '"Nobody\'s   there,"', '“Nobody’s   there,”'],
    ['with other white space', '“Nobody’s there,” she', '“Nobody’s   there,” she'],
    ['over a paragraph break', 'late. "Nobody', 'late.\n\n“Nobody'],
    ['without the white space around it', '\n It was 5', 'It was 5'],
    ['exactly, when a tolerant search would find more', 'The ferry left.\nIt', 'The ferry left.\nIt'],
  ])('%s', (_how, quote, passage) => expect(found(quote)).toBe(passage));

  it.each([
    ['no longer there', 'came early', 0],
    ['twice', 'The ferry', 2],
    ['twice, overlapping', 'aa', 2],
    ['white space alone that is not there', '\t', 0],
    ['in another letter case', 'the Ferry came', 0],
  ])('not if it is %s', (_how, quote, count) => expect(found(quote, quote === 'aa' ? 'baaa' : text)).toBe(count));

  it('once wherever it stands, through any white space and quotes', () => {
    const word = fc.stringMatching(/^[a-zé“”‘’"']{1,8}$/);
    const gap = fc.constantFrom(' ', '\n', '\n\n', '\t ', '\u00a0');
    const words = fc.array(fc.tuple(word, gap), { minLength: 3, maxLength: 30 });
    const straight = (one: string) => one.replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'").replaceAll(/\s+/g, ' ');
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (given, from, length) => {
        const whole = given.map(([one, space]) => one + space).join('');
        const start = from % whole.length;
        const quote = whole.slice(start, start + 1 + (length % (whole.length - start)));
        const [plain, wanted] = [straight(whole), straight(quote).trim()];
        fc.pre(wanted !== '' && plain.indexOf(wanted) === plain.lastIndexOf(wanted));
        const at = new Locator(whole).find(straight(quote));
        if (!('passage' in at)) throw new Error(JSON.stringify(at));
        expect(straight(whole.slice(at.passage.start, at.passage.end)).trim()).toBe(straight(quote).trim());
      }),
    );
  });
});

describe('the nearest passage', () => {
  const nearest = (quote: string) => {
    const at = new Locator(text).find(quote);
    return 'nearest' in at ? at.nearest() : 'found';
  };

  it('has most of the words', () => {
    expect(nearest('The ferry came early')).toBe('The ferry came late.');
    expect(nearest('nobody is there, she said')).toContain('Nobody’s   there,” she said');
  });

  it('is none if the words are elsewhere', () => expect(nearest('A walrus sang in Norwegian')).toBeUndefined());
});
