import { z } from 'zod';
import type { PagePosition, PageRange } from '../sql/range.ts';

export type { PagePosition as Place, PageRange };

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|([a-z0-9_]{1,40})$/;

/** Encodes an opaque cursor. */
export function cursorAt(at: Date, id: string): string {
  return Buffer.from(`${at.toISOString()}|${id}`).toString('base64url');
}

/** Position of a cursor; undefined if it is malformed. */
export function positionOf(cursor: string): PagePosition | undefined {
  const found = form.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const at = new Date(found?.[1] ?? Number.NaN);
  // PostgreSQL has no year 0, and hour 24 may be in the year 10000. Invalid dates fail the comparison too.
  const year = at.getUTCFullYear();
  return found?.[2] && year >= 1 && year <= 9999 ? { at, id: found[2] } : undefined;
}

const size = z.int().min(1).max(100);
const cursorBy = (read: (cursor: string) => object | undefined) =>
  z
    .string()
    .refine(
      (text) => read(text) !== undefined,
      'is not a cursor of this list. Pass the one that the page before answered, unchanged.',
    );
const place = cursorBy(positionOf);

/** Query parameters of a paged list (contract 4). */
export const paging = z.strictObject({
  limit: size.default(50).describe('How many at most, 1–100.'),
  cursor: place.optional().describe('`next_cursor` of the page before; absent for the first page.'),
});

/** The same limits for the arguments of a connection (contract 10). */
export const pageArguments = { size, cursor: place };

/** The same for a list that is read in full. */
export const listPageArguments = { size, cursor: cursorBy(listPlaceOf) };

/** Position in a list that is read in full: `order` if the list has one, then the id. */
export interface ListPlace {
  order: number;
  id: string;
}

const listForm = /^(\d{1,6})\|([a-z0-9_]{1,40})$/;

export function listCursorAt({ order, id }: ListPlace): string {
  return Buffer.from(`${order}|${id}`).toString('base64url');
}

/** Position of a cursor of such a list; undefined if it is malformed. */
export function listPlaceOf(cursor: string): ListPlace | undefined {
  const [, order, id] = listForm.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return order && id ? { order: Number(order), id } : undefined;
}

/** Rows of a page of such a list and one more, as `pageOf` expects. */
export function rowsBetween<T>(
  list: readonly T[],
  { size, after, before, isBackward }: PageRange<ListPlace>,
  placeIn: (row: T) => ListPlace,
): T[] {
  const within = list.filter((row) => {
    const place = placeIn(row);
    return (!after || isBehind(place, after)) && (!before || isBehind(before, place));
  });
  return (isBackward ? within.reverse() : within).slice(0, size + 1);
}

function isBehind(one: ListPlace, other: ListPlace): boolean {
  return one.order === other.order ? one.id > other.id : one.order > other.order;
}
