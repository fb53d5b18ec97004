/** Ordered length of a chapter: a number of words after the first ones. */
export interface Order {
  words: number;
  /** Words of the chapter that do not count; 0 if the order is for the whole chapter. */
  from: number;
}

/** A text with less than this share of its ordered length is too short (docs/generation.md, "From reply to text"). */
export const enoughShare = 0.6;

/** Maximum number of further calls that extend a text that is too short. */
export const extensionsMax = 3;

/** What a call says about the length. */
export interface LengthWish {
  words?: number | undefined;
  instructions?: string | null | undefined;
  /** Whether the call appends to a text: its `words` count from the end of that text. */
  appends?: boolean | undefined;
}

/**
 * The length that a call orders: its own words, else the chapter's target, else the chapter's share of the book unless the
 * call has instructions. Undefined if no length is ordered.
 */
export function orderOf(
  { words, instructions, appends }: LengthWish,
  { target, share, written }: { target: number | null; share: number | undefined; written: number },
): Order | undefined {
  if (words !== undefined) return { words, from: appends ? written : 0 };
  const whole = target ?? (instructions ? undefined : share);
  // A text of its full length is appended to because somebody wants more than that.
  return whole === undefined || (appends && written >= whole) ? undefined : { words: whole, from: 0 };
}
