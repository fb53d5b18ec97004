import { z } from 'zod';
import { idOrNone } from '../id.ts';

const unsendable = 'contains NUL or a lone surrogate, which cannot be stored. Send well-formed Unicode.';

function storable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Text that may be empty. `max` counts Unicode code points, as every length limit does (contract 1). */
export function text(max: number) {
  return z.string().max(max).refine(storable, unsendable);
}

/** Text that is as long as a request may be. */
export const longText = z.string().min(1).refine(storable, unsendable);

/** Text of at least one character once trimmed. */
export function line(max: number) {
  return z.string().trim().min(1).max(max).refine(storable, unsendable);
}

/** Text, or null for none; an empty or blank one is stored as null. */
export function textOrNull(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .refine(storable, unsendable)
    .nullable()
    .transform((value) => value || null);
}

/** An absolute http or https address. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http or https address.' })
  .max(2000)
  .refine(storable, unsendable);

/** Shapes of ids, so that the schema can call them `ID`. */
export const idShapes = z.registry<{ kind: string }>();

/** The id of another record. A malformed one is an id that does not exist. */
export function idOf(kind: string) {
  return z.string().transform(idOrNone).register(idShapes, { kind });
}

/** Page size of a connection or list (contract 4 and 10). */
export const pageLimit = z.int().min(1).max(100);
/** Where a page goes on, as an earlier one said in `next_cursor` or `endCursor`. */
export const cursor = z.string().min(1).max(200);
/** The version a change was made from; a stale one is refused with `conflict`. */
export const expectedVersion = z
  .int()
  .min(1)
  .max(2_147_483_647)
  .describe('The version you read. If the record has changed since: `conflict`, with the record as it is.');
/** What makes a request safe to send again (contract 9): any printable ASCII, as a header can carry it. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII, such as a UUID.')
  .describe(
    'A name of yours for this request, such as a UUID. Sent again within 24 hours, it is answered as it was and not done twice.',
  );
