import { type BucketDraw, takeFromBucket } from '../../sql/bucket.ts';
import type { AnySql, Sql, Transaction } from '../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';
import { archiveText, type ChapterKey } from '../chapter/store.ts';
import type { BuiltFrom } from '../staleness/rules.ts';
import type { QuotaState, Quotas } from '../usage/rules.ts';
import { reserve } from '../usage/store.ts';
import { leaseSeconds, type RunKind, type RunState } from './rules.ts';

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
  /** What is graded, where that is not the book's own outline. */
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

/** The run of that kind on a book's outline, or on a variant of it. */
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

const standingMembers = ['textStatus', 'revisionId', 'lastRunId', 'body'] as const satisfies (keyof Standing)[];

/** Undefined when there is no such chapter. */
export async function standingOf(sql: AnySql, key: ChapterKey): Promise<Standing | undefined> {
  const [row] = await sql<Standing[]>`
    SELECT c.text_status, coalesce(t.body, '') AS body, t.revision_id, t.run_id AS last_run_id
    FROM book b JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id
    LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE ${liveBook(sql, key)} AND c.id = ${key.chapterId} AND c.archived_at IS NULL`;
  return row;
}

export interface NewRun {
  id: string;
  kind: RunKind;
  /** Null for work on the whole book. */
  chapterId: string | null;
  requestHash: string;
  model: string;
  revisionId: string | null;
  subjectId: string | null;
  startOffset: number;
  holder: string;
  deadlineSeconds: number;
  resumeOf: string | null;
  manifest: object | null;
  /** Size of its prompt, by our count. */
  promptTokens: number;
  builtFrom: BuiltFrom;
}

/** What an account may have of runs; 0 is no limit. */
export interface RunLimits {
  providerConcurrent: number;
  providerPerMinute: number;
  quotas: Quotas;
}

/** How those limits stand, as far as they were looked at. */
export interface RunStandings {
  /** Runs under way, without the one that was asked for. */
  running: number;
  /** Absent without such a limit. */
  rate?: BucketDraw | undefined;
  quotas?: QuotaState[];
}

/** A run, or why none was begun: somebody works on the chapter, it is not as it stood, or a limit of the account. */
export type Beginning =
  | { run: Run; standings: RunStandings }
  | { not: 'busy' | 'changed' }
  | { not: 'full' | 'too often' | 'over quota'; standings: RunStandings };

/** What belongs to a kind of run when one begins, in the transaction that records it. */
export interface Opening {
  mayBegin(tx: Transaction): Promise<{ not: 'busy' | 'changed' } | undefined>;
  begun?(tx: Transaction): Promise<void>;
}

/**
 * Records a run and takes its lease, where its opening and the limits let it. All of it happens while the rows of the
 * account and the book are held: what changes a chapter's text takes the book's row first, so nothing can come between.
 */
export function insertRun(
  sql: Sql,
  key: BookKey,
  run: NewRun,
  limits: RunLimits,
  opening: Opening,
): Promise<Beginning> {
  const beginning = sql.begin(async (tx): Promise<Beginning> => {
    // One at a time for an account, so that its limit is exact.
    await tx`SELECT FROM account WHERE id = ${key.accountId} FOR NO KEY UPDATE`;
    const [book] = await tx`SELECT b.id FROM book b WHERE ${liveBook(tx, key)} FOR NO KEY UPDATE`;
    if (!book) return { not: 'changed' };
    const not = await opening.mayBegin(tx);
    if (not) return not;
    const drawn = await draw(tx, key, run, limits);
    if ('not' in drawn) throw new NotDrawn(drawn);
    const row = await recordRun(tx, key, run);
    await opening.begun?.(tx);
    return { run: row, ...drawn };
  });
  return beginning.catch((error: unknown) => {
    if (error instanceof NotDrawn) return error.beginning;
    throw error;
  });
}

/** What one limit refuses is given back to the others: it rolls the transaction back. */
class NotDrawn extends Error {
  readonly beginning: Beginning;

  constructor(beginning: Beginning) {
    super('over a limit');
    this.beginning = beginning;
  }
}

/** Draws on every limit that there is for such a run, the quota last. Summaries, which nobody asked for, take no place (ours). */
async function draw(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  { id: runId, kind, model, promptTokens: inputTokens }: NewRun,
  limits: RunLimits,
): Promise<{ standings: RunStandings } | Extract<Beginning, { standings: RunStandings; not: string }>> {
  const [{ running } = { running: 0 }] = await tx<{ running: number }[]>`
    SELECT count(*)::int AS running FROM run WHERE account_id = ${accountId} AND state = 'running' AND lease_until > now() AND kind <> 'summarize'`;
  if (limits.providerConcurrent > 0 && running >= limits.providerConcurrent)
    return { not: 'full', standings: { running } };
  const rate = await takeFromBucket(tx, `provider:${accountId}`, limits.providerPerMinute);
  if (rate && rate.waitMs > 0) return { not: 'too often', standings: { running, rate } };
  const entry = { runId, kind, model, inputTokens, bookId };
  const { granted, states: quotas } = await reserve(tx, accountId, entry, limits.quotas);
  const standings = { running, rate, quotas };
  return granted ? { standings } : { not: 'over quota', standings };
}

async function recordRun(tx: Transaction, { accountId, bookId }: BookKey, run: NewRun): Promise<Run> {
  const [row] = await tx<Run[]>`
    INSERT INTO run AS r (account_id, id, book_id, chapter_id, kind, request_hash, model, revision_id, subject_id, start_offset, holder, lease_until, deadline_at, resume_of, manifest, built_from)
    VALUES (${accountId}, ${run.id}, ${bookId}, ${run.chapterId}, ${run.kind}, ${run.requestHash}, ${run.model}, ${run.revisionId}, ${run.subjectId}, ${run.startOffset}, ${run.holder},
      clock_timestamp() + make_interval(secs => ${leaseSeconds}), clock_timestamp() + make_interval(secs => ${run.deadlineSeconds}), ${run.resumeOf}, ${tx.json(run.manifest as never)}, ${tx.json(run.builtFrom)})
    RETURNING ${runColumns(tx)}`;
  if (!row) throw new Error('A run was not recorded.');
  return row;
}

/** Whether a chapter is no more as it stood when the prompt was made, or somebody writes it. */
export async function hasMoved(
  tx: Transaction,
  key: ChapterKey,
  standing: Standing,
): Promise<{ not: 'busy' | 'changed' } | undefined> {
  const now = await standingOf(tx, key);
  if (!now || standingMembers.some((member) => now[member] !== standing[member])) return { not: 'changed' };
  return (await runningRun(tx, key.accountId, key.chapterId)) && { not: 'busy' };
}

/** Moves the present text to the revisions, and notes on the run what it was. */
export async function giveWay(tx: Transaction, { accountId, chapterId }: ChapterKey, runId: string): Promise<void> {
  await tx`
    UPDATE run SET replaced_revision_id = t.revision_id, replaced_status = c.text_status
    FROM chapter c JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE run.account_id = ${accountId} AND run.id = ${runId} AND c.account_id = ${accountId} AND c.id = ${chapterId}`;
  await archiveText(tx, { accountId, chapterId });
  await tx`UPDATE chapter SET text_status = 'empty', word_count = 0 WHERE account_id = ${accountId} AND id = ${chapterId}`;
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
