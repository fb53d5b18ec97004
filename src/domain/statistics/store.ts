import type { Sql } from '../../sql/connect.ts';

/** What one day did to the words of a book; days are UTC, `2026-11-21`. */
export interface DayRow {
  day: string;
  change: number;
  byModel: number;
}

export interface Ledger {
  /** By the database's clock, which is one for all nodes. */
  today: string;
  /** Oldest first; days on which nothing happened are left out. */
  rows: DayRow[];
}

/** The days of several books in one statement. */
export async function ledgersOfBooks(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
): Promise<Map<string, Ledger>> {
  // A clock that was put back must not lose a day.
  const rows = await sql<(DayRow & { today: string; bookId: string | null })[]>`
    SELECT today::text, d.book_id, least(d.day, today)::text AS day, sum(d.change)::int AS change, sum(d.by_model)::int AS by_model
    FROM (SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date AS today) t
    LEFT JOIN chapter_day d ON d.account_id = ${accountId} AND d.book_id = ANY(${[...bookIds]})
    GROUP BY today, d.book_id, least(d.day, today) ORDER BY d.book_id, day`;
  const today = rows[0]?.today;
  if (today === undefined) throw new Error('The day was not read.');
  const byBook = Map.groupBy(rows, ({ bookId }) => bookId);
  return new Map(bookIds.map((bookId) => [bookId, { today, rows: byBook.get(bookId) ?? [] }]));
}

/** When somebody or something worked on a chapter, and what came of it within a number of days up to today. */
export interface ChapterWork {
  bookId: string;
  days: number;
  chapterId: string;
  firstDay: string;
  lastDay: string;
  change: number;
}

/** For each book its own number of days; chapters that nobody worked on are left out. */
export function workOnChapters(
  sql: Sql,
  accountId: string,
  wanted: readonly { bookId: string; days: number }[],
): Promise<ChapterWork[]> {
  const [bookIds, days] = [wanted.map(({ bookId }) => bookId), wanted.map((one) => one.days)];
  return sql<ChapterWork[]>`
    SELECT d.book_id, w.days, d.chapter_id, min(d.day)::text AS first_day, max(d.day)::text AS last_day,
      coalesce(sum(d.change) FILTER (WHERE d.day > (clock_timestamp() AT TIME ZONE 'UTC')::date - w.days), 0)::int AS change
    FROM unnest(${bookIds}::text[], ${days}::int[]) AS w (book_id, days)
    JOIN chapter_day d ON d.account_id = ${accountId} AND d.book_id = w.book_id
    GROUP BY d.book_id, w.days, d.chapter_id`;
}

/** A text as it stands, without the text. */
export interface TextMark {
  chapterId: string;
  /** Another one with every change of the text, also in place. */
  mark: string;
  bytes: number;
}

/** The texts of chapters; those without one are left out. */
export function textMarksOf(sql: Sql, accountId: string, chapterIds: readonly string[]): Promise<TextMark[]> {
  // xmin is the transaction that wrote the row: it tells of every change without reading the prose.
  return sql<TextMark[]>`
    SELECT chapter_id, revision_id || ' ' || xmin::text AS mark, octet_length(body) AS bytes
    FROM chapter_text WHERE account_id = ${accountId} AND chapter_id = ANY(${[...chapterIds]})`;
}

/** The texts themselves, each with the mark that it has now. */
export function markedTextsOf(
  sql: Sql,
  accountId: string,
  chapterIds: readonly string[],
): Promise<{ chapterId: string; mark: string; body: string }[]> {
  return sql<{ chapterId: string; mark: string; body: string }[]>`
    SELECT chapter_id, revision_id || ' ' || xmin::text AS mark, body
    FROM chapter_text WHERE account_id = ${accountId} AND chapter_id = ANY(${[...chapterIds]})`;
}
