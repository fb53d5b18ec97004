export const anchorStates = ['ok', 'stale', 'orphaned'] as const;
export type AnchorState = (typeof anchorStates)[number];

/** Characters by which the words of a lost anchor are looked for first (ours). */
export const beginsMax = 32;

/** Where the words of an anchor are in the present text of its chapter, in code points. */
export interface AnchorPlace {
  /** Id of the record that has the anchor. */
  id: string;
  /** Where they are (`ok`), what stands in their place (`stale`), or where they were (`orphaned`: equal to `end`). */
  start: number;
  end: number;
  state: AnchorState;
  /** Length of the words in UTF-16 units, of an anchor that is not `ok`. */
  length?: number;
  /** The first characters of these words. */
  begins?: string;
}

/** The words of an anchor, with up to 64 characters on each side, as they were when it was set. */
export interface AnchorWords {
  exact: string;
  prefix: string;
  suffix: string;
}
