import { Columns } from '../../sql/columns.ts';
import { type AnySql, assignments, type Sql, type Transaction } from '../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';
import type { ChapterStatus } from './rules.ts';

export interface Chapter {
  id: string;
  bookId: string;
  order: number;
  title: string;
  summary: string;
  notes: string;
  status: ChapterStatus;
  wordCount: number;
  beatKeys: string[];
  povCharacterId: string | null;
  participantIds: string[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
  archivedAt: Date | null;
}

export interface ChapterKey extends BookKey {
  chapterId: string;
}

/** Why a change of a chapter was not made, when it exists. */
export type Refusal =
  | { refused: 'running'; runId: string }
  | { refused: 'stale'; current: Chapter; expected: number }
  | { refused: 'no such character' }
  | { refused: 'full' }
  | { refused: 'nothing to split'; length: number }
  | { refused: 'last' }
  | { refused: 'too long'; fields: string[] };

/** Why a chapter may not be changed by a caller who read that version of it; undefined where it may. */
export function staleAt(current: Chapter, expected: number | undefined): Refusal | undefined {
  return expected === undefined || expected === current.version ? undefined : { refused: 'stale', current, expected };
}

const listed = new Columns(
  {
    id: 'c.id',
    bookId: 'c.book_id',
    order: 'c.position AS "order"',
    title: 'c.title',
    summary: 'c.summary',
    notes: 'c.notes',
    wordCount: 'c.word_count',
    beatKeys: 'c.beat_keys',
    povCharacterId: 'c.pov_character_id',
    participantIds: 'c.participant_ids',
    version: 'c.version',
    createdAt: 'c.created_at',
    updatedAt: 'c.updated_at',
    archivedAt: 'c.archived_at',
    status: `CASE WHEN r.id IS NOT NULL THEN 'generating' ELSE c.text_status END AS status`,
  },
  // What lists go by, and what other fields are worked out from.
  ['id', 'bookId', 'order', 'title', 'wordCount', 'povCharacterId', 'version', 'archivedAt'],
);
const columns = (sql: AnySql) => listed.of(sql);
const runOfIt = (sql: AnySql) =>
  sql`LEFT JOIN run r ON r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running' AND r.kind = 'write'`;

/** The condition that the row `c` is that chapter, not archived, in a live book of the caller's. */
export const thisChapter = (sql: AnySql, key: ChapterKey) => sql`
  c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.chapterId} AND c.archived_at IS NULL
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

/** In order, or the archived ones, last archived first; undefined when there is no such book. */
export async function chaptersOfBook(
  sql: AnySql,
  key: BookKey,
  archived: 'live' | 'archived' = 'live',
): Promise<Chapter[] | undefined> {
  const which = archived === 'live' ? sql`c.archived_at IS NULL` : sql`c.archived_at IS NOT NULL`;
  const rows = await sql<Chapter[]>`
    SELECT ${columns(sql)} FROM book b
    LEFT JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id AND ${which} ${runOfIt(sql)}
    WHERE ${liveBook(sql, key)} ORDER BY ${archived === 'live' ? sql`c.position, c.id` : sql`c.archived_at DESC, c.id`}`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** The chapters of several books in one statement, in order within each. `asked`: the members that anybody will look at. */
export function chaptersOfBooks(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
  asked?: ReadonlySet<string>,
): Promise<Chapter[]> {
  return sql<Chapter[]>`
    SELECT ${listed.of(sql, asked)} FROM chapter c ${runOfIt(sql)}
    WHERE c.account_id = ${accountId} AND c.book_id = ANY(${[...bookIds]}) AND c.archived_at IS NULL ORDER BY c.book_id, c.position, c.id`;
}

export async function chapterById(sql: AnySql, key: ChapterKey): Promise<Chapter | undefined> {
  const [row] = await sql<
    Chapter[]
  >`SELECT ${columns(sql)} FROM chapter c ${runOfIt(sql)} WHERE ${thisChapter(sql, key)}`;
  return row;
}

/** A chapter whose book is held. It stays as it is until the transaction ends: its own fields are changed without the book. */
export async function heldChapter(tx: Transaction, key: ChapterKey): Promise<Chapter | undefined> {
  const [row] = await tx<
    Chapter[]
  >`SELECT ${columns(tx)} FROM chapter c ${runOfIt(tx)} WHERE ${thisChapter(tx, key)} FOR NO KEY UPDATE OF c`;
  return row;
}

/** Undefined behind the last; held like the chapter before it. */
export async function chapterBehind(tx: Transaction, key: BookKey, { order }: Chapter): Promise<Chapter | undefined> {
  const [row] = await tx<Chapter[]>`
    SELECT ${columns(tx)} FROM chapter c ${runOfIt(tx)}
    WHERE c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.position = ${order + 1} AND c.archived_at IS NULL
    FOR NO KEY UPDATE OF c`;
  return row;
}

/** Archived; its book is held or known to be alive. */
export async function archivedChapter(sql: AnySql, key: ChapterKey): Promise<Chapter | undefined> {
  const [row] = await sql<Chapter[]>`
    SELECT ${columns(sql)} FROM chapter c ${runOfIt(sql)}
    WHERE c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.chapterId} AND c.archived_at IS NOT NULL`;
  return row;
}

/** What is saved of a chapter's text, including what a write has saved so far. The row `c` is a chapter. */
const savedText = (sql: AnySql) => sql`
  coalesce((SELECT t.body FROM chapter_text t WHERE t.account_id = c.account_id AND t.chapter_id = c.id), '') || coalesce((
    SELECT string_agg(k.body, '' ORDER BY k.seq) FROM run r JOIN chapter_chunk k ON k.account_id = r.account_id AND k.run_id = r.id
    WHERE r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running' AND r.kind = 'write'
  ), '')`;

/** Those of several chapters in one statement. */
export function textsOf(
  sql: AnySql,
  accountId: string,
  chapterIds: readonly string[],
): Promise<{ chapterId: string; body: string }[]> {
  return sql<{ chapterId: string; body: string }[]>`
    SELECT c.id AS chapter_id, ${savedText(sql)} AS body FROM chapter c
    WHERE c.account_id = ${accountId} AND c.id = ANY(${[...chapterIds]})`;
}

/** A chapter with its text, in one statement. */
export async function chapterWithText(
  sql: AnySql,
  key: ChapterKey,
): Promise<(Chapter & { content: string }) | undefined> {
  const [row] = await sql<(Chapter & { content: string })[]>`
    SELECT ${columns(sql)}, ${savedText(sql)} AS content FROM chapter c ${runOfIt(sql)} WHERE ${thisChapter(sql, key)}`;
  return row;
}

/** More inserts into one book than are ever under way at once, over all nodes: a limit that is farther away needs no lock. Ours. */
export const insertsAtOnceMax = 100;

/** Takes the book's row, so that order and texts of its chapters change one after the other; the language, or undefined without such a book. */
export async function lockBook(tx: Transaction, key: BookKey): Promise<{ language: string } | undefined> {
  const [row] = await tx<
    { language: string }[]
  >`SELECT b.language FROM book b WHERE ${liveBook(tx, key)} FOR NO KEY UPDATE`;
  return row;
}

export async function updateFields(
  sql: AnySql,
  key: ChapterKey,
  fields: object,
  expected: number | undefined,
): Promise<Chapter | undefined> {
  const [row] = await sql<Chapter[]>`
    WITH changed AS (
      UPDATE chapter c SET ${assignments(sql, fields)}, version = version + 1, updated_at = clock_timestamp()
      WHERE ${thisChapter(sql, key)} ${expected === undefined ? sql`` : sql`AND c.version = ${expected}`}
      RETURNING *
    ) SELECT ${columns(sql)} FROM changed c ${runOfIt(sql)}`;
  return row;
}

/** The run that is writing or rewriting a chapter, if any; one that only reads it does not count. */
export async function runningOn(
  sql: AnySql,
  { accountId, chapterId }: { accountId: string; chapterId: string },
): Promise<string | undefined> {
  const [row] = await sql<
    { id: string }[]
  >`SELECT id FROM run WHERE account_id = ${accountId} AND chapter_id = ${chapterId} AND state = 'running' AND kind IN ('write', 'rewrite')`;
  return row?.id;
}

/** The ends of the texts of a book's chapters, in order: enough of each for a sentence, and of one chapter's for a long tail. */
export function textEnds(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  tailOf: string | undefined,
): Promise<{ chapterId: string; head: string; tail: string }[]> {
  return sql<{ chapterId: string; head: string; tail: string }[]>`
    SELECT c.id AS chapter_id, left(t.body, 400) AS head, right(t.body, CASE WHEN c.id = ${tailOf ?? ''} THEN 8000 ELSE 400 END) AS tail
    FROM chapter c JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.archived_at IS NULL ORDER BY c.position`;
}

/** How many chapters a book has, without the archived ones. */
export async function countChapters(tx: Transaction, { accountId, bookId }: BookKey): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM chapter WHERE account_id = ${accountId} AND book_id = ${bookId} AND archived_at IS NULL`;
  return row?.count ?? 0;
}
