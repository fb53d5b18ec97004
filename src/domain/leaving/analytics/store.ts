import { randomBytes } from 'node:crypto';
import type { AnySql, Fragment, Sql } from '../../../sql/connect.ts';
import { partSize, type SweepResult } from '../../../sql/sweep.ts';
import { usualDays } from '../../calls/usage/rules.ts';
import { placedChapters } from '../../text/chapter/place.ts';
import { endOfEdition } from '../publication/store.ts';
import { type AnalyticsRange, daysMax, pages, type Visit } from './rules.ts';

/** Salt for the visitor hashes of a day. */
export interface Salt {
  /** UTC, by the database's clock, which all nodes share. */
  day: string;
  salt: Uint8Array;
}

const today = (sql: AnySql) => sql`(clock_timestamp() AT TIME ZONE 'UTC')::date`;

/** The first caller of a day creates its salt. */
export async function saltOfToday(sql: Sql): Promise<Salt> {
  const [found] = await sql<
    Salt[]
  >`SELECT to_char(day, 'YYYY-MM-DD') AS day, salt FROM reading_salt WHERE day = ${today(sql)}`;
  if (found) return found;
  await sql`INSERT INTO reading_salt (day, salt) VALUES (${today(sql)}, ${randomBytes(32)}) ON CONFLICT DO NOTHING`;
  return saltOfToday(sql);
}

/**
 * Maximum visitor entries of a book per day. Beyond it only views are counted, not visitors. Ours: a flood must not fill
 * the disk.
 */
const notedMax = 200_000;

/** Counts a batch of visits. Idempotent. All nodes lock rows in one order, to avoid deadlocks. */
export async function countVisits(sql: Sql, batchId: string, day: string, visits: readonly Visit[]): Promise<void> {
  const column = <Name extends keyof Visit>(name: Name) => visits.map((visit) => visit[name]);
  await sql`
    WITH fresh AS (INSERT INTO reading_batch (id, day) VALUES (${batchId}, ${day}::date) ON CONFLICT DO NOTHING
      RETURNING id),
    visit AS (
      SELECT v.account_id, v.book_id, v.page, decode(v.visitor, 'hex') AS hash, v.views
      FROM fresh, unnest(${column('accountId')}::text[], ${column('bookId')}::text[], ${column('page')}::text[],
        ${column('visitor')}::text[], ${column('views')}::int[])
        AS v (account_id, book_id, page, visitor, views)
      JOIN book b ON b.account_id = v.account_id AND b.id = v.book_id
    ), noted AS (
      SELECT account_id, book_id, sum(visitors) AS visitors FROM reading_day
      WHERE (account_id, book_id) IN (SELECT account_id, book_id FROM visit) AND day = ${day}::date
        GROUP BY account_id, book_id
    ), newcomer AS (
      INSERT INTO reading_visitor (day, hash, page)
      SELECT ${day}::date, v.hash, v.page FROM visit v LEFT JOIN noted n USING (account_id, book_id)
      WHERE v.hash <> ''::bytea AND coalesce(n.visitors, 0) < ${notedMax} ORDER BY v.hash, v.page
      ON CONFLICT DO NOTHING RETURNING hash, page
    )
    INSERT INTO reading_day AS d (account_id, book_id, day, page, views, visitors)
    SELECT v.account_id, v.book_id, ${day}::date, v.page, sum(v.views), count(n.hash)
    FROM visit v LEFT JOIN newcomer n ON n.hash = v.hash AND n.page = v.page
    GROUP BY v.account_id, v.book_id, v.page ORDER BY v.account_id, v.book_id, v.page
    ON CONFLICT (account_id, book_id, day, page) DO UPDATE
      SET views = d.views + excluded.views, visitors = d.visitors + excluded.visitors`;
}

/**
 * Deletes the salts of past days and a part of their visitors and batches; only counts remain. A batch is kept one day
 * longer, because it may be retried after midnight.
 */
