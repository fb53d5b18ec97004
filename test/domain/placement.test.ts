import { describe, expect, it } from 'vitest';
import { beatSheets } from '../../src/domain/story/plan/beats.ts';
import {
  beatsOfChapter,
  chaptersOfBeat,
  distanceFromBeat,
  placeBeats,
  placeTolerance,
} from '../../src/domain/story/plan/placement.ts';
import fc from '../support/fast-check.ts';

const [saveTheCat, threeAct, herosJourney] = beatSheets;
if (saveTheCat === undefined || threeAct === undefined || herosJourney === undefined) throw new Error('no sheets');

describe.each(beatSheets)('placing the beats of $id', (sheet) => {
  it('gives every chapter a beat and every beat a chapter, for 1 to 200 chapters', () => {
    for (let chapterCount = 1; chapterCount <= 200; chapterCount++) {
      const placed = placeBeats(sheet, chapterCount);
      expect(placed).toHaveLength(chapterCount);
      expect(placed.every((keys) => keys.length > 0)).toBe(true);
      expect(new Set(placed.flat()).size).toBe(sheet.beats.length);
    }
  });

  it('puts each point beat into a chapter that contains its position', () => {
    const points = sheet.beats.filter(({ start, end }) => start === end);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (chapterCount) => {
        for (const point of points) {
          const holder =
            Math.min(Math.floor((Math.round(point.start * 100) * chapterCount) / 100), chapterCount - 1) + 1;
          expect(chaptersOfBeat(sheet, point.key, chapterCount)).toContain(holder);
          expect(distanceFromBeat(point, holder, chapterCount)).toBe(0);
        }
      }),
    );
  });

  it('gives a chapter only overlapping beats, or else the last beat that has begun', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (chapterCount, pick) => {
        const order = (pick % chapterCount) + 1;
        const beats = beatsOfChapter(sheet, order, chapterCount);
        const apart = beats.filter((beat) => distanceFromBeat(beat, order, chapterCount) > 0);
        expect(apart.length === 0 || beats.length === 1).toBe(true);
        for (const beat of apart) expect(beat.start).toBeLessThan((order - 0.5) / chapterCount);
      }),
    );
  });
});

describe('beat placement', () => {
  it('puts a whole sheet into a single chapter', () => {
    expect(placeBeats(threeAct, 1)).toEqual([threeAct.beats.map(({ key }) => key)]);
  });

  it('distributes three acts over eight chapters', () => {
    expect(placeBeats(threeAct, 8)).toEqual([
      ['hook', 'setup', 'inciting-incident'],
      ['inciting-incident'],
      ['first-plot-point', 'first-pinch'],
      ['first-pinch'],
      ['midpoint', 'second-pinch'],
      ['second-pinch'],
      ['second-plot-point'],
      ['climax', 'resolution'],
    ]);
    expect(chaptersOfBeat(threeAct, 'first-plot-point', 8)).toEqual([3]);
  });

  it('continues the last beat that has begun across gaps between positions', () => {
    const gap = chaptersOfBeat(herosJourney, 'reward', 40).filter((order) => order > 26);
    expect(gap).toEqual([27, 28, 29, 30]);
  });

  it('assigns a beat that spans two chapters equally to both', () => {
    const sheet = {
      ...threeAct,
      beats: [{ key: 'whole', label: 'Whole', intent: 'All of it.', start: 0.25, end: 0.75 }],
    };
    expect(chaptersOfBeat(sheet, 'whole', 2)).toEqual([1, 2]);
  });

  it('finds no chapter for a beat outside the sheet', () => {
    expect(chaptersOfBeat(saveTheCat, 'ten', 12)).toEqual([]);
  });

  it('measures the distance of a chapter from its beat as a fraction of the book', () => {
    const midpoint = threeAct.beats.find(({ key }) => key === 'midpoint');
    if (midpoint === undefined) throw new Error('no midpoint');
    expect(distanceFromBeat(midpoint, 6, 10)).toBe(0);
    expect(distanceFromBeat(midpoint, 7, 10)).toBeCloseTo(0.1);
    expect(distanceFromBeat(midpoint, 11, 20)).toBeLessThanOrEqual(placeTolerance);
  });
});
