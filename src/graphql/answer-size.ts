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
 * lists by their least size (lists.ts); this also finds many short texts.
 */
export function refuseLargeAnswer(context: Context, data: unknown): void {
  const { answerBytesMax } = context.config;
  if (bytesOf(data, answerBytesMax) > answerBytesMax) refuseAnswer(context);
}

/** Throws `invalid_request` for texts that together exceed the limit and are therefore not read. */
export function refuseAnswer({ config: { answerBytesMax } }: Context): never {
  const message = `selects more than ${answerBytesMax / 1024 ** 2} MB, which is the limit of an answer. Select fewer chapters or revisions, request smaller pages, or select each text only once.`;
  throw invalidRequest([{ path: 'query', message }]);
}

/** Approximate bytes of a value as JSON. Counting ends above `max`. */
function bytesOf(value: unknown, max: number): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + punctuationBytes;
  if (typeof value !== 'object' || value === null) return punctuationBytes;
  let bytes = punctuationBytes;
  const isList = Array.isArray(value);
  for (const one of isList ? value : Object.keys(value)) {
    bytes += isList ? bytesOf(one, max - bytes) : one.length + bytesOf(value[one as never], max - bytes);
    if (bytes > max) break;
  }
  return bytes;
}
