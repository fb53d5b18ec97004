import type { BeatSheet } from './beat.ts';
import { freytag } from './beat-data/freytag.ts';
import { herosJourney } from './beat-data/heros-journey.ts';
import { kishotenketsu } from './beat-data/kishotenketsu.ts';
import { saveTheCat } from './beat-data/save-the-cat.ts';
import { tellPromiseMean } from './beat-data/tell-promise-mean.ts';
import { threeAct } from './beat-data/three-act.ts';

export { type Beat, type BeatSheet, type BeatSheetId, beatSheetIds } from './beat.ts';

/** Every beat sheet, in the order of `beatSheetIds`. */
export const beatSheets: readonly BeatSheet[] = [
  saveTheCat,
  threeAct,
  herosJourney,
  freytag,
  kishotenketsu,
  tellPromiseMean,
];

/** The keys of the beats of all sheets. */
export const beatKeys: ReadonlySet<string> = new Set(beatSheets.flatMap(({ beats }) => beats.map(({ key }) => key)));

/** Undefined when no sheet has that id. */
export function findBeatSheet(id: string): BeatSheet | undefined {
  return beatSheets.find((sheet) => sheet.id === id);
}
