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

/** A place, or the one before the character that it cuts. */
export function boundaryBefore(text: string, at: number): number {
  return isPair(text, at) ? at - 1 : at;
}
