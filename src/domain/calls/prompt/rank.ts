/**
 * The priorities of a prompt, highest first (docs/prompt.md, "Budget"). Over the budget, material of the last rank gives way
 * first. `from` is the end of a rank whose material stays longest. From the last one on there are no gaps, nor behind another rank that
 * has one.
 */
export const ranks = [
  /** Rules, locks, the chapter, its own text, the request, the last 200 words before it. */
  { name: 'always', from: 'first' },
  { name: 'chapter', from: 'first' },
  { name: 'people', from: 'first' },
  /** Where everybody stands after the chapter before, and where each participant was last. */
  { name: 'last-state', from: 'first' },
  { name: 'conflicts', from: 'first' },
  { name: 'voices', from: 'first' },
  { name: 'ending', from: 'first' },
  { name: 'craft', from: 'first' },
  /** What the book is, in a few lines. */
  { name: 'book', from: 'first' },
  { name: 'style', from: 'first' },
  { name: 'recent-events', from: 'last' },
  { name: 'bios', from: 'first' },
  /** Where everybody stands after each of the last ten chapters. */
  { name: 'recent-states', from: 'last' },
  { name: 'next-chapters', from: 'first' },
  /** Conflicts with somebody who is not there, and what a long sample shows beyond its beginning. */
  { name: 'absent', from: 'first' },
  { name: 'samples', from: 'first' },
  /** All lines or none, so that chapters share them; those of a long book may exceed the budget by themselves. */
  { name: 'outline', from: 'first' },
  { name: 'cast', from: 'first' },
  /** Before what fills the rest, which moves from chapter to chapter: they stand near the beginning. */
  { name: 'sources', from: 'first' },
  { name: 'arcs', from: 'last', behind: 'recent-states' },
  { name: 'older-states', from: 'last', behind: 'recent-states' },
  { name: 'older-events', from: 'last' },
  /** The whole chapter before, then how participants spoke last. */
  { name: 'former-whole', from: 'first' },
  { name: 'last-words', from: 'first' },
] as const satisfies readonly { name: string; from: 'first' | 'last'; behind?: string }[];

/** The ranks of material that only fills room, and changes nothing else in the prompt. */
export const fillingRanks: ReadonlySet<string> = new Set<Rank>(['former-whole', 'last-words']);

export type Rank = (typeof ranks)[number]['name'];
