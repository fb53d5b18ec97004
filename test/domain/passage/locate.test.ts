import { describe, expect, it } from 'vitest';
import { Locator } from '../../../src/domain/text/passage/locate.ts';
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

  it.each([
    ['é of one code point', 'Zoé', 'Zoé vint.'.normalize('NFD')],
    ['é of two', 'Zoé'.normalize('NFD'), 'Zoé vint.'],
    ['a cedilla', 'ça', 'Or ça va.'.normalize('NFD')],
    ['a ring', 'Åse', '\u212bse kom.'],
    ['several accents', 'Việt', 'Người Việt.'.normalize('NFD')],
    ['a syllable of Hangul', '강', '긴 강.'.normalize('NFD')],
    ['a voiced kana', 'がぎ', 'あがぎ。'.normalize('NFD')],
    ['Greek', 'ἀρχή', 'Ἐν ἀρχῇ ἦν ἀρχή.'.normalize('NFD')],
    ['Devanagari', '\u0958', 'यह \u0915\u093c है।'],
    ['quotes and blanks besides', '"Zoé  vint"', '“Zoé\u00a0vint”, dit-il.'.normalize('NFD')],
  ])('in another spelling: %s', (_what, quote, inText) => {
    expect(String(found(quote, inText)).normalize().replaceAll(/\s+/g, ' ').replaceAll(/[“”]/g, '"')).toBe(
      quote.normalize().replaceAll(/\s+/g, ' '),
    );
  });

  it.each([
    ['Then ', '"No," ', 'again', '“No,”'],
    ['Then', ' "No," ', 'again', '“No,”'],
    ['', ' "No," again', ' "', '“No,” again'],
    ['again ', '" — "', ' and', '“ — ”'],
  ])('between %j and what follows without the white space around it: %j', (before, quote, after, passage) => {
    const inText = 'Then “No,” again “ — ”\u00a0and left.';
    const at = new Locator(inText).findBetween(before, quote, after);
    expect('passage' in at && inText.slice(at.passage.start, at.passage.end)).toBe(passage);
  });

  it('not as a part of a letter', () => {
    expect(found('Zoe', 'Zoé vint.'.normalize('NFC'))).toBe(0);
  });

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

  const quay =
    'The ferry came late. Nobody was on the quay, and the lamp was out.\n\nShe waited for the ferry. “It’s the last,” she said. Fünf Möwen schrien. Пристань была пуста.';

  it.each([
    ['qauy', 'quay'],
    ['quai', 'quay'],
    ['Fery', 'ferry'],
    ['lmap', 'lamp'],
    ['nobdy', 'Nobody'],
    ['waitd', 'waited'],
    ['lates', 'late'],
    ['Mowen', 'Möwen'],
    ['schreien', 'schrien'],
    ['пристан', 'Пристань'],
    ['The ferri came late', 'The ferry came late.'],
    ['Nobody was on the quya', 'Nobody was on the quay,'],
    ['the lamp wasout', 'lamp was'],
    ['She waitedfor the ferry', 'waited for the ferry'],
    ['It is the last', 'the last'],
    ['Ferry ran laet', 'ferry came late.'],
    ['nowbody is on teh quai', 'Nobody was on the quay'],
    ['the lmap wsa uot', 'the lamp was out'],
    ['Funf Mowen schrieen', 'Fünf Möwen schrien'],
    ['Пристан была пустая', 'Пристань была пуста'],
  ])('of %j shares its letters', (quote, words) => {
    const at = new Locator(quay).find(quote);
    expect('nearest' in at ? at.nearest() : at).toContain(words);
  });

  it('is one if a letter differs, anywhere in any word', () => {
    const words = quay.match(/\p{L}{6,}/gu) ?? [];
    const letter = fc.nat();
    fc.assert(
      fc.property(fc.constantFrom(...words), letter, (word, at) => {
        const changed = `${word.slice(0, at % word.length)}ж${word.slice((at % word.length) + 1)}`;
        const found = new Locator(quay).find(changed);
        expect('nearest' in found ? found.nearest() : found).toContain(word);
      }),
    );
  });

  it('is none if they share no letters', () => expect(nearest('灯')).toBeUndefined());
});
