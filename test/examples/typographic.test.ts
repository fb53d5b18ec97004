import { describe, expect, it } from 'vitest';
import { typographic } from '../../examples/editor/typographic.ts';

/** Types a text, key by key. */
function typed(text: string, language: string): string {
  let line = '';
  for (const key of text) {
    line += key;
    const made = typographic(key, line.slice(0, -1), '', language);
    if (made) line = line.slice(0, -made.replaced) + made.sign;
  }
  return line;
}

describe('typographic marks while one types', () => {
  it.each([
    ['en', '"It\'s late," she said. "\'No,\' he said."', '“It’s late,” she said. “‘No,’ he said.”'],
    ['en', '("Emma\'s" -- or \'em?)', '(“Emma’s” — or ‘em?)'],
    ['en', 'She *"waited"*...', 'She *“waited”*…'],
    ['de', '"Geht\'s?", sagte sie. "Er rief \'nein\' -- laut."', '„Geht’s?“, sagte sie. „Er rief ‚nein‘ – laut.“'],
    ['fr', '"Oui", dit-elle. L\'heure...', '«\u202fOui\u202f», dit-elle. L’heure…'],
    ['sv', '"Ja", sa hon.', '”Ja”, sa hon.'],
    ['da', '"Ja", sagde hun.', '»Ja«, sagde hun.'],
    ['ru', '"Да", сказала она.', '«Да», сказала она.'],
    ['fr', 'L\'"ami"', 'L’«\u202fami\u202f»'],
    ['en', 'In "1984" he was 5\'10".', 'In “1984” he was 5\'10".'],
    ['en', '"But I--" "I said *now*"', '“But I—” “I said *now*”'],
    ['de', '"Er sagte \'nein\'"', '„Er sagte ‚nein‘“'],
    ['da', '"Han sagde \'Hej\'"', '»Han sagde ›Hej‹«'],
    ['xx', '"a"', '“a”'],
  ])('are those of %s', (language, keys, expected) => {
    expect(typed(keys, language)).toBe(expected);
  });

  it('leave scene breaks and other dots', () => {
    expect(typed('---', 'en')).toBe('---');
    expect(typed('a---b', 'en')).toBe('a—b');
    expect(typed('a--b---c', 'de')).toBe('a–b—c');
    expect(typed('....', 'en')).toBe('….');
    expect(typed('a.b. c', 'en')).toBe('a.b. c');
  });

  it('know an apostrophe in a word', () => {
    expect(typographic("'", 'It', 's', 'en')).toEqual({ sign: '’', replaced: 1 });
  });
});
