import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import { newestFirst } from '../../../sql/range.ts';
import type { PageRange } from '../../page.ts';
import { type BookKey, liveBook, ofLiveBook, type Shelf } from '../../story/book/store.ts';
import type { RunKind } from '../usage/rules.ts';
import { textOfRun } from './hooks.ts';
import { type Cut, type RunState, runTextDays } from './rules.ts';

export interface Run {
  id: string;
  accountId: string;
  bookId: string;
  chapterId: string | null;
  kind: RunKind;
  state: RunState;
  requestHash: string;
  model: string;
  /** The text that it writes; null for work without text. */
  revisionId: string | null;
  /** The graded variant, or the narrated text. */
  subjectId: string | null;
  startOffset: number;
  charsWritten: number;
  holder: string;
  leaseUntil: Date;
  errorCode: string | null;
  errorMessage: string | null;
  /** When the provider takes requests again, as it said; null without a word of it. */
  retryAt: Date | null;
  inputTokens: number | null;
  cachedInputTokens: number | null;
  outputTokens: number | null;
  costMicros: string | null;
  resumeOf: string | null;
  /** Words that the text was to have after the first `orderedFrom` ones; null if no length was ordered. */
  orderedWords: number | null;
  orderedFrom: number;
  /** Milliseconds that a write waited for the recap of the chapter before it; null if it did not. */
  recapWaitMs: number | null;
  cut: Cut[];
  draft: string | null;
  startedAt: Date;
  deadlineAt: Date;
  finishedAt: Date | null;
}

/** A run with the columns that tell which text it replaced. */
export type EndedRun = Run & { replacedRevisionId: string | null; replacedStatus: string | null };

export interface RunKey {
  accountId: string;
  runId: string;
}

export const runColumns = (sql: AnySql) => sql`
  r.account_id AS owner_of_run, r.id, r.account_id, r.book_id, r.chapter_id, r.kind, r.state, r.request_hash, r.model,
    r.revision_id, r.subject_id, r.start_offset, r.chars_written, r.holder, r.lease_until,
  r.error_code, r.error_message, r.retry_at, r.input_tokens, r.cached_input_tokens, r.output_tokens, r.cost_micros, r.resume_of,
    r.ordered_words, r.ordered_from, r.recap_wait_ms, r.cut, r.draft, r.started_at, r.deadline_at, r.finished_at`;

/** Condition that the row `r` is this run, of a book that is not deleted. */
export const thisRun = (sql: AnySql, { accountId, runId }: RunKey) => sql`
  r.account_id = ${accountId} AND r.id = ${runId}
  AND EXISTS (SELECT FROM book b WHERE b.account_id = r.account_id AND b.id = r.book_id AND b.deleted_at IS NULL)`;

/** Undefined if the account has no such run, or its book is deleted. */
export async function runById(sql: AnySql, key: RunKey): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`SELECT ${runColumns(sql)} FROM run r WHERE ${thisRun(sql, key)}`;
  return row;
}

/** Runs of the account by id, of books that are not deleted. */
export function runsByIds(sql: Sql, accountId: string, ids: readonly string[]): Promise<Run[]> {
  return sql<Run[]>`
    SELECT ${runColumns(sql)} FROM run r JOIN book b ON b.account_id = r.account_id AND b.id = r.book_id
      AND b.deleted_at IS NULL
    WHERE r.account_id = ${accountId} AND r.id = ANY(${[...ids]})`;
}

/** Runs by id, of live books of a shelf, unordered. */
export function runsOfShelf(sql: Sql, shelf: Shelf, ids: readonly string[]): Promise<Run[]> {
  return sql<
    Run[]
  >`SELECT ${runColumns(sql)} FROM run r WHERE ${ofLiveBook(sql, shelf, 'r')} AND r.id = ANY(${[...ids]})`;
}

/** The run that writes a chapter's text, if any. */
export async function runningRun(sql: AnySql, accountId: string, chapterId: string): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`
    SELECT ${runColumns(sql)} FROM run r
    WHERE r.account_id = ${accountId} AND r.chapter_id = ${chapterId} AND r.state = 'running'
      AND r.kind IN ('write', 'rewrite')`;
  return row;
}

/** The running run that makes the recap of a chapter, with this request. */
export async function runningRecap(
  sql: AnySql,
  { accountId, chapterId }: { accountId: string; chapterId: string },
  hash: string,
): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`
    SELECT ${runColumns(sql)} FROM run r
    WHERE r.account_id = ${accountId} AND r.chapter_id = ${chapterId} AND r.kind = 'summarize' AND r.state = 'running'
      AND r.request_hash = ${hash}`;
  return row;
}

/** The running run of a kind on a book's outline or cover, or on a variant. */
export async function runningOnOutline(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  kind: RunKind,
  subjectId: string | null,
): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`
    SELECT ${runColumns(sql)} FROM run r
    WHERE r.account_id = ${accountId} AND r.book_id = ${bookId} AND r.kind = ${kind}
      AND r.subject_id IS NOT DISTINCT FROM ${subjectId} AND r.state = 'running'`;
  return row;
}

