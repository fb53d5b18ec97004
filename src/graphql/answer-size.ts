import { type Context, perOperation } from '../context.ts';
import { invalidRequest } from '../errors.ts';

/** Bytes of long texts that one operation may still answer. */
const roomOf = perOperation(({ config }) => ({ bytes: config.answerBytesMax }));

/** Charges a long text of an answer by its length. Throws `invalid_request` when the answer would exceed its limit. */
export function charged(context: Context, text: string): string {
  const room = roomOf(context);
  room.bytes -= Buffer.byteLength(text);
  if (room.bytes < 0) refuseAnswer(context);
  return text;
}

/** Throws `invalid_request` for texts that together exceed the limit and are therefore not read. */
export function refuseAnswer({ config: { answerBytesMax } }: Context): never {
  const message = `selects more than ${answerBytesMax / 1024 ** 2} MB of text, which is the limit. Select fewer chapters or revisions, or each text only once.`;
  throw invalidRequest([{ path: 'query', message }]);
}
