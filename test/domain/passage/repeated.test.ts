import { describe, expect, it } from 'vitest';
import { edited } from '../../../src/domain/text/passage/change.ts';
import { keptAsTyped, keptFromQuote } from '../../../src/domain/text/passage/repeated.ts';
import fc from '../../support/fast-check.ts';

const nbsp = '\u00a0';
const fine = '\u202f';

describe('an edit that repeats words', () => {
  it.each([
    [
      'straight quotes',
      'Then “Nobody’s there,” she said.',
      '"Nobody\'s there," she',
      '"Nobody\'s here," she',
      'Then “Nobody’s here,” she said.',
    ],
    [
      'a changed first word',
      '“Nobody waits,” she said.',
      '"Nobody waits,"',
      '"Somebody waits,"',
      '“Somebody waits,” she said.',
    ],
    ['words before them', '“Go,” he said.', '"Go," he', 'At last: "Go," he', 'At last: “Go,” he said.'],
    ['words behind them', 'He said “Go”.', 'said "Go"', 'said "Go" and went', 'He said “Go” and went.'],
    ['German quotes', 'Er rief: „Halt!“ Stille.', '"Halt!" Stille', '"Halt!" Ruhe', 'Er rief: „Halt!“ Ruhe.'],
    [
      'French quotes with a blank',
      `« Oui${nbsp}», dit-il.`,
      '" Oui ", dit-il',
      '" Non ", dit-il',
      `« Non${nbsp}», dit-il.`,
    ],
    [
      'no-break blanks',
      `Es kostet 20${nbsp}Euro im Jahr.`,
      'kostet 20 Euro',
      'kostete 20 Euro',
      `Es kostete 20${nbsp}Euro im Jahr.`,
    ],
    ['narrow blanks', `Quoi${fine}? dit-il.`, 'Quoi ? dit-il', 'Quoi ? dit-elle', `Quoi${fine}? dit-elle.`],
    [
      'soft line ends',
      'One line\nand another one.',
      'line and another',
      'line and one more',
      'One line\nand one more one.',
    ],
    [
      'a paragraph break',
      'She left.\n\n“Why?” he asked.',
      'left. "Why?" he',
      'stayed. "Why?" he',
      'She stayed.\n\n“Why?” he asked.',
    ],
    ['apostrophes', 'It’s theirs, isn’t it?', "It's theirs, isn't it?", "It's ours, isn't it?", 'It’s ours, isn’t it?'],
    [
      'letters in two parts',
      'Le café de Zoé.'.normalize('NFD'),
      'Le café de Zoé',
      'Le café de Léa',
      `${'Le café de '.normalize('NFD')}Léa.`,
    ],
    [
      'letters in one part',
      'Le café de Zoé.',
      'Le café de Zoé'.normalize('NFD'),
      'Le café de Jean'.normalize('NFD'),
      'Le café de Jean.',
    ],
    [
      'syllables in parts',
      '강이 얼었다.'.normalize('NFD'),
      '강이 얼었다',
      '강이 녹았다',
      `${'강이 '.normalize('NFD')}녹았다.`,
    ],
    ['two pairs of quotes', '“A,” she said. “B.”', '"A," she said. "B."', '"A," he said. "B."', '“A,” he said. “B.”'],
    ['quotes it sets itself', 'Then “Go,” she said.', '"Go," she', '«Go,» she', 'Then «Go,» she said.'],
    ['marks that are found exactly', 'Then “Go,” she said.', '“Go,” she', '"Go," she', 'Then "Go," she said.'],
    ['nothing', 'Then “Go,” she said.', '"Go," she said', 'He left', 'Then He left.'],
  ])('keeps them as they stand: %s', async (_what, text, old, now, made) => {
    expect((await edited(text, [{ old, new: now }])).text).toBe(made);
  });

  it('changes nothing if it changes no word, in any spelling', async () => {
    const word = fc.constantFrom(
      '“No,”',
      'he',
      'isn’t',
      '„Ja“',
      `20${nbsp}€`,
      'café',
      'Zoé'.normalize('NFD'),
      'a',
      '각'.normalize('NFD'),
      '‘b’',
    );
    const gap = fc.constantFrom(' ', '\n', '\n\n', nbsp);
    const plain = (text: string) =>
      text.normalize().replaceAll(/[“”„]/g, '"').replaceAll(/[‘’]/g, "'").replaceAll(/\s+/g, ' ');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 20 }), async (parts) => {
        const text = `Begin ${parts.map(([one, space]) => one + space).join('')}end.`;
        expect((await edited(text, [{ old: plain(text), new: plain(text) }])).text).toBe(text);
        expect((await edited(text, [{ old: plain(text), new: `${plain(text)} More.` }])).text).toBe(`${text} More.`);
      }),
    );
  });
});

describe('a replacement of a paragraph', () => {
  it.each([
    ['as typed', '“Nobody’s there,” she said.', '"Nobody\'s here," she said.', '“Nobody’s here,” she said.'],
    ['with dots and dashes', 'Well … no — not yet…', 'Well ... no -- never...', 'Well … no — never…'],
    [
      'with a short dash',
      'The years 1914–1918 were long.',
      'The years 1914-1918 were short.',
      'The years 1914–1918 were short.',
    ],
    ['with French quotes', `«${fine}Oui${fine}», dit-il.`, '« Oui », dit-elle.', `«${fine}Oui${fine}», dit-elle.`],
    [
      'with French quotes as typed',
      `«${fine}Oui${fine}», dit-il.`,
      '"Oui", dit-elle.',
      `«${fine}Oui${fine}», dit-elle.`,
    ],
    [
      'in another spelling',
      'Le café de Zoé.',
      'Le café de Léa.'.normalize('NFD'),
      `Le café de ${'Léa'.normalize('NFD')}.`,
    ],
    ['with better marks', 'He said "Go..."', 'He said “Go…”', 'He said “Go…”'],
    ['with other marks', 'He said “Go.”', 'He said «Go.»', 'He said «Go.»'],
    ['with a no-break blank more', 'It costs 20 Euro.', `It costs 20${nbsp}Euro.`, `It costs 20${nbsp}Euro.`],
    ['of other words', 'He said “Go.”', 'She left.', 'She left.'],
    ['of no words', 'He said “Go.”', '', ''],
  ])('%s', (_what, words, replacement, kept) => expect(keptAsTyped(words, replacement)).toBe(kept));
});

describe('words that are not those of the quote', () => {
  it('are replaced as a whole', () => expect(keptFromQuote('abc def', 'xyz uvw', 'xyz uvw!')).toBe('xyz uvw!'));
});
