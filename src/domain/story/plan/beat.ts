/** The beat sheets a plan can name, in the order in which they are listed (contract 6). */
export const beatSheetIds = [
  'save-the-cat',
  'three-act',
  'heros-journey',
  'freytag',
  'kishotenketsu',
  'tell-promise-mean',
] as const;

export type BeatSheetId = (typeof beatSheetIds)[number];

/** A story beat. `start` and `end` are fractions of the book in whole hundredths; if they are equal, it is a point. */
export interface Beat {
  readonly key: string;
  readonly label: string;
  /** Purpose of the beat, addressed to a writer. */
  readonly intent: string;
  readonly start: number;
  readonly end: number;
}

/** A story shape with its beats in reading order. */
export interface BeatSheet {
  readonly id: BeatSheetId;
  readonly name: string;
  readonly description: string;
  readonly beats: readonly Beat[];
}
