import { describe, expect, it } from 'vitest';
import { withEdit, withoutEscapes } from '../../examples/editor/escapes.ts';
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
