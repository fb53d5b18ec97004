import { columnsOf, type Selected, type Selection } from '../../../sql/columns.ts';
import { type AnySql, assignments, type Sql, type Transaction } from '../../../sql/connect.ts';
import { chapterTotals } from '../../story/book/clauses.ts';
import { type BookKey, liveBook, ofLiveBook, type PartOfBook, partOfBook, type Shelf } from '../../story/book/store.ts';
import type { Person } from '../../story/plan/rules.ts';
import { placedChapters, placeOf } from './place.ts';
import { type ChapterStatus, newChapter } from './rules.ts';

export type { Selection };

export interface Chapter extends PartOfBook {
  order: number;
  title: string;
  summary: string;
  notes: string;
  status: ChapterStatus;
  wordCount: number;
  beatKeys: string[];
  povCharacterId: string | null;
  participantIds: string[];
  mentionedIds: string[];
  targetWords: number | null;
  person: Person | null;
  tense: string | null;
  archivedAt: Date | null;
}

export interface ChapterKey extends BookKey {
  chapterId: string;
}

/** Why an existing chapter was not changed. */
export type Refusal =
  | { refused: 'running'; runId: string }
  | { refused: 'stale'; current: Chapter; expected: number }
  | { refused: 'no such character' }
  | { refused: 'full' }
  | { refused: 'published' }
  | { refused: 'nothing to split'; length: number }
  | { refused: 'last' }
  | { refused: 'too long'; fields: string[] };

/** Refusal for a caller that has read another version; undefined if the change is allowed. */
export function staleAt(current: Chapter, expected: number | undefined): Refusal | undefined {
  return expected === undefined || expected === current.version ? undefined : { refused: 'stale', current, expected };
}

export const chapterColumns = columnsOf<Chapter>()({
  name: 'chapter',
  alias: 'c',
  written: newChapter.omit({ content: true }),
  others: {
    ...partOfBook,
    order: 'place',
    wordCount: true,
    archivedAt: true,
    status: `CASE WHEN r.id IS NOT NULL THEN 'generating' ELSE c.text_status END`,
  },
  always: ['id', 'bookId', 'order'],
});

/** A chapter with the columns that a document reads. */
type ShownChapter = Selected<Chapter, 'id' | 'bookId' | 'order'>;
/** A whole chapter, or one with selected columns. */
export type ChapterRow = Chapter | ShownChapter;

const columns = (sql: AnySql) => chapterColumns.all.of(sql);
const runOfIt = (sql: AnySql) =>
  sql`LEFT JOIN run r ON r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running'
    AND r.kind = 'write'`;

/** Condition that the row `c` is this chapter, not archived, in a live book of the caller. */
export const thisChapter = (sql: AnySql, key: ChapterKey) => sql`
  c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.chapterId} AND c.archived_at IS NULL
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

/** The place of the row `c` as `place`: an archived chapter keeps the one that it had. */
const placeOfIt = (sql: AnySql) => sql`
  CROSS JOIN LATERAL (SELECT CASE WHEN c.archived_at IS NULL THEN ${placeOf(sql)} ELSE c.archived_place
    END AS place) place_of_it`;

/** Live or archived chapters as rows `c`, with the other rows that `chapterColumns` read. */
export const chapterRows = (sql: AnySql) => sql`chapter c ${placeOfIt(sql)} ${runOfIt(sql)}`;

/** Chapters in order, or archived ones, most recently archived first; undefined if there is no such book. */
export async function chaptersOfBook(
  sql: AnySql,
  key: BookKey,
  archived: 'live' | 'archived' = 'live',
): Promise<Chapter[] | undefined> {
  const rowsOf =
    archived === 'live'
      ? placedChapters(sql, key.accountId, key.bookId)
      : sql`(SELECT *, archived_place AS place FROM chapter WHERE account_id = ${key.accountId}
        AND book_id = ${key.bookId} AND archived_at IS NOT NULL)`;
  const rows = await sql<Chapter[]>`
    SELECT ${columns(sql)} FROM book b
    LEFT JOIN ${rowsOf} c ON c.account_id = b.account_id AND c.book_id = b.id ${runOfIt(sql)}
    WHERE ${liveBook(sql, key)} ORDER BY ${archived === 'live' ? sql`c.rank, c.id` : sql`c.archived_at DESC, c.id`}`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** The chapters of several books in one statement, in order within each. */
export function chaptersOfBooks<Row extends ChapterRow>(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    SELECT ${selection.of(sql)} FROM ${placedChapters(sql, accountId, bookIds)} c ${runOfIt(sql)}
    ORDER BY c.book_id, c.rank, c.id`;
}

export async function chapterById(sql: AnySql, key: ChapterKey): Promise<Chapter | undefined> {
  const [row] = await sql<Chapter[]>`SELECT ${columns(sql)} FROM ${chapterRows(sql)} WHERE ${thisChapter(sql, key)}`;
  return row;
}

