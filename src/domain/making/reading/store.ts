import type { AnySql, Sql } from '../../../sql/connect.ts';
import { type BookKey, liveBook } from '../../story/book/store.ts';
import { placedChapters } from '../../text/chapter/place.ts';
import { presentTextOf } from '../../text/texts/present.ts';
import { orderInTurn } from '../recap/order-store.ts';
import type { ReadRequest } from './rules.ts';

/** A chapter without a recap of its text, with the length of the text in characters. */
export interface Unread {
  chapterId: string;
  length: number;
}

/** Condition for a recap that a reading makes: of a text that has none, or a stale one that nobody wrote by hand. */
const isUnread = (sql: AnySql) => sql`
  (p.chapter_id IS NULL OR (p.origin <> 'person' AND t.revision_id IS DISTINCT FROM p.fresh_revision_id))`;

/** The chapters with a text whose recap is missing or stale, in order. */
const unreadOf = (sql: AnySql, key: BookKey, { from, to }: ReadRequest) => sql`
  SELECT c.account_id, c.id AS chapter_id, c.place, char_length(t.body) AS length
  FROM book b JOIN ${placedChapters(sql, key.accountId, key.bookId)} c ON c.book_id = b.id
  JOIN ${presentTextOf(sql)}
  LEFT JOIN chapter_recap p ON p.account_id = c.account_id AND p.chapter_id = c.id
  WHERE ${liveBook(sql, key)} AND ${isUnread(sql)} AND c.place >= ${from ?? 1}
    AND ${to === undefined ? sql`true` : sql`c.place <= ${to}`}`;

export function unreadChapters(sql: Sql, key: BookKey, request: ReadRequest): Promise<Unread[]> {
  return sql<Unread[]>`
    SELECT u.account_id AS owner_of_chapter, u.chapter_id, u.length FROM (${unreadOf(sql, key, request)}) u ORDER BY u.place`;
}

/** Orders the recaps of all unread chapters. One that a run works on already is only given its place. */
export async function orderReading(sql: Sql, key: BookKey, request: ReadRequest): Promise<void> {
  await orderInTurn(sql, unreadOf(sql, key, request));
}

/** A chapter, whether it has a text and a recap of it, and the order and run of that recap. */
export interface Standing {
  bookId: string;
  chapterId: string;
  order: number;
  title: string;
  hasText: boolean;
  hasRecap: boolean;
  isStale: boolean;
  isOrdered: boolean;
  dueAt: Date | null;
  failedAt: Date | null;
  runId: string | null;
  isRunning: boolean;
  errorCode: string | null;
  errorMessage: string | null;
}

/** The standing of all chapters of some books, in order. */
export function standingsOf(sql: Sql, accountId: string, bookIds: readonly string[]): Promise<Standing[]> {
  return sql<Standing[]>`
    SELECT c.account_id AS owner_of_chapter, c.book_id, c.id AS chapter_id, c.place AS order, c.title,
      t.chapter_id IS NOT NULL AS has_text, p.chapter_id IS NOT NULL AS has_recap,
      p.chapter_id IS NOT NULL AND t.revision_id IS DISTINCT FROM p.fresh_revision_id AS is_stale,
      o.place IS NOT NULL AS is_ordered, o.due_at, o.failed_at, r.id AS run_id, coalesce(r.state = 'running', false) AS is_running,
      r.error_code, r.error_message
    FROM ${placedChapters(sql, accountId, bookIds)} c
    LEFT JOIN ${presentTextOf(sql)}
    LEFT JOIN chapter_recap p ON p.account_id = c.account_id AND p.chapter_id = c.id
    LEFT JOIN recap_order o ON o.account_id = c.account_id AND o.chapter_id = c.id
    LEFT JOIN (
      SELECT chapter_id, max(id) AS id FROM run
      WHERE account_id = ${accountId} AND book_id = ANY(${[...bookIds]}) AND kind = 'summarize' AND state = 'running'
      GROUP BY chapter_id
    ) w ON w.chapter_id = c.id
    LEFT JOIN run r ON r.account_id = c.account_id AND r.id = coalesce(w.id, o.run_id)
    ORDER BY c.book_id, c.rank, c.id`;
}
