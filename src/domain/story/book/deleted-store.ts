import { amongBooks } from '../../../sql/bounds.ts';
import type { Selection } from '../../../sql/columns.ts';
import type { AnySql, Sql } from '../../../sql/connect.ts';
import { betweenPlaces, newestFirst } from '../../../sql/range.ts';
import type { SweepResult } from '../../../sql/sweep.ts';
import type { PageRange } from '../../page.ts';
import { besideDeletedBook } from './clauses.ts';
import {
  atVersion,
  type Book,
  type BookKey,
  type BookRow,
  liveBook,
  type Shelf,
  selectBook,
  withChapterTotals,
} from './store.ts';

/** Time in which a deleted book can be restored. */
const keptFor = '30 days';

/**
 * Hides a book from every read and requests the cancellation of its runs. It can be restored for 30 days. Locks runs in the
 * order of ids, as other code does. False if there is no such book at the expected version.
 */
export async function deleteBook(sql: Sql, key: BookKey, expected: number | undefined): Promise<boolean> {
  const rows = await sql`
    WITH gone AS (UPDATE book b SET deleted_at = clock_timestamp()
      WHERE ${liveBook(sql, key)} ${atVersion(sql, expected)} RETURNING account_id, id) ${besideDeletedBook.of(sql)}
    SELECT 1 FROM gone`;
  return rows.length > 0;
}

/** Condition that the row `b` is a book of the caller that is live or can be restored. */
const keptBook = (sql: AnySql, { accountId, bookId }: BookKey) => sql`
  b.account_id = ${accountId} AND b.id = ${bookId} AND (b.deleted_at IS NULL
    OR b.deleted_at > clock_timestamp() - ${keptFor}::interval)`;

/** A book that is live or can be restored; undefined otherwise. */
export async function keptBookById(sql: AnySql, key: BookKey): Promise<Book | undefined> {
  const [row] = await sql<Book[]>`${selectBook(sql)} FROM book b ${withChapterTotals(sql)} WHERE ${keptBook(sql, key)}`;
  return row;
}

/** Restores a deleted book, or answers a live one unchanged; undefined if there is none at the expected version. */
export async function restoreBook(sql: Sql, key: BookKey, expected: number | undefined): Promise<Book | undefined> {
  const [row] = await sql<Book[]>`
    WITH b AS (
      UPDATE book b SET deleted_at = NULL WHERE ${keptBook(sql, key)} ${atVersion(sql, expected)}
      RETURNING *
    ) ${selectBook(sql)} FROM b ${withChapterTotals(sql)}`;
  return row;
}

/** Books that can be restored, most recently deleted first; the rows of a page and one more. */
export function deletedBooksOf<Row extends BookRow>(
  sql: Sql,
  { accountId, bookIds }: Shelf,
  range: PageRange,
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    ${selectBook(sql, selection)}
    FROM (
      SELECT * FROM book
      WHERE account_id = ${accountId}
        AND deleted_at > clock_timestamp() - ${keptFor}::interval ${amongBooks(sql, 'id', bookIds)}
        ${betweenPlaces(sql, [sql`deleted_at`, sql`id`], range)}
      ORDER BY deleted_at ${newestFirst(sql, range)}, id ${newestFirst(sql, range)} LIMIT ${range.size + 1}
    ) b ${withChapterTotals(sql, selection)}
    ORDER BY b.deleted_at ${newestFirst(sql, range)}, b.id ${newestFirst(sql, range)}`;
}

/** Permanently deletes one book that was deleted more than 30 days ago. */
export function sweepDeleted(sql: Sql): Promise<SweepResult> {
  // A book that is being imported counts as deleted before all time.
  const isOver = () => sql`deleted_at < now() - ${keptFor}::interval AND importing_at IS NULL`;
  // One book at a time, because its audio and pictures are deleted too. The outer condition protects a book that is being
  // restored. With ORDER BY the planner uses the index; otherwise it would scan all books.
  return sql`
    DELETE FROM book WHERE ${isOver()} AND (account_id, id) IN (
      SELECT account_id, id FROM book WHERE ${isOver()} ORDER BY deleted_at LIMIT 1)`;
}
