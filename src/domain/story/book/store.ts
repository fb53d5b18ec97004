import { newId } from '../../../ids/id.ts';
import { amongBooks } from '../../../sql/bounds.ts';
import { columnsOf, type Selected, type Selection } from '../../../sql/columns.ts';
import { type AnySql, assignments, type Sql, type Transaction } from '../../../sql/connect.ts';
import { betweenPlaces, newestFirst } from '../../../sql/range.ts';
import type { PageRange } from '../../page.ts';
import { countingBooks } from '../account/hooks.ts';
import { accountRow } from '../account/store.ts';
import { chapterTotals } from './clauses.ts';
import { type BookPatch, type BookStatus, type NewBook, newBook, type Visibility } from './rules.ts';

export interface Book extends NewBook {
  id: string;
  author: string;
  status: BookStatus;
  visibility: Visibility;
  slug: string | null;
  readerKey: string | null;
  publishedAt: Date | null;
  wordCount: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** Null for a live book; deleted books are only in their own list. */
  deletedAt: Date | null;
}

/** Books of an account, restricted to those of a bound key. */
export interface Shelf {
  accountId: string;
  bookIds: readonly string[] | null;
}

/** Identifies a book of an account. Missing, foreign and deleted books give the same empty result. */
export interface BookKey {
  accountId: string;
  bookId: string;
}