/** Newest first; the rows of a page and one more; undefined if there is no such book. */
export async function runsOfBook(sql: Sql, key: BookKey, range: PageRange): Promise<Run[] | undefined> {
  const { after, before, size } = range;
  const rows = await sql<Run[]>`
    SELECT ${runColumns(sql)} FROM book b
    LEFT JOIN run r ON r.account_id = b.account_id AND r.book_id = b.id
      ${after ? sql`AND r.id < ${after.id}` : sql``} ${before ? sql`AND r.id > ${before.id}` : sql``}
    WHERE ${liveBook(sql, key)} ORDER BY r.id ${newestFirst(sql, range)} LIMIT ${size + 1}`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** Stores the draft of a run that this process holds. The end of the run replaces it. */
export async function saveDraft(sql: Sql, { accountId, runId }: RunKey, holder: string, text: string): Promise<void> {
  await sql`
    UPDATE run SET draft = ${text} WHERE account_id = ${accountId} AND id = ${runId} AND holder = ${holder}
      AND state = 'running'`;
}

/** Records an error on an ended run. */
export async function putFault(
  tx: Transaction,
  { accountId, id }: Run,
  { code, message }: { code: string; message: string },
): Promise<Run | undefined> {
  const [updated] = await tx<Run[]>`
    UPDATE run r SET error_code = ${code}, error_message = ${message} WHERE r.account_id = ${accountId}
      AND r.id = ${id}
    RETURNING ${runColumns(tx)}`;
  return updated;
}

/** Stores what a run has found, for later runs with the same input. */
export async function putResult(tx: Transaction, { accountId, id }: Run, result: object): Promise<void> {
  await tx`UPDATE run SET result = ${tx.json(result as never)} WHERE account_id = ${accountId} AND id = ${id}`;
}

/** The run `r` that wrote the present text `t`, as long as that text is as it left it. */
export const writerOfIt = (sql: AnySql) =>
  sql`run r ON r.account_id = t.account_id AND r.id = t.run_id AND r.revision_id = t.revision_id`;

/**
 * A run and its saved text from an offset (code points), consistently: pieces while it runs, and always if it writes no
 * chapter; afterwards the chapter's text or a revision.
 */
export async function savedText(
  sql: Sql,
  { accountId, runId }: RunKey,
  fromOffset = 0,
): Promise<{ run: Run; text: string } | undefined> {
  const [row] = await sql<(Run & { text: string | null })[]>`
    SELECT ${runColumns(sql)}, CASE WHEN r.state = 'running' OR r.revision_id IS NULL
      THEN substr((SELECT string_agg(k.body, '' ORDER BY k.seq) FROM chapter_chunk k WHERE k.account_id = r.account_id
        AND k.run_id = r.id), ${fromOffset}::int + 1)
      ELSE substr(${textOfRun.of(sql)}, r.start_offset + ${fromOffset}::int + 1,
        greatest(0, r.chars_written - ${fromOffset}::int)) END AS text
    FROM run r WHERE r.account_id = ${accountId} AND r.id = ${runId}`;
  return row && { run: row, text: row.text ?? '' };
}

/** Batch sizes of a sweep: runs and pieces. */
const sweptRuns = 100;
const sweptPieces = 1_000;

/** Deletes a part of the texts of old runs that write no chapter; the runs stay. `count` is 0 when nothing is left. */
export async function sweepRunTexts(sql: Sql): Promise<{ count: number }> {
  const [row] = await sql<{ count: number }[]>`
    WITH due AS (
      SELECT account_id, id FROM run
      WHERE state <> 'running' AND kind NOT IN ('write', 'rewrite') AND next_seq > 0
        AND finished_at < now() - make_interval(days => ${runTextDays})
      ORDER BY finished_at LIMIT ${sweptRuns} FOR UPDATE SKIP LOCKED
    ), part AS (
      SELECT k.account_id, k.run_id, k.seq FROM due JOIN chapter_chunk k ON k.account_id = due.account_id
        AND k.run_id = due.id LIMIT ${sweptPieces}
    ), gone AS (
      DELETE FROM chapter_chunk k USING part WHERE k.account_id = part.account_id AND k.run_id = part.run_id
        AND k.seq = part.seq RETURNING 1
    ), emptied AS (
      UPDATE run SET next_seq = 0 FROM due WHERE run.account_id = due.account_id AND run.id = due.id
        AND NOT EXISTS (SELECT FROM chapter_chunk k WHERE k.account_id = run.account_id AND k.run_id = run.id)
          RETURNING 1
    )
    SELECT ((SELECT count(*) FROM gone) + (SELECT count(*) FROM emptied))::int AS count`;
  return { count: row?.count ?? 0 };
}
