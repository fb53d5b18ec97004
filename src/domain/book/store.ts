import { newId } from '../../id.ts';
import { Columns } from '../../sql/columns.ts';
import { type AnySql, assignments, type Sql } from '../../sql/connect.ts';
import { sweepInParts } from '../../sql/sweep.ts';
import type { Place } from '../page.ts';
import type { BookPatch, BookStatus, ModelTier, NewBook, Visibility } from './rules.ts';

export interface Book {
  id: string;
  title: string;
  subtitle: string | null;
  premise: string;
  author: string;
  description: string | null;
  language: string;
  genre: string | null;
  audience: string | null;
  toneStyle: string | null;
  modelTier: ModelTier;
  coverColor: string | null;
  targetWords: number | null;
  status: BookStatus;
  visibility: Visibility;
  slug: string | null;
  publishedAt: Date | null;
  wordCount: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** Null for a live one; others are in the list of the deleted alone. */
  deletedAt: Date | null;
}

/** Whose book. A book that is missing, foreign or deleted is one empty result. */
export interface BookKey {
  accountId: string;
  bookId: string;
}

/** The condition that the row `b` of table book is the caller's and alive. */
export function liveBook(sql: AnySql, { accountId, bookId }: BookKey) {
  return sql`b.account_id = ${accountId} AND b.id = ${bookId} AND b.deleted_at IS NULL`;
}

/** The further condition that the row is at the version a caller expects, where it expects one. */
const atVersion = (sql: AnySql, expected: number | undefined) =>
  expected === undefined ? sql`` : sql`AND b.version = ${expected}`;

const listed = new Columns(
  {
    id: 'b.id',
    title: 'b.title',
    subtitle: 'b.subtitle',
    premise: 'b.premise',
    author: 'b.author',
    description: 'b.description',
    language: 'b.language',
    genre: 'b.genre',
    audience: 'b.audience',
    toneStyle: 'b.tone_style',
    modelTier: 'b.model_tier',
    coverColor: 'b.cover_color',
    targetWords: 'b.target_words',
    visibility: 'b.visibility',
    slug: 'b.slug',
    publishedAt: 'b.published_at',
    version: 'b.version',
    createdAt: 'b.created_at',
    updatedAt: 'b.updated_at',
    deletedAt: 'b.deleted_at',
    wordCount: 'coalesce(c.words, 0)::int AS word_count',
    status: `CASE WHEN c.chapters = 0 THEN 'draft' WHEN b.published_at IS NOT NULL THEN 'published' WHEN c.complete = c.chapters THEN 'ready' ELSE 'writing' END AS status`,
  },
  // What lists go by, and whether readers can find it.
  ['id', 'visibility', 'slug', 'publishedAt', 'updatedAt', 'deletedAt'],
  ['statistics'],
);

/** A book's row as `b`, with what follows from its chapters, status and words; or of all that what is asked for. */
const selectBook = (sql: AnySql, asked?: Asked) => sql`SELECT ${listed.of(sql, asked)}`;
const chaptersOfIt = (sql: AnySql, asked?: Asked) =>
  listed.reads(['wordCount', 'status'], asked)
    ? sql`
  CROSS JOIN LATERAL (
    SELECT count(*) AS chapters, count(*) FILTER (WHERE text_status = 'complete') AS complete, sum(word_count) AS words
    FROM chapter WHERE account_id = b.account_id AND book_id = b.id AND archived_at IS NULL
  ) c`
    : sql``;

/** The members of a record that anybody will look at; others are not there. */
type Asked = ReadonlySet<string>;

export async function bookById(sql: AnySql, key: BookKey, asked?: Asked): Promise<Book | undefined> {
  const [row] = await sql<
    Book[]
  >`${selectBook(sql, asked)} FROM book b ${chaptersOfIt(sql, asked)} WHERE ${liveBook(sql, key)}`;
  return row;
}

export function booksByIds(sql: Sql, accountId: string, ids: readonly string[], asked?: Asked): Promise<Book[]> {
  return sql<
    Book[]
  >`${selectBook(sql, asked)} FROM book b ${chaptersOfIt(sql, asked)} WHERE b.account_id = ${accountId} AND b.id = ANY(${[...ids]}) AND b.deleted_at IS NULL`;
}

/** Newest-updated first; up to `limit` rows behind a place, or the first ones. */
export function booksOf(
  sql: Sql,
  accountId: string,
  limit: number,
  after: Place | undefined,
  asked?: Asked,
): Promise<Book[]> {
  return sql<Book[]>`
    ${selectBook(sql, asked)}
    FROM (
      SELECT * FROM book
      WHERE account_id = ${accountId} AND deleted_at IS NULL
        ${after ? sql`AND (updated_at, id) < (${after.at}, ${after.id})` : sql``}
      ORDER BY updated_at DESC, id DESC LIMIT ${limit}
    ) b ${chaptersOfIt(sql, asked)}
    ORDER BY b.updated_at DESC, b.id DESC`;
}

