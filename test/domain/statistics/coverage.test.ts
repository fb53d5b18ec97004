import { describe, expect, it } from 'vitest';
import { beatCoverage } from '../../../src/domain/leaving/statistics/beats.ts';
import { lengthsOf, viewpointsOf } from '../../../src/domain/leaving/statistics/shares.ts';
import { conflictCoverage, presenceOfCast } from '../../../src/domain/leaving/statistics/stage.ts';
import { findBeatSheet } from '../../../src/domain/story/plan/beats.ts';
import fc from '../../support/fast-check.ts';

const chapter = (order: number, wordCount: number, more: { povCharacterId?: string; beatKeys?: string[] } = {}) => ({
  id: `ch_${order}`,
  order,
  wordCount,
  status: wordCount > 0 ? ('complete' as const) : ('empty' as const),
  povCharacterId: null,
  beatKeys: [],
  ...more,
});

describe('statistics of chapter lengths', () => {
  it('ignore empty chapters', () => {
    expect(
      lengthsOf([chapter(1, 300), chapter(2, 0), chapter(3, 100), chapter(4, 300), chapter(5, 100)]),
    ).toMatchObject({
      empty: 1,
      complete: 4,
      partial: 0,
      generating: 0,
      meanWords: 200,
      shortest: { order: 3 },
      longest: { order: 1 },
      // 800 words at 238 a minute.
      readingTimeSec: 202,
    });
  });

  it('are null for a book without words', () => {
    expect(lengthsOf([])).toMatchObject({ meanWords: null, shortest: null, longest: null, readingTimeSec: 0 });
    expect(lengthsOf([chapter(1, 0)])).toMatchObject({ empty: 1, meanWords: null, shortest: null });
  });
});

describe('the balance of viewpoints', () => {
  const cast = [
    { id: 'emma', isPov: true },
    { id: 'jonas', isPov: false },
    { id: 'ada', isPov: true },
    { id: 'tom', isPov: false },
  ];

  it('lists unused viewpoints, and chapters without a viewpoint last', () => {
    const chapters = [
      chapter(1, 100, { povCharacterId: 'emma' }),
      chapter(2, 300, { povCharacterId: 'jonas' }),
      chapter(3, 0),
      chapter(4, 100, { povCharacterId: 'nobody' }),
    ];
    expect(viewpointsOf(chapters, cast)).toEqual([
      { character: cast[0], chapters: 1, words: 100, chapterShare: 0.25, wordShare: 0.2 },
      { character: cast[1], chapters: 1, words: 300, chapterShare: 0.25, wordShare: 0.6 },
      { character: cast[2], chapters: 0, words: 0, chapterShare: 0, wordShare: 0 },
      { character: null, chapters: 2, words: 100, chapterShare: 0.5, wordShare: 0.2 },
    ]);
  });

  it('has shares that sum to 1, or to 0 without chapters or words', () => {
    const viewpoint = fc.option(fc.constantFrom('emma', 'jonas', 'ada', 'gone'), { nil: undefined });
    const rows = fc.array(fc.tuple(fc.nat(5_000), viewpoint), { maxLength: 1_000 });
    fc.assert(
      fc.property(rows, (made) => {
        const chapters = made.map(([words, who], at) => chapter(at + 1, words, who ? { povCharacterId: who } : {}));
        const shown = viewpointsOf(chapters, cast);
        const sum = (name: 'chapterShare' | 'wordShare') => shown.reduce((all, one) => all + one[name], 0);
        expect(sum('chapterShare')).toBeCloseTo(made.length > 0 ? 1 : 0);
        expect(sum('wordShare')).toBeCloseTo(made.some(([words]) => words > 0) ? 1 : 0);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the coverage of beats', () => {
  const sheet = findBeatSheet('three-act');
  if (!sheet) throw new Error('No sheet.');
  const of = (key: string, chapters: Parameters<typeof beatCoverage>[1]) =>
    beatCoverage(sheet, chapters).find(({ beat }) => beat.key === key);

  it('gives the position of a beat in chapters and in words', () => {
    const chapters = [chapter(1, 100), chapter(2, 300), chapter(3, 500, { beatKeys: ['midpoint'] }), chapter(4, 100)];
    expect(of('midpoint', chapters)).toMatchObject({
      orders: [3],
      isWritten: true,
      distance: 0,
      isInPlace: true,
      wordsFrom: 0.4,
      wordsTo: 0.9,
    });
    expect(of('climax', chapters)).toMatchObject({
      orders: [],
      isWritten: false,
      distance: null,
      isInPlace: false,
      wordsFrom: null,
    });
  });

  it('measures the distance of a beat from its position', () => {
    const chapters = Array.from({ length: 10 }, (_, at) =>
      chapter(at + 1, 0, at === 8 ? { beatKeys: ['midpoint'] } : {}),
    );
    expect(of('midpoint', chapters)).toMatchObject({
      orders: [9],
      distance: 0.3,
      isInPlace: false,
      isWritten: false,
      wordsTo: null,
    });
  });

  it('includes every beat for a book without chapters', () => {
    expect(beatCoverage(sheet, []).map(({ beat }) => beat)).toEqual(sheet.beats);
  });
});

describe('the presence of characters', () => {
  const stage = [new Set(['a', 'b']), new Set(['a']), new Set<string>(), new Set(['b']), new Set(['a', 'b', 'c'])];
  const edge = (from: string, to: string, intensity: number) => ({
    fromCharacterId: from,
    toCharacterId: to,
    intensity,
  });

  it('counts the chapters with both ends of a conflict, unused conflicts first', () => {
    const covered = conflictCoverage(
      [edge('a', 'b', 1), edge('a', 'x', 2), edge('x', 'y', 5), edge('c', 'b', 3)],
      stage,
    );
    expect(covered.map(({ conflict, ...rest }) => [conflict.intensity, rest])).toEqual([
      [5, { chapters: 0, firstOrder: null, lastOrder: null }],
      [2, { chapters: 0, firstOrder: null, lastOrder: null }],
      [1, { chapters: 2, firstOrder: 1, lastOrder: 5 }],
      [3, { chapters: 1, firstOrder: 5, lastOrder: 5 }],
    ]);
  });

  it('includes the longest absence between two appearances', () => {
    expect(presenceOfCast([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }], stage)).toMatchObject([
      { chapters: 3, share: 0.6, firstOrder: 1, lastOrder: 5, longestAbsence: 2 },
      { chapters: 3, longestAbsence: 2 },
      { chapters: 1, firstOrder: 5, longestAbsence: 0 },
      { chapters: 0, share: 0, firstOrder: null, lastOrder: null, longestAbsence: 0 },
    ]);
    expect(presenceOfCast([{ id: 'a' }], [])).toMatchObject([{ chapters: 0, share: 0, longestAbsence: 0 }]);
  });
});
