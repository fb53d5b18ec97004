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

/** One turn of a story. `start` and `end` are fractions of the book in whole hundredths; equal, they are a point. */
export interface Beat {
  readonly key: string;
  readonly label: string;
  /** What the beat has to do for the book, said to a writer. */
  readonly intent: string;
  readonly start: number;
  readonly end: number;
}

/** A story shape: its beats in the order in which a reader meets them. */
export interface BeatSheet {
  readonly id: BeatSheetId;
  readonly name: string;
  readonly description: string;
  readonly beats: readonly Beat[];
}