/** Chapters by id, without archived ones, of live books of a shelf, unordered. */
export function chaptersByIds<Row extends ChapterRow>(
  sql: Sql,
  shelf: Shelf,
  ids: readonly string[],
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    SELECT ${selection.of(sql)} FROM ${chapterRows(sql)}
    WHERE ${ofLiveBook(sql, shelf, 'c')} AND c.id = ANY(${[...ids]}) AND c.archived_at IS NULL`;
}

/** Locks a chapter. Requires the lock of its book. Its own fields may be changed without that lock otherwise. */
export async function heldChapter(tx: Transaction, key: ChapterKey): Promise<Chapter | undefined> {
  const [row] = await tx<Chapter[]>`SELECT ${columns(tx)} FROM ${chapterRows(tx)} WHERE ${thisChapter(tx, key)}
    FOR NO KEY UPDATE OF c`;
  return row;
}

/** The next chapter, locked likewise; undefined behind the last. */
export async function chapterBehind(
  tx: Transaction,
  { accountId, bookId, chapterId }: ChapterKey,
): Promise<Chapter | undefined> {
  const [row] = await tx<Chapter[]>`
    SELECT ${columns(tx)} FROM ${chapterRows(tx)}
    WHERE c.account_id = ${accountId} AND c.id = (
      SELECT n.id FROM chapter n JOIN chapter m ON m.account_id = ${accountId} AND m.id = ${chapterId}
      WHERE n.account_id = ${accountId} AND n.book_id = ${bookId} AND n.archived_at IS NULL
        AND (n.rank, n.id) > (m.rank, m.id)
      ORDER BY n.rank, n.id LIMIT 1
    ) FOR NO KEY UPDATE OF c`;
  return row;
}

/** An archived chapter. Its book is locked or known to be live. */
export async function archivedChapter(sql: AnySql, key: ChapterKey): Promise<Chapter | undefined> {
  const [row] = await sql<Chapter[]>`
    SELECT ${columns(sql)} FROM ${chapterRows(sql)}
    WHERE c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.chapterId}
      AND c.archived_at IS NOT NULL`;
  return row;
}

/** `order` is the place, if the caller holds the chapter and does not move it: then it need not be counted again. */
export async function updateFields(
  sql: AnySql,
  key: ChapterKey,
  fields: object,
  expected: number | undefined,
  order?: number,
): Promise<Chapter | undefined> {
  const [row] = await sql<Chapter[]>`
    WITH changed AS (
      UPDATE chapter c SET ${assignments(sql, fields)}, version = version + 1, updated_at = clock_timestamp()
      WHERE ${thisChapter(sql, key)} ${expected === undefined ? sql`` : sql`AND c.version = ${expected}`}
      RETURNING *
    ) SELECT ${columns(sql)} FROM changed c ${
      order === undefined
        ? placeOfIt(sql)
        : sql`CROSS
      JOIN (SELECT ${order}::int AS place) place_of_it`
    } ${runOfIt(sql)}`;
  return row;
}

/** Sets status and word count of a text that a run has changed. */
export async function putTextState(
  tx: Transaction,
  { accountId, chapterId }: { accountId: string; chapterId: string },
  status: string,
  words: number,
): Promise<void> {
  await tx`
    UPDATE chapter SET text_status = ${status}, word_count = ${words}, version = version + 1,
      updated_at = clock_timestamp()
    WHERE account_id = ${accountId} AND id = ${chapterId}`;
}

/** Sets the state of a chapter whose text a run is about to replace. The run changes the version when it ends. */
export async function emptyChapter(tx: Transaction, { accountId, chapterId }: ChapterKey): Promise<void> {
  await tx`UPDATE chapter SET text_status = 'empty', word_count = 0 WHERE account_id = ${accountId}
    AND id = ${chapterId}`;
}

/** Gives a new chapter the base of the finding ids of the one whose text it continues. */
export async function inheritLintId(tx: Transaction, accountId: string, from: string, to: string): Promise<void> {
  await tx`
    UPDATE chapter n SET lint_id = coalesce(c.lint_id, c.id) FROM chapter c
    WHERE n.account_id = ${accountId} AND n.id = ${to} AND c.account_id = ${accountId} AND c.id = ${from}`;
}

/** Sets the word counts of chapters that have another one. */
export async function putWordCounts(
  tx: Transaction,
  accountId: string,
  counts: readonly { id: string; words: number }[],
): Promise<void> {
  const [ids, words] = [counts.map((one) => one.id), counts.map((one) => one.words)];
  await tx`
    UPDATE chapter c SET word_count = n.words, version = version + 1, updated_at = clock_timestamp()
    FROM unnest(${ids}::text[], ${words}::int[]) AS n (id, words)
    WHERE c.account_id = ${accountId} AND c.id = n.id AND c.word_count <> n.words`;
}

/** The run that is writing or rewriting a chapter, if any; runs that only read it do not count. */
export async function runningOn(
  sql: AnySql,
  { accountId, chapterId }: { accountId: string; chapterId: string },
): Promise<string | undefined> {
  const [row] = await sql<
    { id: string }[]
  >`SELECT id FROM run WHERE account_id = ${accountId} AND chapter_id = ${chapterId} AND state = 'running'
    AND kind IN ('write', 'rewrite')`;
  return row?.id;
}

/** Number of chapters of a book, without archived ones. */
export async function countChapters(tx: Transaction, { accountId, bookId }: BookKey): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM chapter WHERE account_id = ${accountId} AND book_id = ${bookId}
      AND archived_at IS NULL`;
  return row?.count ?? 0;
}

chapterTotals.add(
  (sql) => sql`
    SELECT count(*) AS chapters, count(*) FILTER (WHERE text_status = 'complete') AS complete, sum(word_count) AS words
    FROM chapter WHERE account_id = b.account_id AND book_id = b.id AND archived_at IS NULL`,
);