export async function insertBook(sql: Sql, accountId: string, row: NewBook): Promise<Book> {
  const [made] = await sql<Book[]>`
    WITH b AS (
      INSERT INTO book (account_id, id, title, subtitle, premise, author, description, language, genre, audience, tone_style, model_tier, cover_color, target_words)
      SELECT id, ${newId('bk')}, ${row.title}, ${row.subtitle}, ${row.premise}, coalesce(${row.author ?? null}, name), ${row.description}, ${row.language},
        ${row.genre}, ${row.audience}, ${row.toneStyle}, ${row.modelTier}, ${row.coverColor}, ${row.targetWords}
      FROM account WHERE id = ${accountId}
      RETURNING *
    ) ${selectBook(sql)} FROM b ${chaptersOfIt(sql)}`;
  if (!made) throw new Error('The account of this token is gone.');
  return made;
}

/** Writes the given fields and leaves the rest; undefined when there is no such book, or not at the expected version. */
export async function updateBook(
  sql: Sql,
  key: BookKey,
  patch: BookPatch,
  expected: number | undefined,
): Promise<Book | undefined> {
  // One value with the plan (contract 4): a genre or audience set by hand is no longer a detected one.
  const planned = 'genre' in patch || 'audience' in patch;
  const [row] = await sql<Book[]>`
    WITH b AS (
      UPDATE book b SET ${assignments(sql, patch)}, version = version + 1, updated_at = clock_timestamp()
        ${planned ? sql`, auto_detected_genre = false, plan_version = plan_version + 1, plan_updated_at = clock_timestamp()` : sql``}
      WHERE ${liveBook(sql, key)} ${atVersion(sql, expected)}
      RETURNING *
    ) ${selectBook(sql)} FROM b ${chaptersOfIt(sql)}`;
  return row;
}

/** Takes the book out of every read; it can be restored for 30 days. Runs are taken by id, as whoever takes several does. False when there is no such book. */
export async function deleteBook(sql: Sql, key: BookKey, expected: number | undefined): Promise<boolean> {
  const rows = await sql`
    WITH gone AS (UPDATE book b SET deleted_at = clock_timestamp() WHERE ${liveBook(sql, key)} ${atVersion(sql, expected)} RETURNING account_id, id),
    held AS (SELECT r.account_id, r.id FROM run r JOIN gone ON gone.account_id = r.account_id AND gone.id = r.book_id WHERE r.state = 'running' ORDER BY r.id FOR NO KEY UPDATE OF r),
    stopped AS (UPDATE run SET cancel_requested = true FROM held WHERE run.account_id = held.account_id AND run.id = held.id)
    SELECT 1 FROM gone`;
  return rows.length > 0;
}

const keptFor = '30 days';

/** The condition that the row `b` is the caller's and alive, or can be brought back. */
const keptBook = (sql: AnySql, { accountId, bookId }: BookKey) => sql`
  b.account_id = ${accountId} AND b.id = ${bookId} AND (b.deleted_at IS NULL OR b.deleted_at > clock_timestamp() - ${keptFor}::interval)`;

/** A book that is alive or can be brought back; undefined when there is none, or its 30 days are over. */
export async function keptBookById(sql: AnySql, key: BookKey): Promise<Book | undefined> {
  const [row] = await sql<Book[]>`${selectBook(sql)} FROM book b ${chaptersOfIt(sql)} WHERE ${keptBook(sql, key)}`;
  return row;
}

/** A deleted book as it was, or a live one untouched; undefined when there is none, or not at the expected version. */
export async function restoreBook(sql: Sql, key: BookKey, expected: number | undefined): Promise<Book | undefined> {
  const [row] = await sql<Book[]>`
    WITH b AS (
      UPDATE book b SET deleted_at = NULL WHERE ${keptBook(sql, key)} ${atVersion(sql, expected)}
      RETURNING *
    ) ${selectBook(sql)} FROM b ${chaptersOfIt(sql)}`;
  return row;
}

/** Those that can be brought back, last deleted first; up to `limit` rows behind a place, or the first ones. */
export function deletedBooksOf(
  sql: Sql,
  accountId: string,
  limit: number,
  after: Place | undefined,
  asked?: Asked,
): Promise<Book[]> {
  return sql<Book[]>`
    ${selectBook(sql, asked)}
    FROM (
      SELECT * FROM book
      WHERE account_id = ${accountId} AND deleted_at > clock_timestamp() - ${keptFor}::interval
        ${after ? sql`AND (deleted_at, id) < (${after.at}, ${after.id})` : sql``}
      ORDER BY deleted_at DESC, id DESC LIMIT ${limit}
    ) b ${chaptersOfIt(sql, asked)}
    ORDER BY b.deleted_at DESC, b.id DESC`;
}

/** Removes for good what was deleted more than 30 days ago; answers how many. */
export async function sweepDeleted(sql: Sql): Promise<number> {
  const isOver = () => sql`deleted_at < now() - ${keptFor}::interval`;
  // A book goes with all its sound and pictures. One that is restored at this moment is looked at once more, and stays. In their
  // order, because the planner else thinks that one is soon found among all books, and looks through them where none is over.
  return sweepInParts(
    () => sql`
      DELETE FROM book WHERE ${isOver()} AND (account_id, id) IN (
        SELECT account_id, id FROM book WHERE ${isOver()} ORDER BY deleted_at LIMIT 1)`,
  );
}
