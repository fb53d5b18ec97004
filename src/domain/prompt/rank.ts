/**
 * The priorities of a prompt, highest first (docs/prompt.md, "Budget"). Over the budget, material of the last rank gives way
 * first. `from` is the end of a rank whose material stays longest. A rank that `yields` leaves its room to less important
 * material if it does not fit.
 */
export const ranks = [
  /** Rules, locks, the chapter, its own text, the request, the last 200 words before it. */
  { name: 'always', from: 'first' },
  { name: 'chapter', from: 'first' },
  { name: 'people', from: 'first' },
  /** Where everybody stands after the chapter before. */
  { name: 'last-state', from: 'first' },
  { name: 'conflicts', from: 'first' },
  { name: 'voices', from: 'first' },
  { name: 'ending', from: 'first' },
  { name: 'craft', from: 'first' },
  /** What the book is, in a few lines. */
  { name: 'book', from: 'first' },
  /** Where everybody stands after each chapter, and arcs of older chapters. */
  { name: 'states', from: 'last' },
  { name: 'recent-events', from: 'last' },
  { name: 'style', from: 'first' },
  { name: 'next-chapters', from: 'first' },
  /** All lines or none, so that chapters share them; those of a long book may exceed the budget by themselves. */
  { name: 'outline', from: 'first', yields: true },
  { name: 'older-events', from: 'last' },
  { name: 'bios', from: 'first' },
  { name: 'cast', from: 'first' },
  { name: 'sources', from: 'first' },
] as const satisfies readonly { name: string; from: 'first' | 'last'; yields?: true }[];

export type Rank = (typeof ranks)[number]['name'];
