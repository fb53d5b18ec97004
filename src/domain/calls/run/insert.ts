import { type BucketDraw, takeFromBucket } from '../../../sql/bucket.ts';
import type { Sql, Transaction } from '../../../sql/connect.ts';
import type { BuiltFrom } from '../../shapes.ts';
import { lockAccount } from '../../story/account/store.ts';
import { type BookKey, liveBook } from '../../story/book/store.ts';
import type { QuotaState, Quotas, RunKind } from '../usage/rules.ts';
import { reserve } from '../usage/store.ts';
import type { MeasuredMessages } from './paid-call.ts';
import { type PackedMessages, packed } from './prompt-store.ts';
import { leaseSeconds, providerBucket } from './rules.ts';
import { type Run, runColumns } from './store.ts';

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
  /** The ordered length of its text. */
  order?: { words: number; from: number } | undefined;
  /** Milliseconds that the request waited for the recap of the chapter before. */
  recapWaitMs?: number | null | undefined;
  /** Its first prompt, and the number of calls with such a prompt (default: 1). Null for a narration. */
  prompt: (MeasuredMessages & { times?: number }) | null;
  builtFrom: BuiltFrom;
}

/** Limits of an account for runs; 0 means no limit. */
interface RunLimits {
  providerConcurrent: number;
  providerPerMinute: number;
  quotas: Quotas;
}

/** State of those limits, as far as they were checked. */
interface RunStandings {
  /** Running runs, without the new one. */
  running: number;
  /** Absent without such a limit. */
  rate?: BucketDraw | undefined;
  quotas?: QuotaState[];
}

/** A run, or why none was started: the chapter is in use or has changed, or a limit of the account. */
export type Beginning =
  | { run: Run; standings: RunStandings }
  | { not: 'busy' | 'changed' }
  | { not: 'full' | 'too often' | 'over quota'; standings: RunStandings };

/** The part of starting a run that depends on its kind, in the transaction that records it. */
export interface Opening {
  mayBegin(tx: Transaction): Promise<{ not: 'busy' | 'changed' } | undefined>;
  begun?(tx: Transaction): Promise<void>;
}

/**
 * Records a run and takes its lease, if its opening and the limits allow it, under the locks of account and book: changes
 * of a chapter's text lock the book first, so nothing can come between.
 */
export async function insertRun(
  sql: Sql,
  key: BookKey,
  run: NewRun,
  limits: RunLimits,
  opening: Opening,
): Promise<Beginning> {
  const messages = run.prompt && (await packed(run.prompt.messages));
  const beginning = sql.begin(async (tx): Promise<Beginning> => {
    // Serialized per account, so that its limit is exact.
    await lockAccount(tx, key.accountId);
    const [book] = await tx`SELECT b.id FROM book b WHERE ${liveBook(tx, key)} FOR NO KEY UPDATE`;
    if (!book) return { not: 'changed' };
    const not = await opening.mayBegin(tx);
    if (not) return not;
    const drawn = await draw(tx, key, run, limits);
    if ('not' in drawn) throw new NotDrawn(drawn);
    const row = await recordRun(tx, key, run, messages);
    await opening.begun?.(tx);
    return { run: row, ...drawn };
  });
  return beginning.catch((error: unknown) => {
    if (error instanceof NotDrawn) return error.beginning;
    throw error;
  });
}

/** A refusal rolls back the draws on the other limits. */
class NotDrawn extends Error {
  readonly beginning: Beginning;

  constructor(beginning: Beginning) {
    super('over a limit');
    this.beginning = beginning;
  }
}

/** Draws on every applicable limit, the quota last. Automatic summaries take no slot (ours). */
async function draw(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  { id: runId, kind, model, prompt }: NewRun,
  limits: RunLimits,
): Promise<{ standings: RunStandings } | Extract<Beginning, { standings: RunStandings; not: string }>> {
  const [{ running } = { running: 0 }] = await tx<{ running: number }[]>`
    SELECT count(*)::int AS running FROM run WHERE account_id = ${accountId} AND state = 'running'
      AND lease_until > now() AND kind <> 'summarize'`;
  if (limits.providerConcurrent > 0 && running >= limits.providerConcurrent)
    return { not: 'full', standings: { running } };
  const rate = await takeFromBucket(tx, providerBucket(accountId), limits.providerPerMinute);
  if (rate && rate.waitMs > 0) return { not: 'too often', standings: { running, rate } };
  const inputTokens = prompt ? prompt.tokens * (prompt.times ?? 1) : 0;
  const entry = { runId, kind, model, inputTokens, bookId };
  const { granted, states: quotas } = await reserve(tx, accountId, entry, limits.quotas);
  const standings = { running, rate, quotas };
  return granted ? { standings } : { not: 'over quota', standings };
}

async function recordRun(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  run: NewRun,
  sent: PackedMessages | null,
): Promise<Run> {
  const [row] = await tx<Run[]>`
    WITH sent AS (
      INSERT INTO run_prompt (account_id, run_id, messages, bytes)
      SELECT ${accountId}, ${run.id}, m, ${sent?.bytes ?? 0} FROM (VALUES (${sent?.messages ?? null}::bytea)) AS v (m)
      WHERE m IS NOT NULL
    )
    INSERT INTO run AS r (account_id, id, book_id, chapter_id, kind, request_hash, model, revision_id, subject_id,
      start_offset, holder, lease_until, deadline_at, resume_of, ordered_words, ordered_from, recap_wait_ms, manifest,
        built_from)
    VALUES (${accountId}, ${run.id}, ${bookId}, ${run.chapterId}, ${run.kind}, ${run.requestHash}, ${run.model},
      ${run.revisionId}, ${run.subjectId}, ${run.startOffset}, ${run.holder},
      clock_timestamp() + make_interval(secs => ${leaseSeconds}),
        clock_timestamp() + make_interval(secs => ${run.deadlineSeconds}), ${run.resumeOf},
          ${run.order?.words ?? null}, ${run.order?.from ?? 0}, ${run.recapWaitMs ?? null},
            ${tx.json((run.prompt?.manifest ?? null) as never)}, ${tx.json(run.builtFrom)})
    RETURNING ${runColumns(tx)}`;
  if (!row) throw new Error('A run was not recorded.');
  return row;
}
