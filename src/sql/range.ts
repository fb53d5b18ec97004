import type { amongBooks } from './bounds.ts';
import type { AnySql } from './connect.ts';

/** Position in a list that is ordered by time and id. */
export interface PagePosition {
  at: Date;
  id: string;
}

/** Page of a list for a store. */
export interface PageRange<At = PagePosition> {
  size: number;
  /** Only rows behind this position. */
  after?: At | undefined;
  /** Only rows before this position. */
  before?: At | undefined;
  /** Whether the page is at the end of the range. Its rows are in reverse order. */
  isBackward?: boolean;
}

type Fragment = ReturnType<typeof amongBooks>;

/**
 * Additional condition for a list with newest first: rows behind one position and before another. `at` and `id` are its
 * columns.
 */
export function betweenPlaces(
  sql: AnySql,
  [at, id]: readonly [Fragment, Fragment],
  { after, before }: { after?: PagePosition | undefined; before?: PagePosition | undefined },
) {
  return sql`${after ? sql`AND (${at}, ${id}) < (${after.at}, ${after.id})` : sql``}
    ${before ? sql`AND (${at}, ${id}) > (${before.at}, ${before.id})` : sql``}`;
}

/** Sort direction for a page of such a list. */
export function newestFirst(sql: AnySql, { isBackward }: { isBackward?: boolean }) {
  return isBackward ? sql`ASC` : sql`DESC`;
}
