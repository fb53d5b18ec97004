/** How a chapter stands in the narration of its book, in the order in which a chapter passes through. */
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

/** Tries of a chapter in which nothing new of it was spoken, before it has failed. Ours. */
export const triesMax = 4;

/** How long a chapter waits after such a try, seconds: 15, 45, 135. Ours. */
export const backoffSeconds = (tries: number) => 15 * 3 ** (tries - 1);

/** How long a chapter waits for what says no time itself, as for a run that is in its way. Ours. */
export const soonSeconds = 10;
