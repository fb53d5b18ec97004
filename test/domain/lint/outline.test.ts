import { describe, expect, it } from 'vitest';
import { findBeatSheet } from '../../../src/domain/story/plan/beats.ts';
import { placeBeats } from '../../../src/domain/story/plan/placement.ts';
import { chapterAt, found, type Given, member, skipped } from './chapter.ts';

const plan = { beatSheetTemplate: 'three-act' };
const sheet = findBeatSheet('three-act');
const book = (beatKeys: readonly (readonly string[])[]): Given => ({
  plan,
  chapters: beatKeys.map((keys, at) => chapterAt(at + 1, { beatKeys: keys })),
});
const inPlace = sheet ? placeBeats(sheet, 8) : [];

describe('beats in the outline', () => {
  const codes = (given: Given, order: number) =>
    (['beat_unknown', 'beat_misplaced', 'beat_lost'] as const).flatMap((code) =>
      found(code, '', { ...given, order }).map(({ message }) => `${code}: ${/“(.*?)”/.exec(message)?.[1]}`),
    );

  it.each(inPlace.map((keys, at) => [at + 1, keys.join(', ')]))(
    'give no findings in their positions in chapter %i: %s',
    (order) => {
      expect(codes(book(inPlace), order)).toEqual([]);
      expect(codes(book(inPlace.map(() => [])), order)).toEqual([]);
    },
  );

  it('are reported in a wrong chapter, and as missing in their own', () => {
    const climax = inPlace.findIndex((keys) => keys.includes('climax'));
    const moved = inPlace.map((keys) => keys.filter((key) => key !== 'climax'));
    moved[0] = [...(moved[0] ?? []), 'climax'];
    expect(codes(book(moved), 1)).toEqual(['beat_misplaced: Climax']);
    const lost = inPlace.map((keys, at) => (at === climax ? ['resolution'] : keys.filter((key) => key !== 'climax')));
    expect(codes(book(lost), climax + 1)).toContain('beat_lost: Climax');
  });

  it('may be a twentieth of the book away from their position', () => {
    const hundred = Array.from({ length: 100 }, (): string[] => []);
    const at = (order: number) =>
      codes(book(hundred.map((keys, index) => (index === order - 1 ? ['midpoint'] : keys))), order);
    const place = Math.round((sheet?.beats.find(({ key }) => key === 'midpoint')?.start ?? 0) * 100);
    expect(at(place - 5)).not.toContain('beat_misplaced: Midpoint');
    expect(at(place - 6)).toContain('beat_misplaced: Midpoint');
  });

  it('are reported once if the sheet does not contain them', () => {
    expect(codes(book([['no-such-beat', 'no-such-beat']]), 1)).toEqual(['beat_unknown: no-such-beat']);
  });

  it.each(['beat_unknown', 'beat_misplaced', 'beat_lost'] as const)('are skipped without a sheet (%s)', (code) => {
    expect(skipped(code, '', { chapters: [chapterAt(1, { beatKeys: ['climax'] })] })).toMatch(/beat sheet/);
  });
});

describe('the summary of the next chapter', () => {
  const summary = 'Corin unlocks the granary and finds mouldy barley beneath clean sacks. She weeps.';
  const chapters = [chapterAt(1, { summary: 'Pim sweeps the bakehouse.' }), chapterAt(2, { summary })];
  const given: Given = { chapters, cast: [member('Corin'), member('Pim')] };
  const calm = 'The rain fell on the roof. Nobody came up the steps that day. ';

  it('is reported if this text already tells it, ignoring names and inflection', () => {
    const spoiler =
      'She unlocked the granary door. Under clean sacks the barley was mouldy, and she could find no more.';
    const [finding, ...more] = found('next_chapter_told', `${calm}${spoiler} ${calm}`, given);
    expect([finding?.excerpt, more]).toEqual([spoiler.slice(0, -1), []]);
  });

  it.each([
    ['unrelated text', calm.repeat(5)],
    ['some of its words', 'The granary was full. The barley stood in sacks. '],
    ['all of its words, far apart', `The granary. ${calm}Clean sacks. ${calm}Mouldy. ${calm}Barley. ${calm}Unlock it.`],
    ['words repeated throughout', 'Unlock the granary, find mouldy barley, clean sacks. '.repeat(30)],
  ])('is not found in %s', (_what, text) => {
    expect(found('next_chapter_told', text, given)).toEqual([]);
  });

  it('is not reported if this chapter has the same summary', () => {
    const both = [chapterAt(1, { summary }), chapterAt(2, { summary })];
    expect(found('next_chapter_told', summary, { ...given, chapters: both })).toEqual([]);
  });

  it.each([
    ['in the last chapter', [chapterAt(1)], /last/],
    ['before a chapter without a summary', [chapterAt(1), chapterAt(2)], /no summary/],
  ])('is skipped with a reason %s', (_what, list, why) => {
    expect(skipped('next_chapter_told', calm, { chapters: list })).toMatch(why);
  });
});
