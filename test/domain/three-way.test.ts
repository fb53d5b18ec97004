import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedWords } from '../../src/domain/text/comparison/diff.ts';
import { combineTexts } from '../../src/domain/text/merging/combine.ts';
import { mergedThreeWay } from '../../src/prose/three-way.ts';

const merge = (base: string, mine: string, theirs: string) =>
  mergedThreeWay(base, mine, theirs, (text) => comparedWords(text, 'en'), 1_000_000);

/** The merged text; undefined if there are conflicts. */
function textOf(...texts: [base: string, mine: string, theirs: string]): string | undefined {
  const parts = merge(...texts);
  return parts.some(({ conflict }) => conflict) ? undefined : parts.map(({ text }) => text).join('');
}

const conflictsOf = (...texts: [string, string, string]) => merge(...texts).flatMap(({ conflict }) => conflict ?? []);

describe('two changes of one text', () => {
  it.each([
    [
      'of different words',
      'The ferry came late.',
      'The boat came late.',
      'The ferry came early.',
      'The boat came early.',
    ],
    ['of neighbouring words', 'a quick brown fox', 'a slow brown fox', 'a quick red fox', 'a slow red fox'],
    ['that are equal', 'The ferry came.', 'The boat came.', 'The boat came.', 'The boat came.'],
    ['one of which has the other', 'One. Two.', 'One! Two.', 'One! Two. Three.', 'One! Two. Three.'],
    ['with a paragraph before a changed one', 'A.\n\nB c.', 'A.\n\nNew.\n\nB c.', 'A.\n\nB d.', 'A.\n\nNew.\n\nB d.'],
    ['with paragraphs at both ends', 'One.\n\n', 'Zero.\n\nOne.\n\n', 'One.\n\nTwo.', 'Zero.\n\nOne.\n\nTwo.'],
    ['the same word more', 'ha ha ho. End.', 'ha ha ha ho. End.', 'ha ha ha ho. End!', 'ha ha ha ho. End!'],
    ['a deleted paragraph beside a changed one', 'A.\n\nB.\n\nC d.', 'A.\n\nC d.', 'A.\n\nB.\n\nC e.', 'A.\n\nC e.'],
    [
      'in a script without blanks',
      '船来晚了。天黑了。',
      '船来早了。天黑了。',
      '船来晚了。天亮了。',
      '船来早了。天亮了。',
    ],
  ])('%s are made both', (_what, base, mine, theirs, merged) => {
    expect(textOf(base, mine, theirs)).toBe(merged);
    expect(textOf(base, theirs, mine)).toBe(merged);
  });

  it.each([
    [
      'of the same word',
      'The ferry came.',
      'The boat came.',
      'The ship came.',
      { base: 'ferry', mine: 'boat', theirs: 'ship' },
    ],
    [
      'a deletion and a change',
      'One two three.',
      'One three.',
      'One 2 three.',
      { base: 'two ', mine: '', theirs: '2 ' },
    ],
    [
      'two insertions at one place',
      'One. Two.',
      'One. A. Two.',
      'One. B. Two.',
      { base: '', mine: 'A. ', theirs: 'B. ' },
    ],
    [
      'two paragraphs at one place',
      'A.\n\nB.',
      'A.\n\nX.\n\nB.',
      'A.\n\nY.\n\nB.',
      { base: '', mine: 'X.\n\n', theirs: 'Y.\n\n' },
    ],
  ])('%s are a conflict', (_what, base, mine, theirs, conflict) => {
    expect(conflictsOf(base, mine, theirs)).toEqual([conflict]);
  });

  it('are answered whole, whatever conflicts', () => {
    const [mine, theirs] = ['A boat came. It rained. End.', 'A ship came. It snowed! End.'];
    const parts = merge('A ferry came. It poured. End.', mine, theirs);
    const chosen = (side: 'mine' | 'theirs') => parts.map(({ text, conflict }) => text ?? conflict?.[side]).join('');
    expect([chosen('mine'), chosen('theirs')]).toEqual([mine, theirs]);
  });
});

