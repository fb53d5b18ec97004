import { describe, expect, it } from 'vitest';
import { placesIn, withoutEscapes } from '../../examples/editor/escapes.ts';
import { unitsIn } from '../../examples/editor/passages.ts';
import fc from '../support/fast-check.ts';

const text = fc.array(fc.constantFrom('a', 'b', ' ', '\\*', '\\-', '\\\\', '*', '\\\n', '\n'), { maxLength: 20 });

describe('the text in the editor', () => {
  it('is shown without escapes', () => {
    expect(withoutEscapes('\\- He said \\*no\\*.\\\nC:\\Users')).toBe('- He said *no*.\nC:\\Users');
  });

  it('has a place for each shown character', () => {
    fc.assert(
      fc.property(text, (parts) => {
        const content = parts.join('');
        const shown = withoutEscapes(content);
        const placeOf = placesIn(content);
        for (const [at, sign] of [...shown].entries())
          expect(content.slice(placeOf(at)).replace(/^\\(?=.|\n)/, '')[0]).toBe(sign);
      }),
    );
  });

  it('has units for places that are counted in code points', () => {
    expect([...unitsIn('a 🛶 c', [4, 2, 3, 99])]).toEqual([
      [2, 2],
      [3, 4],
      [4, 5],
      [99, 6],
    ]);
  });
});
