import { describe, expect, it } from 'vitest';
import { shownPlaces, withEdit, withoutEscapes } from '../../examples/editor/escapes.ts';
import fc from '../support/fast-check.ts';

const text = fc.array(fc.constantFrom('a', 'b', ' ', '\\*', '\\-', '\\\\', '*', '\\\n', '\n'), { maxLength: 20 });

describe('the text in the editor', () => {
  it('is shown without escapes', () => {
    expect(withoutEscapes('\\- He said \\*no\\*.\\\nC:\\Users')).toBe('- He said *no*.\nC:\\Users');
  });

  it.each([
    ['an insertion', 'a \\*b\\* c', 'a *b* x c', 'a \\*b\\* x c'],
    ['an insertion before an escaped sign', 'a \\*b', 'a x*b', 'a x\\*b'],
    ['a deletion of an escaped sign', 'a \\*b', 'a b', 'a b'],
    ['an escape of the author', 'a', 'a \\*', 'a \\*'],
  ])('keeps escapes outside of %s', (_what, content, edited, after) => {
    expect(withEdit(content, edited)).toBe(after);
  });

  it('has a place for each character of the text', () => {
    const places = shownPlaces('a \\*b\\* 🛶 c', [2, 3, 4, 5, 6, 8, 9, 10, 99]);
    expect([...places]).toEqual([
      [2, 2],
      [3, 2],
      [4, 3],
      [5, 4],
      [6, 4],
      [8, 6],
      [9, 8],
      [10, 9],
      [99, 10],
    ]);
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [head, tail] = [before.join(''), after.join('')];
        fc.pre(withoutEscapes(head + tail) === withoutEscapes(head) + withoutEscapes(tail));
        expect(shownPlaces(head + tail, [head.length]).get(head.length)).toBe(withoutEscapes(head).length);
      }),
    );
  });

  it('changes only where it was edited', () => {
    fc.assert(
      fc.property(text, text, text, fc.constantFrom('', 'x', 'y\n'), (before, middle, after, typed) => {
        const content = [...before, ...middle, ...after].join('');
        const shown = (parts: readonly string[]) => withoutEscapes(parts.join(''));
        // A backslash before the next part would be one of its escapes.
        fc.pre(shown([...before, ...middle, ...after]) === shown(before) + shown(middle) + shown(after));
        const edited = shown(before) + typed + shown(after);
        expect(withoutEscapes(withEdit(content, edited))).toBe(edited);
        expect(withEdit(content, withoutEscapes(content))).toBe(content);
      }),
    );
  });
});
