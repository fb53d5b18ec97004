import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '../../src/domain/calls/prompt/prompt.ts';
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
    ['the same in a chapter with another person', { person: 'third' }, {}, null, ['anders', 'celia']],
    ['the only viewpoint character in the third person', {}, { povLock: 'third-limited' }, null, ['anders', 'celia']],
    ['the same where nothing is locked', {}, { povLock: null }, null, ['anders', 'celia']],
    ['nobody of the cast, if the book has a narrator', {}, { povLock: 'third-omniscient' }, null, ['anders']],
    ['nobody of the cast, if it is told by a camera', {}, { povLock: ' Third-Objective ' }, null, ['anders']],
    [
      'somebody again in a chapter of that book with a person',
      { person: 'first' },
      { povLock: 'third-objective' },
      null,
      ['anders', 'celia'],
    ],
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

  const userText = ({ messages }: { messages: { content: string }[] }) => messages.at(-1)?.content ?? '';

  it('is told in the chapter, beside the ending of the chapter before, and in the task', () => {
    const text = userText(promptOf({ title: 'Fog', summary: 'Rain.' }, { povLock: 'third-limited' }));
    expect(text).toMatch(/<this_chapter>[\s\S]*<told_through>Celia Harrow<\/told_through>[\s\S]*<\/this_chapter>/);
    expect(text).toMatch(/<previous_ending>\n<of>4\. [^\n]* <told_through>Celia Harrow<\/told_through>/);
    expect(text).toMatch(/told through <told_through>Celia Harrow<\/told_through>, third person/);
    expect(text).not.toContain('<may_tell>');
  });

  it('is open with several viewpoint characters: preview and task say so, and name whom the writer may choose', () => {
    const input = inputFor(marches, 5, () => 1);
    const openWith = (change: object, more: object = {}) => {
      const chapters = input.chapters.map((one) =>
        one.order === 5
          ? { ...one, povCharacterId: null, title: 'Fog', summary: 'Rain.', notes: '', participantIds: [], ...change }
          : one,
      );
      return assemblePrompt({ ...input, chapters, ...more });
    };
    const all = openWith({});
    expect(userText(all)).toContain('<may_tell>Rhea Quist · Osric Fenn · Old Maud</may_tell>');
    expect(userText(all)).toContain('Tell it through one of those in <may_tell>: choose one before you begin');
    expect(all.manifest.find(({ kind }) => kind === 'viewpoint')).toMatchObject({
      status: 'omitted',
      reason: expect.stringMatching(/^it is open .* `povCharacterId`/),
    });
    expect(userText(openWith({ mentionedIds: ['maud'] }))).toContain('<may_tell>Rhea Quist · Osric Fenn</may_tell>');
    expect(userText(openWith({ summary: 'Osric and Maud wait.' }))).toContain('<may_tell>Osric Fenn · Old Maud<');
    const going = userText(openWith({}, { ownText: 'Rain fell.' }));
    expect(going).toContain('Keep to the one person through whom it is told so far.');
    expect(going).not.toContain('Tell it through one');
    const again = userText(openWith({}, { presentText: 'Rain fell.', instructions: 'Tighten.' }));
    expect(again).toContain('Keep the person through whom it is told, unless the request names another.');
    const settled = openWith({ povCharacterId: 'osric' });
    expect(userText(settled)).not.toContain('may_tell');
    expect(settled.manifest.filter(({ kind, status }) => kind === 'viewpoint' && status === 'omitted')).toEqual([]);
  });

  it('is nobody who is only spoken of, also if nobody else is there', () => {
    const third = { povLock: 'third-limited' };
    expect(promptOf({ title: 'Fog', summary: 'Rain.', mentionedIds: ['celia'] }, third).participants).toEqual([]);
    expect(promptOf({ title: 'Fog', summary: 'Rain.' }, third).participants).toEqual(['celia']);
    expect(promptOf({ title: 'Fog', summary: 'Rain.' }, { povLock: 'third-objective' }).participants).toEqual([
      'celia',
    ]);
  });
});
