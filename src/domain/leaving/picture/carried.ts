import type { Beat, BeatSheet } from '../../story/plan/beat.ts';
import { distanceFromBeat, placeTolerance } from '../../story/plan/placement.ts';
import type { Chapter } from '../../text/chapter/store.ts';

/** A beat with the chapters that carry it, at its position and elsewhere. */
export interface CarriedBeat {
  beat: Beat;
  inPlace: number[];
  astray: number[];
}

/** In the order of the sheet. Only explicit beats count, not positions. */
export function carriedBeats(sheet: BeatSheet, chapters: readonly Pick<Chapter, 'beatKeys'>[]): CarriedBeat[] {
  return sheet.beats.map((beat) => {
    const orders = chapters.flatMap(({ beatKeys }, at) => (beatKeys.includes(beat.key) ? [at + 1] : []));
    const isNear = (order: number) => distanceFromBeat(beat, order, chapters.length) <= placeTolerance;
    return { beat, inPlace: orders.filter(isNear), astray: orders.filter((order) => !isNear(order)) };
  });
}

/** `ch. 3–5, 9`: consecutive numbers as ranges. */
export function ordersInWords(orders: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const order of orders) {
    const last = runs.at(-1);
    if (last && order === last[1] + 1) last[1] = order;
    else runs.push([order, order]);
  }
  return `ch. ${runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')}`;
}
