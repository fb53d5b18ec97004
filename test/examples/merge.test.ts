import { describe, expect, it } from 'vitest';
import { merge } from '../../examples/editor/merge.ts';
import fc from '../support/fast-check.ts';

const settings = { numRuns: 300 };

const base = 'One.\n\nTwo.\n\nThree.';

describe('merging two versions of a text', () => {
  it.each([
    ['nobody changed anything', base, base, base],
    ['only mine changed', 'One!\n\nTwo.\n\nThree.', base, 'One!\n\nTwo.\n\nThree.'],
    ['only theirs changed', base, 'One.\n\nTwo.\n\nThree!', 'One.\n\nTwo.\n\nThree!'],
    ['both changed other paragraphs', 'One!\n\nTwo.\n\nThree.', 'One.\n\nTwo.\n\nThree!', 'One!\n\nTwo.\n\nThree!'],
    ['both made the same change', 'One.\n\n2.\n\nThree.', 'One.\n\n2.\n\nThree.', 'One.\n\n2.\n\nThree.'],
    [
      'mine adds at the end, theirs changes the last paragraph',
      `${base}\n\nFour.`,
      'One.\n\nTwo.\n\n3.',
      'One.\n\nTwo.\n\n3.\n\nFour.',
    ],
    [
      'mine adds before what theirs takes out',
      'Zero.\n\nOne.\n\nTwo.\n\nThree.',
      'One.\n\nThree.',
      'Zero.\n\nOne.\n\nThree.',
    ],
  ])('takes both where %s', (_what, mine, theirs, text) => {
    expect(merge(base, mine, theirs)).toEqual({ text, overlaps: 0 });
  });

  it.each([
    ['mine', 'One.\n\nTwo of mine.\n\nThree.'],
    ['theirs', 'One.\n\nTwo of theirs.\n\nThree.'],
    ['both', 'One.\n\nTwo of mine.\n\nTwo of theirs.\n\nThree.'],
  ] as const)('asks where both changed one paragraph, and then does as chosen: %s', (choice, text) => {
    const [mine, theirs] = ['One.\n\nTwo of mine.\n\nThree.', 'One.\n\nTwo of theirs.\n\nThree.'];
    expect(merge(base, mine, theirs).overlaps).toBe(1);
    expect(merge(base, mine, theirs, choice)).toEqual({ text, overlaps: 1 });
  });

  it('takes a change beside an overlap whatever is chosen', () => {
    const [mine, theirs] = ['Mine.\n\nTwo.\n\nThree.', 'Theirs.\n\nTwo.\n\nThree!'];
    expect(merge(base, mine, theirs, 'mine').text).toBe('Mine.\n\nTwo.\n\nThree!');
  });

  it('asks where one changed what the other took out', () => {
    expect(merge(base, 'One.\n\nThree.', 'One.\n\nTwo!\n\nThree.').overlaps).toBe(1);
  });

  it('holds long texts that have nothing in common against each other within its bounds', () => {
    const lines = (name: string) => Array.from({ length: 5_000 }, (_, index) => `${name} ${index}`).join('\n');
    expect(merge(lines('base'), lines('mine'), lines('base'))).toEqual({ text: lines('mine'), overlaps: 0 });
    expect(merge(lines('base'), lines('mine'), lines('theirs')).overlaps).toBe(1);
  });
});

const words = fc.constantFrom('a', 'b', 'c', 'd', '');
const texts = fc.array(words, { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('merging any texts', () => {
  it('is what the one changed where the other changed nothing', () => {
    fc.assert(
      fc.property(texts, texts, (before, changed) => {
        expect(merge(before, changed, before)).toEqual({ text: changed, overlaps: 0 });
        expect(merge(before, before, changed)).toEqual({ text: changed, overlaps: 0 });
        expect(merge(before, changed, changed)).toEqual({ text: changed, overlaps: 0 });
      }),
      settings,
    );
  });

  it('loses nothing that either side put in, where nothing overlaps or both are kept', () => {
    // Names that stand nowhere else, so that each can be looked for.
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

  it('takes both sides’ changes of different paragraphs', () => {
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

  it('has the overlaps the other way round alike', () => {
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
