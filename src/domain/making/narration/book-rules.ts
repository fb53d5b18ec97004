/** States of a chapter in the narration of its book, in order. */
export const chapterNarrationStates = [
  'incomplete',
  'missing',
  'stale',
  'queued',
  'running',
  'ready',
  'failed',
] as const;
export type ChapterNarrationState = (typeof chapterNarrationStates)[number];

/** Tries without new audio before a chapter has failed. Ours. */
export const triesMax = 4;

/** Retry delay after such a try, seconds: 15, 45, 135. Ours. */
export const backoffSeconds = (tries: number) => 15 * 3 ** (tries - 1);

/** Default retry delay, seconds, if the blocker gives none, as for a conflicting run. Ours. */
export const soonSeconds = 10;
