/** A stored text in three parts: the middle, in which the author works, and what surrounds it. */
export interface Parts {
  head: string;
  middle: string;
  tail: string;
}

/** The part between the common beginning and the common end of two texts, in UTF-16 units. No character is cut. */
export interface Region {
  start: number;
  formerEnd: number;
  textEnd: number;
}

/** Characters around a change that belong to the middle, so that the next change nearby stays within it (ours). */
const margin = 500;
/** Longest middle that a small save rewrites (ours). */
const middleMax = 4_000;
const blockLength = 4_096;

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

/** The region in which a text differs from the text before; undefined if they are equal. */
export function regionOf(former: string, text: string): Region {
  const shorter = Math.min(former.length, text.length);
  const start = boundaryBefore(former, sharedHead(former, text, shorter));
  const tail = sharedTail(former, text, shorter - start);
  const cutsPair = isPair(former, former.length - tail) || isPair(text, text.length - tail);
  const kept = cutsPair ? tail - 1 : tail;
  return { start, formerEnd: former.length - kept, textEnd: text.length - kept };
}

function sharedHead(former: string, text: string, max: number): number {
  let at = 0;
  while (at + blockLength <= max && former.slice(at, at + blockLength) === text.slice(at, at + blockLength))
    at += blockLength;
  while (at < max && former.charCodeAt(at) === text.charCodeAt(at)) at += 1;
  return at;
}

function sharedTail(former: string, text: string, max: number): number {
  const block = (whole: string, at: number) => whole.slice(whole.length - at - blockLength, whole.length - at);
  let at = 0;
  while (at + blockLength <= max && block(former, at) === block(text, at)) at += blockLength;
  while (at < max && former.charCodeAt(former.length - 1 - at) === text.charCodeAt(text.length - 1 - at)) at += 1;
  return at;
}

/** Whether a place is between the two halves of a surrogate pair. */
function isPair(text: string, at: number): boolean {
  const [before, behind] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before < 0xdc00 && behind >= 0xdc00 && behind < 0xe000;
}

function boundaryBefore(text: string, at: number): number {
  return isPair(text, at) ? at - 1 : at;
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
