import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '../../src/domain/calls/prompt/prompt.ts';
import { asOf, CastByChapter, isThereAt, placed, statusAt, thereAt } from '../../src/domain/story/names/as-of.ts';
import { inputFor } from '../books/book.ts';
import { pilot } from '../books/pilot.ts';

const chapters = ['one', 'two', 'three', 'four'].map((id, at) => ({ id, order: at + 1 }));
const since = (is: 'alive' | 'dead' | 'away', fromChapterId: string | null) => ({ is, fromChapterId });

describe('a character as of a chapter', () => {
  const [member] = placed(
    [
      {
        id: 'hope',
        name: 'Hope Lucas',
        aliases: ['Hope'],
        status: [since('dead', 'four'), since('away', 'two'), since('alive', 'three'), since('dead', 'archived')],
        datedAliases: [
          { text: 'Mrs. Collins', fromChapterId: 'three' },
          { text: 'Charlotte', fromChapterId: null },
        ],
      },
    ],
    chapters,
  );
  if (!member) throw new Error('placed');

  it('is away from the chapter that says so, and dead after it', () => {
    expect([1, 2, 3, 4, 5].map((order) => statusAt(member, order))).toEqual([
      'alive',
      'away',
      'alive',
      'alive',
      'dead',
    ]);
    expect([1, 2, 5].map((order) => isThereAt(member, order))).toEqual([true, false, false]);
    expect(thereAt([member], 2, ['hope', 'mara'])).toEqual(['mara']);
  });

  it('is dead after a chapter in which something else began', () => {
    const [late] = placed([{ status: [since('dead', 'two'), since('alive', 'two')], datedAliases: [] }], chapters);
    expect(late && [2, 3].map((order) => statusAt(late, order))).toEqual(['alive', 'dead']);
  });

  it('was dead before the book, if no chapter says when', () => {
    const [late] = placed([{ status: [since('dead', null)], datedAliases: [] }], chapters);
    expect(late && statusAt(late, 1)).toBe('dead');
  });

  it('has the names that began by then', () => {
    expect(asOf(member, 2).aliases).toEqual(['Hope', 'Charlotte']);
    expect(asOf(member, 3).aliases).toEqual(['Hope', 'Charlotte', 'Mrs. Collins']);
    const casts = new CastByChapter([member]);
    expect(casts.at(1)).toBe(casts.at(2));
    expect(casts.at(3)).not.toBe(casts.at(2));
  });
});

describe('the prompt of a chapter', () => {
  const promptOf = (people: Record<string, object>, change: object = {}) => {
    const input = inputFor(pilot, 5, () => 1);
    const told = input.chapters.map((one) =>
      one.order === 5
        ? { ...one, summary: 'Voll waits for Anders and Mrs. Reeve.', participantIds: [], ...change }
        : one,
    );
    const cast = input.cast.map((one) => ({ ...one, ...people[one.id] }));
    const { messages, participants } = assemblePrompt({ ...input, cast, chapters: told });
    return { text: messages.map(({ content }) => content).join('\n'), participants: participants.sort() };
  };
  const dead = { status: [{ is: 'dead' as const, order: 4 }] };

  it('has the dead only where a chapter lists them', () => {
    expect(promptOf({}).participants).toContain('anders');
    const without = promptOf({ anders: dead });
    expect(without.participants).not.toContain('anders');
    expect(without.text).toMatch(/<only_mentioned>[^<]*Voll[^<]* \(dead\)<\/only_mentioned>/);
    const ghost = promptOf({ anders: dead }, { participantIds: ['anders'] });
    expect(ghost.participants).toContain('anders');
    expect(ghost.text).toMatch(/Voll[^\n<]* \(dead\)/);
  });

  it('is not told through the only viewpoint character once they are dead or away, unless it says so', () => {
    expect(promptOf({ celia: dead }).participants).toEqual(['anders']);
    expect(promptOf({ celia: { status: [{ is: 'away', order: 5 }] } }).participants).toEqual(['anders']);
    expect(promptOf({ celia: dead }, { povCharacterId: 'celia' }).participants).toEqual(['anders', 'celia']);
    const listed = promptOf({ celia: dead }, { participantIds: ['celia'] }).text;
    expect(listed).toContain('<told_through>Celia Harrow</told_through>');
    expect(promptOf({ celia: dead }).text).not.toContain('<narrator>');
  });

  it('knows a name from its chapter on', () => {
    const called = (order: number) =>
      promptOf({ celia: { isPov: false, datedAliases: [{ text: 'Mrs. Reeve', order }] } }).participants;
    expect(called(5)).toEqual(['anders', 'celia']);
    expect(called(6)).toEqual(['anders']);
  });
});
