import type { KeyKind } from '../../../caller.ts';
import type { AnySql, Transaction } from '../../../sql/connect.ts';
import { betweenPlaces, newestFirst } from '../../../sql/range.ts';
import type { PageRange } from '../../page.ts';
import { type BookKey, liveBook, ofLiveBook, type Shelf } from '../../story/book/store.ts';
import type { Anchored } from '../anchor/store.ts';
import type { ChapterKey } from '../chapter/store.ts';
import type { NoteFilter, NoteKind, NotePatch } from './rules.ts';

/** A remark on words, a chapter or a book, or a reply to one. */
export interface Note {
  id: string;
  bookId: string;
  /** Null for a note on the book. */
  chapterId: string | null;
  parentId: string | null;
  /** Null for one on a chapter or a book, and for a reply. */
  anchor: Anchored | null;
  kind: NoteKind;
  body: string;
  /** Null if it was imported. */
  tokenId: string | null;
  authorKind: KeyKind;
  resolvedAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NoteKey extends BookKey {
  noteId: string;
}

/** The note `n` with its parent `q`, and the anchor `a` of one of them. */
const fromNote = (sql: AnySql) => sql`
  note n LEFT JOIN note q ON q.account_id = n.account_id AND q.id = n.parent_id
  LEFT JOIN anchor a ON a.account_id = n.account_id AND a.id = coalesce(q.anchor_id, n.anchor_id)`;

const chapterOfIt = (sql: AnySql) => sql`coalesce(a.chapter_id, q.chapter_id, n.chapter_id)`;

const columns = (sql: AnySql) => sql`
  n.account_id AS owner_of_note, n.id, n.book_id, ${chapterOfIt(sql)} AS chapter_id, n.parent_id,
    CASE WHEN n.anchor_id IS NOT NULL THEN jsonb_build_object('id', n.id, 'chapterId', a.chapter_id, 'exact', a.exact,
      'prefix', a.prefix, 'suffix', a.suffix, 'settled', NULL) END AS anchor,
    n.kind, n.body, n.token_id, n.author_kind, n.resolved_at, n.version, n.created_at, n.updated_at`;

const matching = (sql: AnySql, { chapterId, kind, resolved }: NoteFilter) => sql`
  ${chapterId === undefined ? sql`` : sql`AND ${chapterOfIt(sql)} = ${chapterId}`}
  ${kind === undefined ? sql`` : sql`AND n.kind = ${kind}`}
  ${resolved === undefined ? sql`` : sql`AND (coalesce(q.resolved_at, n.resolved_at) IS NOT NULL) = ${resolved}`}`;

const pageOf = (sql: AnySql, range: PageRange) => {
  const order = newestFirst(sql, range);
  return {
    within: betweenPlaces(sql, [sql`n.created_at`, sql`n.id`], range),
    order: sql`n.created_at ${order}, n.id ${order}`,
  };
};

/** A page of the notes of a book, newest first, and one row more; undefined if there is no such book. */
export async function notesOfBook(
  sql: AnySql,
  key: BookKey,
  filter: NoteFilter,
  range: PageRange,
): Promise<Note[] | undefined> {
  const { within, order } = pageOf(sql, range);
  const rows = await sql<Note[]>`
    SELECT n.* FROM book b LEFT JOIN LATERAL (
      SELECT ${columns(sql)} FROM ${fromNote(sql)}
      WHERE n.account_id = ${key.accountId} AND n.book_id = b.id ${matching(sql, filter)} ${within}
      ORDER BY ${order} LIMIT ${range.size + 1}
    ) n ON true WHERE ${liveBook(sql, key)} ORDER BY ${order}`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** Notes of a chapter or its book by id, in the order of the ids; undefined if one is not there. */
export async function notesNamed(
  sql: AnySql,
  { accountId, bookId, chapterId }: ChapterKey,
  ids: readonly string[],
): Promise<Note[] | undefined> {
  const rows = await sql<Note[]>`
    SELECT ${columns(sql)} FROM ${fromNote(sql)}
    WHERE n.account_id = ${accountId} AND n.book_id = ${bookId} AND n.id = ANY(${[...ids]})
      AND (${chapterOfIt(sql)} IS NULL OR ${chapterOfIt(sql)} = ${chapterId})`;
  const found = new Map(rows.map((note) => [note.id, note]));
  const notes = ids.flatMap((id) => found.get(id) ?? []);
  return notes.length === ids.length ? notes : undefined;
}

/** The same for several chapters in one statement, without replies. */
export function notesOfChapters(
  sql: AnySql,
  accountId: string,
  chapterIds: readonly string[],
  resolved: boolean | undefined,
  range: PageRange,
): Promise<Note[]> {
  const { within, order } = pageOf(sql, range);
  return sql<Note[]>`
    SELECT n.* FROM unnest(${[...chapterIds]}::text[]) AS c (id) CROSS JOIN LATERAL (
      SELECT ${columns(sql)} FROM ${fromNote(sql)}
      WHERE n.account_id = ${accountId} AND n.parent_id IS NULL AND (n.chapter_id = c.id OR n.anchor_id IN (
        SELECT x.id FROM anchor x WHERE x.account_id = ${accountId} AND x.chapter_id = c.id
      )) ${matching(sql, { resolved })} ${within}
      ORDER BY ${order} LIMIT ${range.size + 1}
    ) n ORDER BY ${order}`;
}

/** The replies to notes, oldest first. */
export function repliesTo(sql: AnySql, accountId: string, ids: readonly string[]): Promise<Note[]> {
  return sql<Note[]>`
    SELECT ${columns(sql)} FROM ${fromNote(sql)}
    WHERE n.account_id = ${accountId} AND n.parent_id = ANY(${[...ids]}) ORDER BY n.created_at, n.id`;
}

export async function noteById(sql: AnySql, key: NoteKey): Promise<Note | undefined> {
  const [row] = await sql<Note[]>`
    SELECT ${columns(sql)} FROM ${fromNote(sql)} JOIN book b ON ${liveBook(sql, key)}
    WHERE n.account_id = ${key.accountId} AND n.book_id = b.id AND n.id = ${key.noteId}`;
  return row;
}

/** Notes by id, in live books of a shelf, unordered. */
export function notesByIds(sql: AnySql, shelf: Shelf, ids: readonly string[]): Promise<Note[]> {
  return sql<Note[]>`
    SELECT ${columns(sql)} FROM ${fromNote(sql)} WHERE ${ofLiveBook(sql, shelf, 'n')} AND n.id = ANY(${[...ids]})`;
}

export async function countNotes(tx: Transaction, { accountId, bookId }: BookKey): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM note WHERE account_id = ${accountId} AND book_id = ${bookId}`;
  return row?.count ?? 0;
}

/** Changes the given members of a note, which is held. */
export async function updateNote(
  tx: Transaction,
  { accountId, noteId }: NoteKey,
  { body, resolved }: NotePatch,
): Promise<void> {
  await tx`
    UPDATE note SET ${body === undefined ? tx`` : tx`body = ${body},`}
      ${resolved === undefined ? tx`` : tx`resolved_at = ${resolved ? tx`coalesce(resolved_at, clock_timestamp())` : null},`}
      version = version + 1, updated_at = clock_timestamp()
    WHERE account_id = ${accountId} AND id = ${noteId}`;
}

/** Gives the notes on a chapter as a whole to another one that takes its text. Those of a split chapter stay with it. */
export async function moveNotes(tx: Transaction, { accountId, chapterId }: ChapterKey, to: string): Promise<void> {
  await tx`
    UPDATE note SET chapter_id = ${to}, version = version + 1, updated_at = clock_timestamp()
    WHERE account_id = ${accountId} AND chapter_id = ${chapterId}`;
}
