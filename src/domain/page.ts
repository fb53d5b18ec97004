import { z } from 'zod';

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|([a-z0-9_]{1,40})$/;

/** A place in a list that is ordered by time and id. */
export interface Place {
  at: Date;
  id: string;
}

/** Where a list goes on, opaque to clients. */
export function cursorAt(at: Date, id: string): string {
  return Buffer.from(`${at.toISOString()}|${id}`).toString('base64url');
}

/** The place a cursor names; undefined when it is none of ours. */
export function placeOf(cursor: string): Place | undefined {
  const found = form.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const at = new Date(found?.[1] ?? Number.NaN);
  // PostgreSQL knows no year 0, and hour 24 may be of the year 10000. What is no date at all fails the comparison too.
  const year = at.getUTCFullYear();
  return found?.[2] && year >= 1 && year <= 9999 ? { at, id: found[2] } : undefined;
}

const size = z.int().min(1).max(100);
const place = z
  .string()
  .refine(
    (text) => placeOf(text) !== undefined,
    'is not a cursor of this list. Pass the one that the page before answered, unchanged.',
  );

/** Query parameters of a paged list (contract 4). */
export const paging = z.strictObject({
  limit: size.default(50).describe('How many at most, 1–100.'),
  cursor: place.optional().describe('`next_cursor` of the page before; absent for the first page.'),
});

/** The same limits for the arguments of a connection (contract 10). */
export const pageArguments = { first: size, after: place };