/** Members of every record of a book, besides those that callers write. */
export interface PartOfBook {
  id: string;
  bookId: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Columns of these members. */
export const partOfBook = { id: true, bookId: true, version: true, createdAt: true, updatedAt: true } as const;

/** Condition that the row `b` of table book is a live book of the caller. */
export function liveBook(sql: AnySql, { accountId, bookId }: BookKey) {
  return sql`b.account_id = ${accountId} AND b.id = ${bookId} AND b.deleted_at IS NULL`;
}

/** Maximum concurrent inserts into one book over all nodes. A roster with more room left needs no lock (ours). */
export const insertsAtOnceMax = 100;

/**
 * Locks a book: changes of order, texts and rosters run one at a time. Answers its language; undefined if there is no such
 * book.
 */
export async function lockBook(tx: Transaction, key: BookKey): Promise<{ language: string } | undefined> {
  const [row] = await tx<
    { language: string }[]
  >`SELECT b.language FROM book b WHERE ${liveBook(tx, key)} FOR NO KEY UPDATE`;
  return row;
}

/** Additional condition on the expected version, if there is one. */
export const atVersion = (sql: AnySql, expected: number | undefined) =>
  expected === undefined ? sql`` : sql`AND b.version = ${expected}`;

/** Condition that the row of this alias belongs to a live book of the shelf. */
export function ofLiveBook(sql: AnySql, { accountId, bookIds }: Shelf, alias: string) {
  const row = sql.unsafe(alias);
  return sql`
    ${row}.account_id = ${accountId} ${amongBooks(sql, `${alias}.book_id`, bookIds)} AND EXISTS (
      SELECT FROM book b WHERE b.account_id = ${accountId} AND b.id = ${row}.book_id AND b.deleted_at IS NULL)`;
}

export const bookColumns = columnsOf<Book>()({
  name: 'book',
  alias: 'b',
  written: newBook,
  others: {
    id: true,
    visibility: true,
    slug: true,
    readerKey: true,
    publishedAt: true,
    version: true,
    createdAt: true,
    updatedAt: true,
    deletedAt: true,
    wordCount: 'coalesce(c.words, 0)::int',
    status: `CASE WHEN c.chapters = 0 THEN 'draft' WHEN b.published_at IS NOT NULL THEN 'published' WHEN c.complete = c.chapters THEN 'ready' ELSE 'writing' END`,
  },
  // The order and the cursors of lists.
  always: ['id', 'updatedAt', 'deletedAt'],
});

/** A book with the columns that a document reads. */
type ShownBook = Selected<Book, 'id' | 'updatedAt' | 'deletedAt'>;
/** A whole book, or one with selected columns. */
export type BookRow = Book | ShownBook;

/** Columns of a book's row `b`. */
export const selectBook = (sql: AnySql, selection: Selection<BookRow> = bookColumns.all) =>
  sql`SELECT ${selection.of(sql)}`;
/** Joins the totals of the chapters of row `b` if the status or the word count is selected. */
export const withChapterTotals = (sql: AnySql, selection: Selection<BookRow> = bookColumns.all) =>
  selection.reads('wordCount', 'status')
    ? sql`
  CROSS JOIN LATERAL (${chapterTotals.of(sql)}) c`
    : sql``;

export function bookById(sql: AnySql, key: BookKey): Promise<Book | undefined> {
  return selectedBook(sql, key, bookColumns.all);
}

export async function selectedBook<Row extends BookRow>(
  sql: AnySql,
  key: BookKey,
  selection: Selection<Row>,
): Promise<Row | undefined> {
  const [row] = await sql<
    Row[]
  >`${selectBook(sql, selection)} FROM book b ${withChapterTotals(sql, selection)} WHERE ${liveBook(sql, key)}`;
  return row;
}

export function booksByIds<Row extends BookRow>(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<
    Row[]
  >`${selectBook(sql, selection)} FROM book b ${withChapterTotals(sql, selection)} WHERE b.account_id = ${accountId}
    AND b.id = ANY(${[...ids]}) AND b.deleted_at IS NULL`;
}

/** Live books of a shelf by id, unordered. */
export function booksOfShelf<Row extends BookRow>(
  sql: Sql,
  shelf: Shelf,
  ids: readonly string[],
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    ${selectBook(sql, selection)} FROM book b ${withChapterTotals(sql, selection)}
    WHERE b.account_id = ${shelf.accountId} ${amongBooks(sql, 'b.id', shelf.bookIds)} AND b.id = ANY(${[...ids]})
      AND b.deleted_at IS NULL`;
}

/** All books of an account as a table, without deleted ones. */
export const liveBooks = (sql: AnySql, accountId: string) =>
  sql`(SELECT * FROM book WHERE account_id = ${accountId} AND deleted_at IS NULL)`;

/** Number of these books that the account has, without deleted ones. */
export async function liveBookCount(sql: AnySql, accountId: string, ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM book b WHERE b.account_id = ${accountId} AND b.id = ANY(${[...ids]})
      AND b.deleted_at IS NULL`;
  return row?.count ?? 0;
}

/** Most recently updated first; the rows of a page and one more. */
export function booksOf<Row extends BookRow>(
  sql: Sql,
  { accountId, bookIds }: Shelf,
  range: PageRange,
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    ${selectBook(sql, selection)}
    FROM (
      SELECT * FROM book
      WHERE account_id = ${accountId} AND deleted_at IS NULL ${amongBooks(sql, 'id', bookIds)}
        ${betweenPlaces(sql, [sql`updated_at`, sql`id`], range)}
      ORDER BY updated_at ${newestFirst(sql, range)}, id ${newestFirst(sql, range)} LIMIT ${range.size + 1}
    ) b ${withChapterTotals(sql, selection)}
    ORDER BY b.updated_at ${newestFirst(sql, range)}, b.id ${newestFirst(sql, range)}`;
}

export async function insertBook(sql: Sql, accountId: string, row: NewBook): Promise<Book> {
  const values = { ...row, author: sql`coalesce(${row.author ?? null}, name)` };
  const [made] = await sql<Book[]>`
    WITH b AS (
      INSERT INTO book (account_id, id, ${bookColumns.names(sql)})
      SELECT id, ${newId('bk')}, ${bookColumns.values(sql, values)}
      FROM ${accountRow(sql, accountId)} AS owner
      RETURNING *
    ) ${selectBook(sql)} FROM b ${withChapterTotals(sql)} WHERE b.account_id = ${accountId}`;
  if (!made) throw new Error('The account of this token is gone.');
  return made;
}

/** Updates the given fields; undefined if there is no such book at the expected version. */
export async function updateBook(
  sql: Sql,
  key: BookKey,
  patch: BookPatch,
  expected: number | undefined,
): Promise<Book | undefined> {
  // Stored with the plan (contract 4): a genre or audience set by hand is no longer a detected one.
  const planned = 'genre' in patch || 'audience' in patch;
  const [row] = await sql<Book[]>`
    WITH b AS (
      UPDATE book b SET ${assignments(sql, patch)}, version = version + 1, updated_at = clock_timestamp()
        ${
          planned
            ? sql`, auto_detected_genre = false, plan_version = plan_version + 1,
          plan_updated_at = clock_timestamp()`
            : sql``
        }
      WHERE ${liveBook(sql, key)} ${atVersion(sql, expected)}
      RETURNING *
    ) ${selectBook(sql)} FROM b ${withChapterTotals(sql)}`;
  return row;
}

countingBooks.add(liveBookCount);
