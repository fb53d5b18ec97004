import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '../../src/domain/prompt/prompt.ts';
import { inputFor, type SampleBook } from '../books/book.ts';
import { kontor } from '../books/kontor.ts';
import { marches } from '../books/marches.ts';
import { pilot } from '../books/pilot.ts';

const people = (book: SampleBook, order: number) => assemblePrompt(inputFor(book, order, () => 1)).participants.sort();

describe.each([
  ['a thriller in the first person', pilot],
  ['a fantasy with three viewpoints', marches],
  ['a German novel', kontor],
])('the people in each chapter of %s', (_what, book) => {
  it.each(book.chapters.map((chapter, index) => [index + 1, chapter.title, chapter] as const))(
    'are the right ones: %i. %s',
    (order, _title, chapter) => {
      expect(people(book, order)).toEqual([...chapter.people].sort());
    },
  );
});

describe('the one through whom a chapter is told', () => {
  const promptOf = (change: object, plan: object = {}, personLock: 'first' | null = null) => {
    const input = inputFor(pilot, 5, () => 1);
    const chapters = input.chapters.map((one) =>
      one.order === 5 ? { ...one, summary: 'Voll waits.', ...change } : one,
    );
    const style = { ...input.style, personLock };
    return assemblePrompt({ ...input, chapters, style, plan: { ...input.plan, ...plan } });
  };

  it.each([
    ['the narrator of the plan', {}, {}, null, ['anders', 'celia']],
    ['the narrator of the style', {}, { povLock: null }, 'first' as const, ['anders', 'celia']],
    ['nobody, where the chapter has another person', { person: 'third' }, {}, null, ['anders']],
    ['nobody of whom it only speaks', { mentionedIds: ['celia'] }, {}, null, ['anders']],
    [
      'the chapter’s own, whatever else it says',
      { povCharacterId: 'rose', mentionedIds: ['rose'] },
      {},
      null,
      ['anders', 'rose'],
    ],
  ])('is %s', (_who, change, plan, lock, expected) => {
    expect(promptOf(change, plan, lock).participants.sort()).toEqual(expected);
  });

  it('is nobody who is only spoken of, also if nobody else is there', () => {
    const third = { povLock: 'third-limited' };
    expect(promptOf({ title: 'Fog', summary: 'Rain.', mentionedIds: ['celia'] }, third).participants).toEqual([]);
    expect(promptOf({ title: 'Fog', summary: 'Rain.' }, third).participants).toEqual(['celia']);
  });
});
