import { describe, expect, it } from 'vitest';
import { merge } from '../../examples/editor/merge.ts';
import fc from '../support/fast-check.ts';

const settings = { numRuns: 300 };

const base = 'One.\n\nTwo.\n\nThree.';

describe('a merge of two versions', () => {
  it.each([
    ['neither changed', base, base, base],
    ['only mine changed', 'One!\n\nTwo.\n\nThree.', base, 'One!\n\nTwo.\n\nThree.'],
    ['only theirs changed', base, 'One.\n\nTwo.\n\nThree!', 'One.\n\nTwo.\n\nThree!'],
    ['both changed other paragraphs', 'One!\n\nTwo.\n\nThree.', 'One.\n\nTwo.\n\nThree!', 'One!\n\nTwo.\n\nThree!'],
    ['both made the same change', 'One.\n\n2.\n\nThree.', 'One.\n\n2.\n\nThree.', 'One.\n\n2.\n\nThree.'],
    [
      'mine appends and theirs changes the last paragraph',
      `${base}\n\nFour.`,
      'One.\n\nTwo.\n\n3.',
      'One.\n\nTwo.\n\n3.\n\nFour.',
    ],
    [
      'mine inserts before a deletion of theirs',
      'Zero.\n\nOne.\n\nTwo.\n\nThree.',
      'One.\n\nThree.',
      'Zero.\n\nOne.\n\nThree.',
    ],
  ])('combines both if %s', (_what, mine, theirs, text) => {
    expect(merge(base, mine, theirs)).toEqual({ text, overlaps: 0 });
  });

  it.each([
    ['mine', 'One.\n\nTwo of mine.\n\nThree.'],
    ['theirs', 'One.\n\nTwo of theirs.\n\nThree.'],
    ['both', 'One.\n\nTwo of mine.\n\nTwo of theirs.\n\nThree.'],
  ] as const)('reports an overlap in one paragraph and resolves it by choice: %s', (choice, text) => {
    const [mine, theirs] = ['One.\n\nTwo of mine.\n\nThree.', 'One.\n\nTwo of theirs.\n\nThree.'];
    expect(merge(base, mine, theirs).overlaps).toBe(1);
    expect(merge(base, mine, theirs, choice)).toEqual({ text, overlaps: 1 });
  });

  it('applies a change next to an overlap with any choice', () => {
    const [mine, theirs] = ['Mine.\n\nTwo.\n\nThree.', 'Theirs.\n\nTwo.\n\nThree!'];
    expect(merge(base, mine, theirs, 'mine').text).toBe('Mine.\n\nTwo.\n\nThree!');
  });

  it('reports an overlap if one side edits what the other deletes', () => {
    expect(merge(base, 'One.\n\nThree.', 'One.\n\nTwo!\n\nThree.').overlaps).toBe(1);
  });

  it('bounds the work for long texts without common lines', () => {
    const lines = (name: string) => Array.from({ length: 5_000 }, (_, index) => `${name} ${index}`).join('\n');
    expect(merge(lines('base'), lines('mine'), lines('base'))).toEqual({ text: lines('mine'), overlaps: 0 });
    expect(merge(lines('base'), lines('mine'), lines('theirs')).overlaps).toBe(1);
  });
});

const words = fc.constantFrom('a', 'b', 'c', 'd', '');
const texts = fc.array(words, { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('a merge of arbitrary texts', () => {
  it('equals the changed side if the other is unchanged', () => {
    fc.assert(
      fc.property(texts, texts, (before, changed) => {
        expect(merge(before, changed, before)).toEqual({ text: changed, overlaps: 0 });
        expect(merge(before, before, changed)).toEqual({ text: changed, overlaps: 0 });
        expect(merge(before, changed, changed)).toEqual({ text: changed, overlaps: 0 });
      }),
      settings,
    );
  });

  it('loses no inserted line if there is no overlap or both are kept', () => {
    // Unique names, so that each insertion can be found.
    const inserts = fc.array(fc.nat({ max: 12 }), { maxLength: 4 });
    fc.assert(
      fc.property(texts, inserts, inserts, (before, ours, others) => {
        const mine = withInserts(before, ours, 'mine');
        const theirs = withInserts(before, others, 'theirs');
        const { text } = merge(before, mine, theirs, 'both');
        const lines = new Set(text.split('\n'));
        for (const [side, places] of [
          ['mine', ours],
          ['theirs', others],
        ] as const)
          for (const index of places.keys()) expect(lines).toContain(`${side} ${index}`);
      }),
      settings,
    );
  });

  it('combines changes of different paragraphs', () => {
    const paragraphs = fc.array(fc.constantFrom('mine', 'theirs', 'nobody'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(paragraphs, (changers) => {
        const textOf = (changes: (changer: string) => boolean) =>
          changers.map((changer, index) => (changes(changer) ? `${changer} ${index}` : `base ${index}`)).join('\n\n');
        const [mine, theirs] = [textOf((changer) => changer === 'mine'), textOf((changer) => changer === 'theirs')];
        const both = textOf((changer) => changer !== 'nobody');
        expect(
          merge(
            textOf(() => false),
            mine,
            theirs,
          ),
        ).toEqual({ text: both, overlaps: 0 });
      }),
      settings,
    );
  });

  it('reports overlaps symmetrically', () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, mine, theirs) => {
        expect(merge(before, mine, theirs).overlaps > 0).toBe(merge(before, theirs, mine).overlaps > 0);
      }),
      settings,
    );
  });
});

function withInserts(text: string, places: number[], name: string): string {
  const lines = text.split('\n');
  places.forEach((place, index) => {
    lines.splice(place % (lines.length + 1), 0, `${name} ${index}`);
  });
  return lines.join('\n');
}
