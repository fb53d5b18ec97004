import type { AnySql } from '../../../sql/connect.ts';

/** The place of the live chapter `c` among the live chapters of its book, from 1. Counted, because only ranks are stored. */
export const placeOf = (sql: AnySql) => sql`(
  SELECT count(*)::int + 1 FROM chapter o
  WHERE o.account_id = c.account_id AND o.book_id = c.book_id AND o.archived_at IS NULL
    AND (o.rank, o.id) < (c.rank, c.id) AND o.id <> c.id
)`;

/**
 * The live chapters of a book, or of several, as a table with `place`: cheaper than `placeOf` where all are read. The index has
 * those of one book in order.
 */
export const placedChapters = (sql: AnySql, accountId: string, books: string | readonly string[]) => sql`(
  SELECT *, row_number() OVER (PARTITION BY book_id ORDER BY rank, id)::int AS place FROM chapter
  WHERE account_id = ${accountId}
    AND ${typeof books === 'string' ? sql`book_id = ${books}` : sql`book_id = ANY(${[...books]})`}
    AND archived_at IS NULL
)`;
