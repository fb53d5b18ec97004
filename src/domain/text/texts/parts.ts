import { boundaryBefore, type Region } from '../../../prose/region.ts';

/** A stored text in three parts: the middle, in which the author works, and what surrounds it. */
export interface Parts {
  head: string;
  middle: string;
  tail: string;
}

/** Characters around a change that belong to the middle, so that the next change nearby stays within it (ours). */
const margin = 500;
/** Longest middle that a small save rewrites (ours). */
const middleMax = 4_000;

export function wholeOf({ head, middle, tail }: Parts): string {
  return head + middle + tail;
}

/** The parts of a changed text. Head and tail are kept if the text still begins and ends with them. */
export function partsAfter(former: Parts, text: string, { start, textEnd }: Region): Parts {
  const { head, tail } = former;
  const length = text.length - head.length - tail.length;
  if (length >= 0 && length <= middleMax && start >= head.length && text.length - textEnd >= tail.length)
    return { head, middle: text.slice(head.length, text.length - tail.length), tail };
  const from = boundaryBefore(text, Math.max(0, start - margin));
  const to = boundaryBefore(text, Math.min(text.length, textEnd + margin));
  return { head: text.slice(0, from), middle: text.slice(from, to), tail: text.slice(to) };
}

/** The region, widened to blanks that both texts have, so that no word is cut. */
export function widenedToBlanks(former: string, { start, formerEnd, textEnd }: Region): Region {
  const isBlank = (at: number) => former[at] === ' ' || former[at] === '\n';
  let from = start;
  while (from > 0 && !isBlank(from - 1)) from -= 1;
  let behind = 0;
  while (formerEnd + behind < former.length && !isBlank(formerEnd + behind)) behind += 1;
  return { start: Math.max(0, from - 1), formerEnd: formerEnd + behind, textEnd: textEnd + behind };
}
