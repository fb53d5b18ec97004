import { sharedHead, sharedTail } from './shared-ends.ts';

/** The part in which two texts differ, between their common beginning and their common end, in UTF-16 units. No character is cut. */
export interface Region {
  start: number;
  formerEnd: number;
  textEnd: number;
}

const blockLength = 4_096;

/** The region in which a text differs from the text before. */
export function regionOf(former: string, text: string): Region {
  const shorter = Math.min(former.length, text.length);
  const start = boundaryBefore(former, sharedStart(former, text, shorter));
  const tail = sharedEnd(former, text, shorter - start);
  const cutsPair = isPair(former, former.length - tail) || isPair(text, text.length - tail);
  const kept = cutsPair ? tail - 1 : tail;
  return { start, formerEnd: former.length - kept, textEnd: text.length - kept };
}

function sharedStart(former: string, text: string, max: number): number {
  let at = 0;
  while (at + blockLength <= max && former.slice(at, at + blockLength) === text.slice(at, at + blockLength))
    at += blockLength;
  const [one, other] = [former, text].map((whole) => whole.slice(at, Math.min(max, at + blockLength)));
  return at + sharedHead(one ?? '', other ?? '');
}

function sharedEnd(former: string, text: string, max: number): number {
  const block = (whole: string, at: number, length = blockLength) =>
    whole.slice(whole.length - at - length, whole.length - at);
  let at = 0;
  while (at + blockLength <= max && block(former, at) === block(text, at)) at += blockLength;
  const length = Math.min(max - at, blockLength);
  return at + sharedTail(block(former, at, length), block(text, at, length));
}

/** Whether a place is between the two halves of a surrogate pair. */
function isPair(text: string, at: number): boolean {
  const [before, behind] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before < 0xdc00 && behind >= 0xdc00 && behind < 0xe000;
}

/** A place, or the one before the character that it cuts. */
export function boundaryBefore(text: string, at: number): number {
  return isPair(text, at) ? at - 1 : at;
}