describe('merging', () => {
  // Few words, so that changes often meet, and repeat what is beside them.
  const piece = fc.constantFrom('a ', 'b ', 'c ', 'd', '. ', '\n\n', 'é', '😀');
  const prose = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  const options = { numRuns: 2_000 };

  it('with an unchanged side gives the other', () => {
    fc.assert(
      fc.property(prose, prose, (base, other) => {
        expect(textOf(base, other, base)).toBe(other);
        expect(textOf(base, base, other)).toBe(other);
        expect(textOf(base, other, other)).toBe(other);
      }),
      options,
    );
  });

  it('is the same from both sides', () => {
    fc.assert(
      fc.property(prose, prose, prose, (base, mine, theirs) => {
        const turned = merge(base, theirs, mine).map(({ text, conflict }) => ({
          text,
          conflict: conflict && { base: conflict.base, mine: conflict.theirs, theirs: conflict.mine },
        }));
        expect(turned).toEqual(merge(base, mine, theirs));
      }),
      options,
    );
  });

  it('with a text that has one’s own changes and a new word gives that text, or a conflict', () => {
    const words = fc.array(fc.constantFrom(...'the a sea wind was is cold old and Mara'.split(' ')), { maxLength: 24 });
    const joint = fc.constantFrom(' ', ', ', '. ', '.\n\n');
    fc.assert(
      fc.property(words, words, joint, fc.nat(24), (base, mine, between, at) => {
        const theirs = mine.toSpliced(at, 0, 'new').join(between);
        expect([undefined, theirs]).toContain(textOf(base.join(between), mine.join(between), theirs));
      }),
      options,
    );
  });

  it('of changes in different paragraphs has both', () => {
    const paragraph = fc.array(fc.constantFrom('sun', 'moon', 'sea', 'wind', 'snow'), { minLength: 1, maxLength: 6 });
    const written = paragraph.map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(written, { minLength: 2, maxLength: 6 }), written, written, (paragraphs, first, last) => {
        const numbered = paragraphs.map((text, index) => `${index} ${text} ${index}`);
        const whole = (changes: Record<number, string>) =>
          numbered.map((text, index) => changes[index] ?? text).join('\n\n');
        const end = numbered.length - 1;
        const [one, other] = [`0 ${first} 0`, `${end} ${last} ${end}`];
        expect(textOf(whole({}), whole({ 0: one }), whole({ [end]: other }))).toBe(whole({ 0: one, [end]: other }));
      }),
      options,
    );
  });
});

describe('texts of other spellings', () => {
  const base = 'L’été, Zoé dîna à Besançon. 각자 갔다. Où était Élise ?';
  const forms = ['NFC', 'NFD'] as const;
  const cases = forms.flatMap((a) => forms.flatMap((b) => forms.map((c) => [a, b, c] as const)));

  it.each(cases)('merge: base %s, mine %s, theirs %s', (ofBase, ofMine, ofTheirs) => {
    const [mine, theirs] = [base.replace('dîna', 'soupa'), base.replace('Élise', 'Ève')];
    const merged = textOf(base.normalize(ofBase), mine.normalize(ofMine), theirs.normalize(ofTheirs));
    // What others did not change stays as the present text has it.
    expect(merged).toBe(theirs.replace('dîna', 'soupa').normalize(ofTheirs));
    expect(textOf(base.normalize(ofBase), base.normalize(ofMine), theirs.normalize(ofTheirs))).toBe(
      theirs.normalize(ofTheirs),
    );
    expect(textOf(base.normalize(ofBase), mine.normalize(ofMine), base.normalize(ofTheirs))).toBe(
      mine.normalize(ofTheirs),
    );
    expect(
      conflictsOf(base.normalize(ofBase), mine.normalize(ofMine), base.replace('dîna', 'mangea').normalize(ofTheirs)),
    ).toHaveLength(1);
  });
});

describe('conflicts of a merge', () => {
  it('begin in the line that they have with the present words', () => {
    const base = 'The ferry came late.\n\nNobody was on the quay.\n\nThe lamp was out.';
    const mine = base.replace('came late', 'sank.\n\nIt rained').replace('out', 'lit');
    const theirs = base.replace('came late', 'never came').replace('out', 'gone');
    const parts = combineTexts({ base, mine, theirs, language: 'en' });
    expect(parts.flatMap(({ conflict }) => conflict?.line ?? [])).toEqual([1, 5]);
  });
});
