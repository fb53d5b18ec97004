import { describe, expect, it } from 'vitest';
import { edited, replaced } from '../../../src/domain/text/passage/change.ts';
import { appendedTo } from '../../../src/domain/text/passage/edit.ts';
import type { ServiceError } from '../../../src/errors.ts';
import fc from '../../support/fast-check.ts';

const text = 'One came late.\n\nTwo waited.\nThree left, and three came back.';

async function faults(edits: { old: string; new: string }[]): Promise<{ path: string; message: string }[]> {
  try {
    await edited(text, edits);
  } catch (error) {
    return (error as ServiceError).details?.issues as never;
  }
  throw new Error('The edits were made.');
}

describe('edits', () => {
  it('are all made in the text as it was, in any order', async () => {
    const made = await edited(text, [
      { old: 'Three left', new: 'Two left' },
      { old: 'One', new: 'Nobody' },
      { old: 'Two waited', new: 'One waited' },
    ]);
    expect(made.text).toBe('Nobody came late.\n\nOne waited.\nTwo left, and three came back.');
    expect(made.changes).toEqual([
      { line: 1, before: 'One came late.', after: 'Nobody came late.' },
      { line: 3, before: 'Two waited.', after: 'One waited.' },
      { line: 4, before: 'Three left, and three came back.', after: 'Two left, and three came back.' },
    ]);
  });

  it('join and divide lines', async () => {
    const made = await edited(text, [
      { old: 'late.\n\nTwo', new: 'late, and two' },
      { old: 'left, and', new: 'left.\nThen' },
    ]);
    expect(made.changes).toEqual([
      { line: 1, before: 'One came late.\n\nTwo waited.', after: 'One came late, and two waited.' },
      { line: 2, before: 'Three left, and three came back.', after: 'Three left.\nThen three came back.' },
    ]);
  });

  it.each([
    ['stays where the edit has the same', 'waited. \n“Go,” she', ' "Go," she ', ' "Go," he ', 'waited. \n“Go,” he'],
    ['changes where the edit changes it', 'He left. “Go,” she', ' "Go,"', '\n\n"Go,"', 'He left.\n\n“Go,” she'],
    ['goes where the edit takes it away', 'He left. “Go,” she', ' "Go,"', '"Go,"', 'He left.“Go,” she'],
    ['goes with a passage that is deleted', 'He left.\n\n“Go,” she', ' "Go," ', '', 'He left.she'],
  ])('white space at the ends of a passage %s', async (_what, given, old, now, made) =>
    expect((await edited(given, [{ old, new: now }])).text).toBe(made),
  );

  const four = 'Alpha.\n\nBeta.\n\nGamma.\n\nDelta.\n';

  it.each([
    ['the first', ['Alpha.'], 'Beta.\n\nGamma.\n\nDelta.\n'],
    ['one within', ['Beta.'], 'Alpha.\n\nGamma.\n\nDelta.\n'],
    ['the last', ['Delta.'], 'Alpha.\n\nBeta.\n\nGamma.\n'],
    ['the first and the last', ['Alpha.', 'Delta.'], 'Beta.\n\nGamma.\n'],
    ['the first two', ['Alpha.', 'Beta.'], 'Gamma.\n\nDelta.\n'],
    ['the last two', ['Gamma.', 'Delta.'], 'Alpha.\n\nBeta.\n'],
    ['two within', ['Beta.', 'Gamma.'], 'Alpha.\n\nDelta.\n'],
    ['two at once', ['Beta.\n\nGamma.'], 'Alpha.\n\nDelta.\n'],
    ['two apart', ['Alpha.', 'Gamma.'], 'Beta.\n\nDelta.\n'],
    ['all but one', ['Alpha.', 'Beta.', 'Delta.'], 'Gamma.\n'],
    ['one with the separator behind it', ['Beta.\n\n'], 'Alpha.\n\nGamma.\n\nDelta.\n'],
    ['one with the separator before it', ['\n\nBeta.'], 'Alpha.\n\nGamma.\n\nDelta.\n'],
    ['one with a part of a separator', ['\nBeta.'], 'Alpha.\n\nGamma.\n\nDelta.\n'],
    ['one with both separators', ['\n\nBeta.\n\n'], 'Alpha.\n\nGamma.\n\nDelta.\n'],
    ['no whole one', ['eta.'], 'Alpha.\n\nB\n\nGamma.\n\nDelta.\n'],
  ])('that remove paragraphs leave no gap: %s', async (_what, removed, made) => {
    expect(
      (
        await edited(
          four,
          removed.map((old) => ({ old, new: '' })),
        )
      ).text,
    ).toBe(made);
    expect(
      (
        await edited(
          four,
          removed.map((old) => ({ old, new: ' ' })),
        )
      ).text,
    ).toBe(removed[0] === 'eta.' ? made.replace('B', 'B ') : made);
  });

  it.each([
    ['with blank lines of several kinds', 'One.\n \n\nTwo.\n\t\nThree.', 'Two.', 'One.\n \n\nThree.'],
    ['in a quote of the text', 'One.\n\n> Two.\n\nThree.', '> Two.', 'One.\n\nThree.'],
    ['with an indent', 'One.\n\n    Two.\n\nThree.', 'Two.', 'One.\n\nThree.'],
    ['a scene break', 'One.\n\n***\n\nThree.', '***', 'One.\n\nThree.'],
    ['a code fence with blank lines', 'One.\n\n```\na\n\nb\n```\n\nThree.', '```\na\n\nb\n```', 'One.\n\nThree.'],
    ['the only one', 'One.', 'One.', ''],
    ['beside a changed one', 'One.\n\nTwo.\n\nThree.', 'Two.', 'One.\n\nThree.'],
  ])('that remove a paragraph leave no gap: %s', async (_what, text, old, made) =>
    expect((await edited(text, [{ old, new: '' }])).text).toBe(made),
  );

  it('are refused where long passages of a repetitive text cost too much', async () => {
    const hostile = 'a'.repeat(400_000);
    const old = `${'a'.repeat(15_000)}b${'a'.repeat(14_000)}`;
    try {
      await edited(
        hostile,
        Array.from({ length: 100 }, () => ({ old, new: '' })),
      );
    } catch (error) {
      return expect((error as ServiceError).message).toContain('repeats itself too often');
    }
    throw new Error('The edits were made.');
  });

  it('name each that is not found once, with what to send', async () => {
    expect(
      await faults([
        { old: 'three', new: '3' },
        { old: 'One came early.', new: '' },
        { old: 'e', new: '' },
      ]),
    ).toEqual([
      {
        path: 'edits[1].old',
        message: expect.stringMatching(/^is not in the text\. The nearest is “One came late\.”\. Send/),
      },
      {
        path: 'edits[2].old',
        message: expect.stringMatching(/^is in the text \d+ times, such as “.*” and “.*”\. Send more/),
      },
    ]);
  });

  it('may touch, and not overlap', async () => {
    expect(
      (
        await edited(text, [
          { old: 'One ', new: 'A ' },
          { old: 'came late', new: 'sat' },
        ])
      ).text,
    ).toContain('A sat.');
    expect(
      await faults([
        { old: 'came late', new: '' },
        { old: 'One came', new: '' },
      ]),
    ).toEqual([{ path: 'edits[1].old', message: expect.stringContaining('overlaps the passage of edits[0]') }]);
  });

  it('have changed lines that turn the text before into the text after', () => {
    const lines = fc.array(fc.stringMatching(/^[ab ]{0,6}$/), { minLength: 1, maxLength: 8 });
    const cuts = fc.uniqueArray(fc.nat(60), { minLength: 2, maxLength: 8 });
    const pieces = fc.array(fc.stringMatching(/^[xy\n]{0,4}$/), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(lines, cuts, pieces, (given, places, texts) => {
        const before = given.join('\n');
        const at = [...new Set(places.map((place) => place % (before.length + 1)))].sort((a, b) => a - b);
        const passages = at.flatMap((start, index) =>
          index % 2 === 0 && at[index + 1] !== undefined
            ? [{ start, end: at[index + 1] ?? start, text: texts[(index / 2) % texts.length] ?? '' }]
            : [],
        );
        const { text: after, changes } = replaced(before, passages);
        const present = after.split('\n');
        for (const { line, before: was, after: is } of changes.toReversed()) {
          const count = is.split('\n').length;
          expect(present.slice(line - 1, line - 1 + count).join('\n')).toBe(is);
          present.splice(line - 1, count, ...was.split('\n'));
        }
        expect(present.join('\n')).toBe(before);
      }),
    );
  });
});

describe('text that is appended', () => {
  it.each([
    ['', 'Snow.', 'Snow.', 1],
    ['Rain.', 'Snow.', 'Rain.\n\nSnow.', 3],
    ['Rain.\n\n\n', 'Snow.', 'Rain.\n\nSnow.', 3],
  ])('to %j begins a paragraph', (former, more, whole, line) => {
    expect(appendedTo(former, more)).toEqual({ text: whole, changes: [{ line, before: '', after: more }] });
  });
});

describe('the lines of changes that touch', () => {
  it('have the words of both', async () => {
    const edits = [
      { old: 'One.\n', new: 'X' },
      { old: 'Two.', new: '' },
    ];
    const changes = [{ line: 1, before: 'One.\n\nTwo.', after: 'X' }];
    expect(await edited('One.\n\nTwo.', edits)).toEqual({ text: 'X', changes });
  });

  it('are told once', async () => {
    const edits = [
      { old: 'One.\n', new: 'X\n' },
      { old: '\nTwo.', new: '\nY.' },
    ];
    expect((await edited('One.\n\nTwo.', edits)).changes).toHaveLength(1);
  });
});
