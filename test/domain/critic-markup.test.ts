import fc from 'fast-check';
import { expect, it } from 'vitest';
import { marksOf } from '../../src/domain/leaving/port/export/marks.ts';
import { criticText } from '../../src/domain/leaving/port/export/write-critic.ts';
import { replaced } from '../../src/domain/text/passage/change.ts';

const piece = fc.constantFrom('sea ', 'wind', ' old', '. ', '\n\n', '*', '{++', '++}', '~>', '--}', '{', '😀 ', 'é');
const prose = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));

/** What a reader of CriticMarkup makes of a text: the accepted and the declined one, without comments. */
function read(text: string): { accepted: string; declined: string } {
  let [accepted, declined] = ['', ''];
  const mark =
    /\\[\s\S]|\{\+\+((?:\\[\s\S]|[\s\S])*?)\+\+\}|\{--((?:\\[\s\S]|[\s\S])*?)--\}|\{~~((?:\\[\s\S]|[\s\S])*?)~>((?:\\[\s\S]|[\s\S])*?)~~\}|\{>>(?:\\[\s\S]|[\s\S])*?<<\}|[\s\S]/gu;
  for (const [whole, added, deleted, former, present] of text.matchAll(mark)) {
    if (added !== undefined) accepted += added;
    else if (deleted !== undefined) declined += deleted;
    else if (former !== undefined) [accepted, declined] = [accepted + present, declined + former];
    else if (!whole.startsWith('{>>')) [accepted, declined] = [accepted + whole, declined + whole];
  }
  return { accepted: unescaped(accepted), declined: unescaped(declined) };
}

/** Texts are compared without backslashes before the signs of marks. */
const unescaped = (text: string) => text.replace(/\\(?=[{}>])/g, '');

it('CriticMarkup of proposals is the text if they are declined, and the replaced one if they are accepted', () => {
  const edit = fc.tuple(
    fc.nat(30),
    fc.integer({ min: 1, max: 12 }),
    prose,
    fc.constantFrom('', 'Too {--long--}.\nReally.'),
  );
  fc.assert(
    fc.property(prose, fc.array(edit, { maxLength: 4 }), (content, edits) => {
      const points = Array.from(content);
      const unitOf = (point: number) => points.slice(0, point).join('').length;
      let from = 0;
      const proposals = edits.flatMap(([gap, length, replacement, reason]) => {
        const [start, end] = [from + gap, Math.min(points.length, from + gap + length)];
        // Blanks alone are accepted as a removal, and shown as they are.
        if (replacement !== '' && replacement.trim() === '') return [];
        if (end <= start || points.slice(start, end).join('') === replacement) return [];
        from = end;
        const made = { chapterId: 'ch_1', alternatives: [], authorKind: 'person' as const, createdAt: new Date(0) };
        return [{ ...made, start, end, replacement, reason }];
      });
      const made = proposals.map(({ start, end, replacement }) => ({
        start: unitOf(start),
        end: unitOf(end),
        text: replacement,
      }));
      const accepted = replaced(content, made).text;
      const text = criticText(content, marksOf({ proposals, notes: [] }, content, 'en'));
      expect(read(text)).toEqual({ accepted: unescaped(accepted), declined: unescaped(content) });
    }),
    { numRuns: 1_000 },
  );
});

it('CriticMarkup of a text leaves signs that are escaped already', () => {
  expect(criticText('It \\{++rained++}. {++Snow++}', { proposals: [], remarks: [] })).toBe(
    'It \\{++rained++}. \\{++Snow++}',
  );
});
