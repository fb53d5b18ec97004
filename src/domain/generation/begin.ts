import { type BucketDraw, takeFromBucket } from '../../sql/bucket.ts';
import type { Sql, Transaction } from '../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { archiveText } from '../chapter/text.ts';
import type { BuiltFrom } from '../staleness/rules.ts';
import type { QuotaState, Quotas } from '../usage/rules.ts';
import { reserve } from '../usage/store.ts';
import { leaseSeconds, type RunKind } from './rules.ts';
import { type Run, runColumns, runningRun, type Standing, standingOf } from './store.ts';

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

const standingMembers = ['textStatus', 'revisionId', 'lastRunId', 'body'] as const satisfies (keyof Standing)[];

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
