import type { Beat, BeatSheet } from './beat.ts';

/** How far from its place a beat may lie and still count as in place, in fractions of the book. */
export const placeTolerance = 0.05;

/**
 * The beats that a chapter carries, in the sheet's order, and at least one. With n chapters, chapter i covers
 * [(i-1)/n, i/n), the last one its end too. A point falls to the chapter that holds it; a span to each chapter of
 * which it fills half, or which holds half of it. Between beats a chapter goes on with the last one begun.
 */
export function beatsOfChapter(sheet: BeatSheet, order: number, chapterCount: number): Beat[] {
  const placed = sheet.beats.filter((beat) => carries(order, chapterCount, beat));
  if (placed.length > 0) return placed;

  const latest = lastBegun(sheet, order, chapterCount);
  return latest === undefined ? [] : [latest];
}

/** The keys of the beats that each chapter carries, first chapter first. */
export function placeBeats(sheet: BeatSheet, chapterCount: number): string[][] {
  return Array.from({ length: chapterCount }, (_, index) =>
    beatsOfChapter(sheet, index + 1, chapterCount).map((beat) => beat.key),
  );
}

/** The orders (1-based) of the chapters that carry a beat: at least one for a beat of the sheet, none for any other key. */
export function chaptersOfBeat(sheet: BeatSheet, key: string, chapterCount: number): number[] {
  return placeBeats(sheet, chapterCount).flatMap((keys, index) => (keys.includes(key) ? [index + 1] : []));
}

/** How far a chapter lies from a beat's place, in fractions of the book; 0 where they touch. */
export function distanceFromBeat(beat: Beat, order: number, chapterCount: number): number {
  const { start, end } = inTicks(beat, chapterCount);
  const chapter = chapterSpan(order);
  return Math.max(0, start - chapter.end, chapter.start - end) / (ticksPerChapter * chapterCount);
}

// Positions are whole hundredths of the book, so in ticks of a hundredth of a chapter all sums are exact integers.
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