export async function sweepVisitors(sql: Sql): Promise<SweepResult> {
  const [swept] = await sql<SweepResult[]>`
    WITH salts AS (DELETE FROM reading_salt WHERE day < ${today(sql)}),
    batches AS (
      DELETE FROM reading_batch WHERE id IN (SELECT id FROM reading_batch WHERE day < ${today(sql)} - 1
        LIMIT ${partSize}) RETURNING 1
    ), visitors AS (
      DELETE FROM reading_visitor WHERE (day, hash, page) IN (
        SELECT day, hash, page FROM reading_visitor WHERE day < ${today(sql)} LIMIT ${partSize}) RETURNING 1
    )
    SELECT ((SELECT count(*) FROM batches) + (SELECT count(*) FROM visitors))::int AS count`;
  return swept ?? { count: 0 };
}

/** A book and a range of days. */
export interface AnalyticsKey extends AnalyticsRange {
  bookId: string;
}

/** Counts of a page over the range, or of all pages on one day. */
export interface CountRow {
  /** Number of the key that it belongs to, from 1. */
  place: number;
  from: string;
  to: string;
  /** First and last chapter, for completion; null if there is none. */
  firstId: string | null;
  lastId: string | null;
  /** Null if nothing was read. */
  page: string | null;
  /** Null for the sum over all days. */
  day: string | null;
  views: number;
  visitors: number;
  /** Chapter title; null for other pages. */
  title: string | null;
  /** Null for a deleted chapter. */
  order: number | null;
}

/** Counts of several live books in one statement. Of a range that is too long only its ends are read. */
export function countsOf(sql: Sql, accountId: string, keys: readonly AnalyticsKey[]): Promise<CountRow[]> {
  // Chapters in the published snapshot, or in the book if it is withdrawn.
  const end = (direction: Fragment) => sql`coalesce(
    ${endOfEdition(sql, direction)},
    (SELECT c.id FROM chapter c WHERE c.account_id = b.account_id AND c.book_id = b.id AND c.archived_at IS NULL
      ORDER BY c.rank ${direction}, c.id ${direction} LIMIT 1))`;
  return sql<CountRow[]>`
    WITH wanted AS MATERIALIZED (
      SELECT place, book_id, last_day, coalesce(first::date, last_day - ${usualDays - 1}::int) AS first_day
      FROM unnest(${keys.map(({ bookId }) => bookId)}::text[], ${keys.map(({ from }) => from ?? '')}::text[],
        ${keys.map(({ to }) => to ?? '')}::text[])
        WITH ORDINALITY AS k (book_id, given_from, given_to, place),
        LATERAL (SELECT nullif(given_from, '') AS first, coalesce(nullif(given_to, '')::date,
          ${today(sql)}) AS last_day) given
    ), counted AS (
      SELECT w.place, d.page, d.day, sum(d.views)::int AS views, sum(d.visitors)::int AS visitors
      FROM wanted w JOIN reading_day d ON d.account_id = ${accountId} AND d.book_id = w.book_id
        AND d.day BETWEEN w.first_day AND w.last_day
      WHERE w.last_day - w.first_day < ${daysMax}
      GROUP BY GROUPING SETS ((w.place, d.page), (w.place, d.page, d.day)) HAVING GROUPING(d.day) = 1
        OR d.page = ${pages.all}
    )
    SELECT b.account_id AS owner_of_book, w.place::int, to_char(w.first_day, 'YYYY-MM-DD') AS from,
      to_char(w.last_day, 'YYYY-MM-DD') AS to, ${end(sql`ASC`)} AS first_id, ${end(sql`DESC`)} AS last_id,
      t.page, to_char(t.day, 'YYYY-MM-DD') AS day, t.views, t.visitors, c.title, p.place AS "order"
    FROM wanted w JOIN book b ON b.account_id = ${accountId} AND b.id = w.book_id AND b.deleted_at IS NULL
      LEFT JOIN counted t USING (place)
    LEFT JOIN chapter c ON c.account_id = ${accountId} AND c.id = t.page
    LEFT JOIN ${placedChapters(
      sql,
      accountId,
      keys.map(({ bookId }) => bookId),
    )} p ON p.account_id = ${accountId} AND p.id = c.id
    ORDER BY w.place, t.day, "order", t.page`;
}
