import { describe, expect, it } from 'vitest';
import { completeParts } from '../../src/domain/making/outline/cut-reply.ts';
import fc from '../support/fast-check.ts';

const chapters = Array.from({ length: 6 }, (_, n) => ({
  title: `The "${n}th" {page}`,
  summary: 'He said: "no], not }yet" \\\\ and left.',
  participants: ['Odile', 'Pim'],
}));
const outline = JSON.stringify({ title: 'Tide', chapters });

describe('a JSON reply that was cut for length', () => {
  it('keeps exactly its complete chapters, wherever it was cut', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: outline.length }),
        fc.constantFrom('', '```json\n', 'Here: '),
        (at, before) => {
          const cut = outline.slice(0, at);
          const complete = chapters.filter(
            (_, n) => cut.length >= outline.indexOf(JSON.stringify(chapters[n])) + JSON.stringify(chapters[n]).length,
          );
          const expected = complete.length === 0 ? undefined : { title: 'Tide', chapters: complete };
          expect(completeParts(before + cut)).toEqual(expected);
        },
      ),
    );
  });

  it('keeps the complete members of an object', () => {
    const grade = { beats: { score: 70, findings: [{ fix: 'a' }] }, cause: { score: 60, findings: [] } };
    const cut = JSON.stringify(grade).slice(0, -4);
    expect(completeParts(cut)).toEqual({ beats: grade.beats });
  });

  it('without a complete part gives nothing', () => {
    for (const text of ['', 'No.', '{', '{"chapters": [{"title": "a', '{"chapters": []', '{]}'])
      expect(completeParts(text)).toBeUndefined();
  });
});
