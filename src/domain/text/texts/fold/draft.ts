import type { AnySql, Transaction } from '../../../../sql/connect.ts';
import { recordReplaced } from '../../../calls/run/replaced-store.ts';
import type { RunState } from '../../../calls/run/rules.ts';
import { contentMax, lengthOf } from '../../../shapes.ts';
import { type ChapterKey, emptyChapter } from '../../chapter/store.ts';
import { clearText } from '../put.ts';

/** The text so far of a rewrite that stopped before its end. */
interface Draft {
  runId: string;
  revisionId: string;
  body: string;
}

/** States of a rewrite that the same request resumes. A cancelled rewrite is not resumed: its draft is not wanted (ours). */
const resumable: readonly RunState[] = ['partial', 'failed'];

/**
 * The draft that a rewrite of a chapter continues: that of the last run with the same request on the present text.
 * Undefined if there is no such run, if it ended completely or was cancelled, or if its draft has the maximum length.
 */
export async function draftOf(
  sql: AnySql,
  { accountId, chapterId }: ChapterKey,
  hash: string,
): Promise<Draft | undefined> {
  // A write that continues a text keeps its revision id. A rewrite of the shorter text is therefore excluded by time.
  const [last] = await sql<(Draft & { state: RunState })[]>`
    SELECT r.account_id AS owner_of_run, r.id AS run_id, r.state, r.revision_id,
      (SELECT v.body FROM chapter_revision v WHERE v.account_id = r.account_id AND v.id = r.revision_id) AS body
    FROM run r
    JOIN chapter_text t ON t.account_id = r.account_id AND t.chapter_id = r.chapter_id
      AND t.revision_id = r.replaced_revision_id
    WHERE r.account_id = ${accountId} AND r.chapter_id = ${chapterId} AND r.kind = 'rewrite'
      AND r.request_hash = ${hash}
      AND NOT EXISTS (SELECT FROM run w WHERE w.account_id = t.account_id AND w.id = t.run_id
      AND w.started_at > r.started_at)
    ORDER BY r.started_at DESC, r.id DESC LIMIT 1`;
  if (!last?.body || !resumable.includes(last.state) || lengthOf(last.body) >= contentMax) return undefined;
  return { runId: last.runId, revisionId: last.revisionId, body: last.body };
}

/** Records on a rewrite which text it replaces. */
export async function recordBase(tx: Transaction, { accountId, chapterId }: ChapterKey, runId: string): Promise<void> {
  const from = tx`chapter_text t WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId}`;
  await recordReplaced(tx, { accountId, runId }, { from });
}

/** Records on a write the text that is there when it begins, with its status. */
export async function recordFormer(
  tx: Transaction,
  { accountId, chapterId }: ChapterKey,
  runId: string,
): Promise<void> {
  const from = tx`
    chapter c JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.id = ${chapterId}`;
  await recordReplaced(tx, { accountId, runId }, { status: tx`c.text_status`, from });
}

/** Archives the present text as a revision, empties the chapter, and records on the run which text it replaced. */
export async function archiveForRun(tx: Transaction, key: ChapterKey, runId: string): Promise<void> {
  await recordFormer(tx, key, runId);
  await clearText(tx, key);
  await emptyChapter(tx, key);
}
