import fc from 'fast-check';
import { expect, it } from 'vitest';
import { passagesOf } from '../../examples/editor/passages.ts';

it.each([
  ['a changed paragraph', 'One.\n\nTwo.', 'One!\n\nTwo.', [{ start: 0, end: 4, replacement: 'One!' }]],
  ['one behind', 'One.\n\nTwo.', 'One.\n\nTwo.\n\n3.', [{ start: 6, end: 10, replacement: 'Two.\n\n3.' }]],
  ['one before', 'Two.', 'One.\n\nTwo.', [{ start: 0, end: 4, replacement: 'One.\n\nTwo.' }]],
  ['in code points', '🛶 came.\nTwo.', '🛶 came.\n2.', [{ start: 8, end: 12, replacement: '2.' }]],
])('passages that are proposed: %s', (_what, base, mine, passages) => {
  expect(passagesOf(base, mine)).toEqual(passages);
});

it('passages that are proposed have words, and make the text of the author', () => {
  const line = fc.constantFrom('', 'sea', 'wind 🛶', 'snow');
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (base, mine) => {
      fc.pre(base.trim() !== '');
      const points = Array.from(base);
      let [made, at] = ['', 0];
      for (const { start, end, replacement } of passagesOf(base, mine)) {
        expect(end).toBeGreaterThan(start);
        // Neighbours that two insertions share would be proposed twice.
        fc.pre(start >= at);
        made += points.slice(at, start).join('') + replacement;
        at = end;
      }
      expect(made + points.slice(at).join('')).toBe(mine);
    }),
  );
});

it('passages of an empty text cannot be proposed', () => {
  expect(() => passagesOf('', 'One.')).toThrow('no words');
});
