import type { Beat, BeatSheet } from './beat.ts';

/** Tolerance for a beat in place, as a fraction of the book. */
export const placeTolerance = 0.05;

/**
 * Beats of a chapter by position, in the order of the sheet, at least one. Of n chapters, chapter i covers [(i-1)/n, i/n),
 * the last one including its end. A point belongs to the chapter that contains it; a range to each chapter of which it
 * covers half, or which covers half of it. Between beats a chapter continues the last one.
 */
export function beatsOfChapter(sheet: BeatSheet, order: number, chapterCount: number): Beat[] {
  const placed = sheet.beats.filter((beat) => carries(order, chapterCount, beat));
  if (placed.length > 0) return placed;

  const latest = lastBegun(sheet, order, chapterCount);
  return latest === undefined ? [] : [latest];
}

/** Beat keys of each chapter, in order. */
export function placeBeats(sheet: BeatSheet, chapterCount: number): string[][] {
  return Array.from({ length: chapterCount }, (_, index) =>
    beatsOfChapter(sheet, index + 1, chapterCount).map((beat) => beat.key),
  );
}

/** Orders (1-based) of the chapters that carry a beat: at least one for a beat of the sheet, none for other keys. */
export function chaptersOfBeat(sheet: BeatSheet, key: string, chapterCount: number): number[] {
  return placeBeats(sheet, chapterCount).flatMap((keys, index) => (keys.includes(key) ? [index + 1] : []));
}

/** Distance of a chapter from a beat's position, as a fraction of the book; 0 if they touch. */
export function distanceFromBeat(beat: Beat, order: number, chapterCount: number): number {
  const { start, end } = inTicks(beat, chapterCount);
  const chapter = chapterSpan(order);
  return Math.max(0, start - chapter.end, chapter.start - end) / (ticksPerChapter * chapterCount);
}

// Positions are whole hundredths, so all sums are exact integers in ticks of a hundredth of a chapter.
const ticksPerChapter = 100;

interface Span {
  start: number;
  end: number;
}

function inTicks(beat: Beat, chapterCount: number): Span {
  return {
    start: Math.round(beat.start * ticksPerChapter) * chapterCount,
    end: Math.round(beat.end * ticksPerChapter) * chapterCount,
  };
}

function chapterSpan(order: number): Span {
  return { start: (order - 1) * ticksPerChapter, end: order * ticksPerChapter };
}

function carries(order: number, chapterCount: number, beat: Beat): boolean {
  const { start, end } = inTicks(beat, chapterCount);
  const chapter = chapterSpan(order);
  if (start === end) {
    return start >= chapter.start && (start < chapter.end || (order === chapterCount && start === chapter.end));
  }
  const overlap = Math.min(end, chapter.end) - Math.max(start, chapter.start);
  return overlap > 0 && (overlap * 2 >= ticksPerChapter || overlap * 2 >= end - start);
}

function lastBegun(sheet: BeatSheet, order: number, chapterCount: number): Beat | undefined {
  const middle = chapterSpan(order).start + ticksPerChapter / 2;
  let latest: Beat | undefined;
  for (const beat of sheet.beats) {
    if (inTicks(beat, chapterCount).start < middle && beat.start >= (latest?.start ?? 0)) latest = beat;
  }
  return latest;
}
