import { expect, it } from 'vitest';
import { selectionAfter } from '../../examples/editor/edits.ts';
import { markdownPlace } from '../../examples/editor/read-place.ts';

it('finds a word of a text as it reads in its Markdown, by the words around it', () => {
  const markdown = '- one *lamp*\n- two lamps[^1]\n\n> The lamp of un*believ*able size, the lamp.\n\n[^1]: A lamp.';
  const read = 'one lamp\ntwo lamps1\nThe lamp of unbelievable size, the lamp.\nA lamp.';
  const placeOf = (words: string, within = 0) => markdownPlace(markdown, read, read.indexOf(words) + within);
  expect(placeOf('one lamp', 4)).toBe(markdown.indexOf('lamp*'));
  expect(placeOf('The lamp', 6)).toBe(markdown.indexOf('The lamp') + 6);
  expect(placeOf('the lamp.', 4)).toBe(markdown.indexOf('the lamp.') + 4);
  expect(placeOf('A lamp', 2)).toBe(markdown.indexOf('A lamp') + 2);
  // A word that marks divide: the end of the one before it.
  expect(placeOf('unbelievable', 3)).toBe(markdown.indexOf(' un*'));
  expect(markdownPlace('', '', 0)).toBe(0);
  expect(markdownPlace('***', 'no such word', 4)).toBe(0);
});

it.each([
  ['a caret before it', [2, 2], [2, 2]],
  ['a caret in it', [7, 7], [7, 7]],
  ['a caret near its end', [12, 12], [10, 10]],
  ['a caret behind it', [14, 14], [11, 11]],
  ['a selection in it', [6, 9], [9, 9]],
  ['a selection around it', [0, 14], [11, 11]],
  ['a selection before it', [0, 3], [0, 3]],
])('moves %s when words are replaced', (_name, [from, to], expected) => {
  // 'One bell rang.' becomes 'One bells!.'.
  const edits = [{ at: 4, removed: 'bell rang', added: 'bells!' }];
  expect(selectionAfter(edits, from ?? 0, to ?? 0)).toEqual(expected);
});

it('leaves a caret in front of what is put in there', () => {
  expect(selectionAfter([{ at: 4, removed: '', added: 'old ' }], 4, 4)).toEqual([4, 4]);
});
