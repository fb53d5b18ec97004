import { describe, expect, it } from 'vitest';
import { withoutEscapes } from '../../examples/editor/escapes.ts';
import { occurrencesOf, withReplaced } from '../../examples/editor/occurrences.ts';
import fc from '../support/fast-check.ts';

const plain = { matchesCase: false, isWholeWord: false };
const found = (content: string, words: string, options = {}) =>
  occurrencesOf(content, { words, ...plain, ...options }).map(({ start, end }) =>
    withoutEscapes(content).slice(start, end),
  );

describe('words in a text', () => {
  it.each([
    ['in any case', 'A ferry, a Ferry.', 'ferry', {}, ['ferry', 'Ferry']],
    ['in the same case', 'A ferry, a Ferry.', 'Ferry', { matchesCase: true }, ['Ferry']],
    ['as parts of words', 'Ferryman’s ferry', 'ferry', {}, ['Ferry', 'ferry']],
    ['as whole words', 'Ferryman, “ferry”, x_ferry', 'ferry', { isWholeWord: true }, ['ferry']],
    ['as whole words of other alphabets', 'Ёжик, ёж; naïve', 'ёж', { isWholeWord: true }, ['ёж']],
    ['with curved quotation marks for straight ones', 'Emma’s “late”', '\'s "late"', {}, ['’s “late”']],
    ['with the signs of patterns', 'Why (not)? [a] $1', '(not)? [a] $', {}, ['(not)? [a] $']],
    ['behind escapes', 'One \\* two \\_ ferry', '_ ferry', {}, ['_ ferry']],
    ['nowhere without words', 'One', '', {}, []],
  ])('are found %s', (_what, content, words, options, expected) => {
    expect(found(content, words, options)).toEqual(expected);
  });

  it('are replaced where they are shown, and escapes elsewhere stay', () => {
    const content = '1\\. The \\*ferry\\* and the ferry\\_man';
    const places = occurrencesOf(content, { words: 'ferry', ...plain });
    expect(withReplaced(content, places, 'boat')).toBe('1\\. The \\*boat\\* and the boat\\_man');
    expect(withReplaced(content, places.slice(1), '')).toBe('1\\. The \\*ferry\\* and the \\_man');
    const text = fc
      .array(fc.constantFrom('ferry', '\\*', '\\_', ' ', 'x', '🛶', '\n'), { maxLength: 30 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, (any) => {
        const all = occurrencesOf(any, { words: 'ferry', ...plain });
        expect(withoutEscapes(withReplaced(any, all, 'boat'))).toBe(withoutEscapes(any).replaceAll('ferry', 'boat'));
      }),
      { numRuns: 300 },
    );
  });
});
