import { invalidRequest } from '../errors.ts';
import type { Context } from './context.ts';

/** Bytes of JSON around a value: quotes, colon and comma. */
export const punctuationBytes = 4;

/** Makes room for another answer of the same operation: the next event of a subscription. */
export function beginAnswer({ answerRoom, config }: Context): void {
  answerRoom.bytes = config.answerBytesMax;
}

/** Charges a long text of an answer by its length. Throws `invalid_request` when the answer would exceed its limit. */
export function charged(context: Context, text: string): string {
  chargeBytes(context, Buffer.byteLength(text));
  return text;
}

/** Charges bytes that an answer will hold. Throws `invalid_request` when it would exceed its limit. */
export function chargeBytes(context: Context, bytes: number): void {
  context.answerRoom.bytes -= bytes;
  if (context.answerRoom.bytes < 0) refuseAnswer(context);
}

/**
 * Throws `invalid_request` for an answer over the limit, before it becomes JSON. Long texts are charged when they are read, and
 * lists by their least size (lists.ts); this also finds many short texts. Most answers are far below the limit, which their
 * number of characters shows at a fraction of the cost of their bytes.
 */
export function refuseLargeAnswer(context: Context, data: unknown): void {
  const { answerBytesMax } = context.config;
  const isSmall = sizeOf(data, charactersOf, answerBytesMax / bytesPerCharacter) <= answerBytesMax / bytesPerCharacter;
  if (!isSmall && sizeOf(data, Buffer.byteLength, answerBytesMax) > answerBytesMax) refuseAnswer(context);
}

/** A UTF-16 code unit has at most three bytes in UTF-8. */
const bytesPerCharacter = 3;
const charactersOf = ({ length }: string) => length;

/** Throws `invalid_request` for texts that together exceed the limit and are therefore not read. */
export function refuseAnswer({ config: { answerBytesMax } }: Context): never {
  const message = `selects more than ${answerBytesMax / 1024 ** 2} MB, which is the limit of an answer. Select fewer chapters, revisions or prompts, request smaller pages, or select each text only once.`;
  throw invalidRequest([{ path: 'query', message }]);
}

/** Approximate size of a value as JSON, with the texts as `measure` says. Counting ends above `max`. */
function sizeOf(value: unknown, measure: (text: string) => number, max: number): number {
  if (typeof value === 'string') return measure(value) + punctuationBytes;
  if (typeof value !== 'object' || value === null) return punctuationBytes;
  let size = punctuationBytes;
  if (Array.isArray(value)) {
    for (const entry of value) {
      size += sizeOf(entry, measure, max - size);
      if (size > max) break;
    }
    return size;
  }
  // Half the cost of Object.keys. Answers have no inherited members.
  for (const key in value) {
    size += key.length + sizeOf(value[key as never], measure, max - size);
    if (size > max) break;
  }
  return size;
}
