import { distanceOf } from '../../making/outline/beat-facts.ts';
import type { Beat, BeatSheet } from '../../story/plan/beat.ts';
import { placeTolerance } from '../../story/plan/placement.ts';
import type { Chapter } from '../../text/chapter/store.ts';
import { shareOf, wordTotal } from './shares.ts';

type Carrier = Pick<Chapter, 'id' | 'order' | 'beatKeys' | 'wordCount'>;

/** A beat with the chapters that carry it. */
export interface BeatCoverage {
  beat: Beat;
  orders: number[];
  /** Whether one of them has words. */
  isWritten: boolean;
  /** From the nearest of them to the beat's position, as a fraction of the book by chapters; null if no chapter carries it. */
  distance: number | null;
  isInPlace: boolean;
  /** Start and end in the written book, as fractions of its words; null if there are none yet. */
  wordsFrom: number | null;
  wordsTo: number | null;
}

/** In the order of the sheet. Only explicit beats of chapters count, not positions. */
export function beatCoverage(sheet: BeatSheet, chapters: readonly Carrier[]): BeatCoverage[] {
  const all = wordTotal(chapters);
  const starts = new Map<Carrier, number>();
  let before = 0;
  for (const chapter of chapters) {
    starts.set(chapter, before);
    before += chapter.wordCount;
  }
  return sheet.beats.map((beat) => {
    const carriers = chapters.filter(({ beatKeys }) => beatKeys.includes(beat.key));
    const distance = carriers.length === 0 ? null : distanceOf(beat, chapters);
    const written = carriers.filter(({ wordCount }) => wordCount > 0);
    const [first, last] = [written[0], written.at(-1)];
    return {
      beat,
      orders: carriers.map(({ order }) => order),
      isWritten: written.length > 0,
      distance,
      isInPlace: distance !== null && distance <= placeTolerance,
      wordsFrom: first ? shareOf(starts.get(first) ?? 0, all) : null,
      wordsTo: last ? shareOf((starts.get(last) ?? 0) + last.wordCount, all) : null,
    };
  });
}
