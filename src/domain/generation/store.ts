import type { AnySql, Sql } from '../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';
import type { ChapterKey } from '../chapter/store.ts';
import type { RunKind, RunState } from './rules.ts';

export interface Run {
  id: string;
  accountId: string;
  bookId: string;
  chapterId: string | null;
  kind: RunKind;
  state: RunState;
  requestHash: string;
  model: string;
  /** The text that it writes; null for work that writes none. */
  revisionId: string | null;
  /** What is graded, where that is not the book's own outline; the text that is narrated. */
  subjectId: string | null;
  startOffset: number;
  charsWritten: number;
  holder: string;
  leaseUntil: Date;
  errorCode: string | null;
  errorMessage: string | null;
  inputTokens: number | null;
  cachedInputTokens: number | null;
  outputTokens: number | null;
  costMicros: string | null;
  resumeOf: string | null;
  startedAt: Date;
  deadlineAt: Date;
  finishedAt: Date | null;
}

export interface RunKey {
  accountId: string;
  runId: string;
}

export const runColumns = (sql: AnySql) => sql`
  r.id, r.account_id, r.book_id, r.chapter_id, r.kind, r.state, r.request_hash, r.model, r.revision_id, r.subject_id, r.start_offset, r.chars_written, r.holder, r.lease_until,
  r.error_code, r.error_message, r.input_tokens, r.cached_input_tokens, r.output_tokens, r.cost_micros, r.resume_of, r.started_at, r.deadline_at, r.finished_at`;

/** The condition that the row `r` is that run, of a book that is not deleted. */
const thisRun = (sql: AnySql, { accountId, runId }: RunKey) => sql`
  r.account_id = ${accountId} AND r.id = ${runId}
  AND EXISTS (SELECT FROM book b WHERE b.account_id = r.account_id AND b.id = r.book_id AND b.deleted_at IS NULL)`;

/** Undefined when the account has no such run, or its book is deleted. */
export async function runById(sql: AnySql, key: RunKey): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`SELECT ${runColumns(sql)} FROM run r WHERE ${thisRun(sql, key)}`;
  return row;
}

/** Those of the runs that are the account's, of books that are not deleted. */
export function runsByIds(sql: Sql, accountId: string, ids: readonly string[]): Promise<Run[]> {
  return sql<Run[]>`
    SELECT ${runColumns(sql)} FROM run r JOIN book b ON b.account_id = r.account_id AND b.id = r.book_id AND b.deleted_at IS NULL
    WHERE r.account_id = ${accountId} AND r.id = ANY(${[...ids]})`;
}

/** The run that writes a chapter's text, if any. */
export async function runningRun(sql: AnySql, accountId: string, chapterId: string): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`
    SELECT ${runColumns(sql)} FROM run r
    WHERE r.account_id = ${accountId} AND r.chapter_id = ${chapterId} AND r.state = 'running' AND r.kind IN ('write', 'rewrite')`;
  return row;
}

/** The run of that kind on a book's outline or cover, or on a variant of the outline. */
export async function runningOnOutline(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  kind: RunKind,
  subjectId: string | null,
): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`
    SELECT ${runColumns(sql)} FROM run r
    WHERE r.account_id = ${accountId} AND r.book_id = ${bookId} AND r.kind = ${kind} AND r.subject_id IS NOT DISTINCT FROM ${subjectId} AND r.state = 'running'`;
  return row;
}

/** What runs on a book, or on one chapter of it. */
export function runningOf(
  sql: AnySql,
  { accountId, bookId, chapterId }: { accountId: string; bookId: string; chapterId?: string },
): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    SELECT id FROM run WHERE account_id = ${accountId} AND book_id = ${bookId} AND state = 'running' ${chapterId ? sql`AND chapter_id = ${chapterId}` : sql``}`;
}

/** Newest first, up to `limit` before a run; undefined when there is no such book. */
export async function runsOfBook(
  sql: Sql,
  key: BookKey,
  limit: number,
  before: string | undefined,
): Promise<Run[] | undefined> {
  const rows = await sql<Run[]>`
    SELECT ${runColumns(sql)} FROM book b
    LEFT JOIN run r ON r.account_id = b.account_id AND r.book_id = b.id ${before ? sql`AND r.id < ${before}` : sql``}
    WHERE ${liveBook(sql, key)} ORDER BY r.id DESC LIMIT ${limit}`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** What a write needs to know of its chapter before it begins. */
export interface Standing {
  textStatus: 'empty' | 'partial' | 'complete';
  body: string;
  revisionId: string | null;
  lastRunId: string | null;
}

/** Undefined when there is no such chapter. */
export async function standingOf(sql: AnySql, key: ChapterKey): Promise<Standing | undefined> {
  const [row] = await sql<Standing[]>`
    SELECT c.text_status, coalesce(t.body, '') AS body, t.revision_id, t.run_id AS last_run_id
    FROM book b JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id
    LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE ${liveBook(sql, key)} AND c.id = ${key.chapterId} AND c.archived_at IS NULL`;
  return row;
}

/** Asks a run to stop, wherever it runs; the run as it stands, or undefined without such a run. */
export async function requestCancel(sql: Sql, key: RunKey): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`
    UPDATE run r SET cancel_requested = cancel_requested OR state = 'running' WHERE ${thisRun(sql, key)} RETURNING ${runColumns(sql)}`;
  return row;
}

/** A run and what is saved of its text from an offset on (code points), of one moment: pieces while it runs, and for ever where it writes no chapter; else the chapter's text or a revision afterwards. */
export async function savedText(
  sql: Sql,
  { accountId, runId }: RunKey,
  fromOffset = 0,
): Promise<{ run: Run; text: string } | undefined> {
  const [row] = await sql<(Run & { text: string | null })[]>`
    SELECT ${runColumns(sql)}, CASE WHEN r.state = 'running' OR r.revision_id IS NULL
      THEN substr((SELECT string_agg(k.body, '' ORDER BY k.seq) FROM chapter_chunk k WHERE k.account_id = r.account_id AND k.run_id = r.id), ${fromOffset}::int + 1)
      ELSE substr((
        SELECT body FROM chapter_text t WHERE t.account_id = r.account_id AND t.chapter_id = r.chapter_id AND t.revision_id = r.revision_id
        UNION ALL SELECT body FROM chapter_revision v WHERE v.account_id = r.account_id AND v.id = r.revision_id LIMIT 1
      ), r.start_offset + ${fromOffset}::int + 1, greatest(0, r.chars_written - ${fromOffset}::int)) END AS text
    FROM run r WHERE r.account_id = ${accountId} AND r.id = ${runId}`;
  return row && { run: row, text: row.text ?? '' };
}
