import type { Sql } from '../../../sql/connect.ts';

/** Changes of a book's words on one day (UTC), such as `2026-11-21`. */
export interface DayRow {
  day: string;
  change: number;
  byModel: number;
}

export interface Ledger {
  /** By the database's clock, which all nodes share. */
  today: string;
  /** Oldest first, without days that have no changes. */
  rows: DayRow[];
}

/** Days of several books in one statement. */
export async function ledgersOfBooks(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
): Promise<Map<string, Ledger>> {
  // A clock that was set back must not lose a day.
  const rows = await sql<(DayRow & { today: string; bookId: string | null })[]>`
    SELECT to_char(today, 'YYYY-MM-DD') AS today, d.book_id, to_char(least(d.day, today), 'YYYY-MM-DD') AS day,
      sum(d.change)::int AS change, sum(d.by_model)::int AS by_model
    FROM (SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date AS today) t
    LEFT JOIN chapter_day d ON d.account_id = ${accountId} AND d.book_id = ANY(${[...bookIds]})
    GROUP BY today, d.book_id, least(d.day, today) ORDER BY d.book_id, day`;
  const today = rows[0]?.today;
  if (today === undefined) throw new Error('The day was not read.');
  const byBook = Map.groupBy(rows, ({ bookId }) => bookId);
  return new Map(bookIds.map((bookId) => [bookId, { today, rows: byBook.get(bookId) ?? [] }]));
}

/** When a chapter was worked on, and the change of its words over a number of days up to today. */
export interface ChapterWork {
  bookId: string;
  days: number;
  chapterId: string;
  firstDay: string;
  lastDay: string;
  change: number;
}

/** Each book has its own number of days. Chapters without work are left out. */
export function workOnChapters(
  sql: Sql,
  accountId: string,
  wanted: readonly { bookId: string; days: number }[],
): Promise<ChapterWork[]> {
  const [bookIds, days] = [wanted.map(({ bookId }) => bookId), wanted.map((one) => one.days)];
  return sql<ChapterWork[]>`
    SELECT d.book_id, w.days, d.chapter_id, to_char(min(d.day), 'YYYY-MM-DD') AS first_day, to_char(max(d.day),
      'YYYY-MM-DD') AS last_day,
      coalesce(sum(d.change)
        FILTER (WHERE d.day > (clock_timestamp() AT TIME ZONE 'UTC')::date - w.days), 0)::int AS change
    FROM unnest(${bookIds}::text[], ${days}::int[]) AS w (book_id, days)
    JOIN chapter_day d ON d.account_id = ${accountId} AND d.book_id = w.book_id
    GROUP BY d.book_id, w.days, d.chapter_id`;
}
