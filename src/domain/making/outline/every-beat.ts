import type { BeatSheet } from '../../story/plan/beat.ts';
import { placeBeats } from '../../story/plan/placement.ts';

/**
 * Beats of each chapter, in the order of the sheet, such that every beat has a chapter and every chapter a beat. Explicit
 * beats stay; missing ones are assigned by position.
 */
export function withEveryBeat(sheet: BeatSheet, named: readonly (readonly string[])[]): string[][] {
  const placed = placeBeats(sheet, named.length);
  const taken = new Set(named.flat());
  return named.map((keys, index) => {
    const here = placed[index] ?? [];
    const kept = keys.length > 0 ? keys : here;
    return sheet.beats
      .map(({ key }) => key)
      .filter((key) => kept.includes(key) || (here.includes(key) && !taken.has(key)));
  });
}
