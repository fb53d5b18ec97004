import { describe, expect, it } from 'vitest';
import { diffTexts, withContext } from '../../src/domain/text/comparison/diff.ts';
import { type DiffPart, markedText } from '../../src/domain/text/comparison/rules.ts';
import fc, { codePoint } from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';

const joined = (parts: readonly DiffPart[], without: DiffPart['kind']) =>
  parts.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('');
const words = (parts: readonly DiffPart[], ...kinds: DiffPart['kind'][]) =>
  parts.reduce((sum, part) => sum + (kinds.includes(part.kind) ? part.words : 0), 0);
const kindsAndTexts = (parts: readonly DiffPart[]) => parts.map(({ kind, text }) => [kind, text]);
const changes = (parts: readonly DiffPart[]) => parts.filter(({ kind }) => kind === 'insert' || kind === 'delete');

describe('the diff of two texts (contract 5)', () => {
  it.each([
    ['two empty texts', '', '', []],
    ['equal texts', 'Rain.\n', 'Rain.\n', [['equal', 'Rain.\n']]],
    ['a new text', '', 'Rain.', [['insert', 'Rain.']]],
    ['an emptied text', 'Rain.', '', [['delete', 'Rain.']]],
    [
      'a changed word',
      'The ferry came late.\n\nRain.',
      'The ferry came early.\n\nRain.',
      [
        ['equal', 'The ferry came '],
        ['delete', 'late'],
        ['insert', 'early'],
        ['equal', '.\n\nRain.'],
      ],
    ],
    [
      'adjacent changed words as one change',
      'a red big lamp',
      'a blue small lamp',
      [
        ['equal', 'a '],
        ['delete', 'red big'],
        ['insert', 'blue small'],
        ['equal', ' lamp'],
      ],
    ],
    [
      'a deleted paragraph',
      'One.\n\nTwo.\n\nThree.',
      'One.\n\nThree.',
      [
        ['equal', 'One.\n\n'],
        ['delete', 'Two.\n\n'],
        ['equal', 'Three.'],
      ],
    ],
  ])('describes %s', (_what, before, after, expected) => {
    expect(kindsAndTexts(diffTexts(before, after, 'en'))).toEqual(expected);
  });

  it('finds words in scripts without spaces', () => {
    expect(changes(diffTexts('吾輩は猫である。', '吾輩は犬である。', 'ja')).map(({ text }) => text)).toEqual([
      '猫',
      '犬',
    ]);
  });

  const vocabulary = fc.constantFrom(
    'rain',
    'lamp',
    'sea',
    ' ',
    ' ',
    '. ',
    '\n',
    '\n\n',
    '🌊',
    '漢字',
    'e\u0301',
    '\r\n',
  );
  const text = fc.oneof(
    fc.array(vocabulary, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string({ unit: codePoint, maxLength: 40 }),
  );
  it('reconstructs both texts, with merged parts and deletions first', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffTexts(before, after, 'en');
        expect(joined(parts, 'insert')).toBe(before);
        expect(joined(parts, 'delete')).toBe(after);
        parts.forEach(({ kind, text }, index) => {
          expect(text).not.toBe('');
          const next = parts[index + 1]?.kind;
          expect(next).not.toBe(kind);
          if (kind === 'insert') expect(next).not.toBe('delete');
        });
      }),
      { numRuns: proof(100, 2_000) },
    );
  });

  it('keeps all changes and word counts when equal text is shortened', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 5 }), (before, after, context) => {
        const parts = diffTexts(before, after, 'en');
        const shortened = withContext(parts, context, 'en');
        expect(changes(shortened)).toEqual(changes(parts));
        expect(words(shortened, 'equal', 'gap')).toBe(words(parts, 'equal'));
        for (const { kind, words } of shortened) if (kind === 'equal') expect(words).toBeLessThanOrEqual(context * 2);
      }),
      { numRuns: proof(100, 2_000) },
    );
  });

  const long = (word: string, between: string) =>
    Array.from({ length: 400_000 / 8 }, (_, n) => `${word}${String(n).padStart(6, '0')}`.concat(between)).join('');
  it.each([
    ['one paragraph', ' '],
    ['lines of one word', '\n'],
  ])('replaces two unrelated texts of 400,000 characters as a whole, in %s', (_what, between) => {
    const [before, after] = [long('a', between), long('b', between)];
    const parts = diffTexts(before, after, 'en');
    expect(parts.map(({ kind, words }) => [kind, words])).toEqual([
      ['delete', 50_000],
      ['insert', 50_000],
    ]);
    expect(joined(parts, 'insert') === before && joined(parts, 'delete') === after).toBe(true);
  });

  it('still finds unchanged words when nearly every paragraph has changed', () => {
    const paragraphs = (edit: (n: number) => string) =>
      Array.from({ length: 2000 }, (_, n) => `Here the ${edit(n)} of scene${n} and more${n} words are.\n\n`).join('');
    const parts = diffTexts(
      paragraphs((n) => `lamp${n} light`),
      paragraphs((n) => `lamp${n} ${n % 50 ? 'fog' : 'light'}`),
      'en',
    );
    expect([words(parts, 'insert'), words(parts, 'delete')]).toEqual([1960, 1960]);
  });

  it('is marked text for agents, truncated at a limit', () => {
    const parts = withContext(diffTexts('a b c d e f g h', 'a b c d e f g X', 'en'), 2, 'en');
    expect(markedText(parts, 1, 1)).toBe('1 words added, 1 removed.\n\n [… 5 words …]  f g [-h-]{+X+}');
    const cut = markedText([{ kind: 'insert', text: 'x'.repeat(50_000), words: 1 }], 1, 0);
    expect(cut.length).toBeLessThan(20_200);
    expect(cut).toContain('Cut after 20000 of');
  });
});
