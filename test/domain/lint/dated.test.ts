import { describe, expect, it } from 'vitest';
import { chapterAt, excerpts, found, member, skipped } from './chapter.ts';

const dead = (name: string, order = 3) => member(name, { status: [{ is: 'dead', order }] });
const chapters = Array.from({ length: 8 }, (_, at) => chapterAt(at + 1));
const book = { cast: [dead('Edmund Harrow'), member('Hope')], chapters };

describe('the dead who act', () => {
  const acts = (text: string, order = 5, more: object = {}) => excerpts('dead_acts', text, { ...book, order, ...more });

  it.each([
    ['en', 'Edmund turned and went to the window.'],
    ['en', 'The bell rang, and Edmund stood up.'],
    ['en', '“Nobody rings it twice,” said Edmund.'],
    ['en', 'Harrow shrugged. “Ask Hope.”'],
    ['de', 'Edmund nickte und schwieg.'],
    ['fr', 'Edmund sourit. Hope ne dit rien.'],
    ['es', 'Edmund asintió.'],
  ])('are found: %s: %s', (language, text) => {
    expect(acts(text, 5, { language })).toHaveLength(1);
  });

  it.each([
    'Edmund had said it once.',
    'Hope thought of how Edmund laughed.',
    'It was the room in which Edmund sat.',
    'When Edmund turned up in her dreams, she woke.',
    'Edmund loved this road.',
    'Edmund left her the boat.',
    'Edmund died in the spring.',
    'Edmund built the house, and his father the quay.',
    'Edmund knew it, of course.',
    '“Edmund laughed at us,” Hope said.',
    'Her interest in Edmund began early.',
    'Edmund’s dog stood at the gate.',
    'Hope told Edmund’s mother.',
    'She nodded. Edmund, she thought, would have laughed.',
    '*Edmund turned and smiled.*',
    '> Edmund turned and smiled.',
  ])('are not found: %s', (text) => {
    expect(acts(text)).toEqual([]);
  });

  it('are counted, with the chapter of their death', () => {
    const [finding] = found('dead_acts', 'Edmund turned. Hope saw it. Edmund nodded.', { ...book, order: 5 });
    expect(finding).toMatchObject({
      excerpt: 'Edmund',
      start: 0,
      message: 'Edmund Harrow acts here 2 times and is dead since chapter 3.',
    });
    const from = { ...book, cast: [dead('Edmund Harrow', 0)] };
    expect(found('dead_acts', 'Edmund turned.', from)[0]?.message).toContain('is dead from the beginning');
  });

  it('may act in the chapter of their death, where they are listed, and alive again', () => {
    const text = 'Edmund turned and smiled.';
    expect(acts(text, 3)).toEqual([]);
    const listing = chapters.map((one) => ({ ...one, participantIds: one.order === 5 ? ['edmund harrow'] : [] }));
    expect(acts(text, 5, { chapters: listing })).toEqual([]);
    expect(acts(text, 6, { chapters: listing })).toEqual(['Edmund']);
    const back = member('Edmund Harrow', {
      status: [
        { is: 'dead', order: 3 },
        { is: 'alive', order: 5 },
      ],
    });
    expect(acts(text, 5, { cast: [back] })).toEqual([]);
    expect(acts(text, 4, { cast: [back] })).toEqual(['Edmund']);
  });

  it('are looked for in a text without an end, in one pass', () => {
    expect(acts('Edmund turned and '.repeat(20_000))).toHaveLength(1);
  });

  it('are not looked for without a death, or without verbs of the language', () => {
    expect(skipped('dead_acts', 'Edmund turned.', { cast: [member('Edmund')] })).toMatch(/Nobody of the cast has died/);
    expect(skipped('dead_acts', 'Edmund kääntyi.', { ...book, order: 5, language: 'fi' })).toMatch(/no verbs/);
  });
});

describe('a name before its chapter', () => {
  const charlotte = member('Charlotte Lucas', { datedAliases: [{ text: 'Mrs. Collins', order: 5 }] });
  const collins = member('Mr. Collins');
  const early = (text: string, order: number, cast = [charlotte, collins]) =>
    excerpts('called_too_early', text, { cast, chapters, order });

  it('is found once for each name, in narration and in speech', () => {
    expect(early('Mrs. Collins came in. Mr. Collins sat. Mrs Collins smiled.', 4)).toEqual(['Mrs. Collins']);
    expect(early('“Ask Mrs Collins,” she said.', 4)).toEqual(['Mrs Collins']);
    expect(
      found('called_too_early', 'Mrs. Collins came in.', { cast: [charlotte], chapters, order: 2 })[0]?.message,
    ).toBe('Charlotte Lucas is called “Mrs. Collins”, a name that begins with chapter 5.');
  });

  it.each([
    ['from its chapter on', 'Mrs. Collins came in.', 5],
    ['where only a part of it is used', 'Mr. Collins came in, and Collins sat.', 4],
    ['where nobody is named so', 'Charlotte came in.', 4],
  ])('is not found %s', (_where, text, order) => {
    expect(early(text, order)).toEqual([]);
  });

  it('is not found where somebody else bears it', () => {
    const mother = member('Ann Collins', { aliases: ['Mrs. Collins'] });
    expect(early('Mrs. Collins came in.', 4, [charlotte, mother])).toEqual([]);
  });

  it('is not looked for without a name that begins later', () => {
    expect(skipped('called_too_early', 'Charlotte came in.', { cast: [charlotte], chapters, order: 5 })).toMatch(
      /Nobody/,
    );
  });
});
