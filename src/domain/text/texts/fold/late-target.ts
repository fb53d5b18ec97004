import type { Transaction } from '../../../../sql/connect.ts';
import type { EndedRun } from '../../../calls/run/store.ts';

/**
 * Where late text of an ended run is saved:
 * - `chapter`: the text of the chapter, or the draft that will replace it.
 * - `restored text`: the chapter, in place of the text that it got back because the run had saved nothing.
 * - `draft`: only the draft of a rewrite, because the chapter has another text by now.
 * - `none`: the chapter or the draft has changed, or a newer run exists.
 */
export type LateTarget = 'chapter' | 'restored text' | 'draft' | 'none';

/** Finds the target by comparing the chapter, or the draft of a rewrite, with the state that the run left. */
export async function lateTargetOf(tx: Transaction, run: EndedRun): Promise<LateTarget> {
  if (await hasNewerRun(tx, run)) return 'none';
  return run.kind === 'rewrite' ? targetOfRewrite(tx, run) : targetOfWrite(tx, run);
}

async function hasNewerRun(tx: Transaction, { accountId, chapterId, id, startedAt }: EndedRun): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM run r WHERE r.account_id = ${accountId} AND r.chapter_id = ${chapterId}
      AND r.kind IN ('write', 'rewrite')
      AND r.id <> ${id} AND r.started_at >= ${startedAt} LIMIT 1`;
  return rows.length > 0;
}

interface StateNow {
  textStatus: string;
  revisionId: string | null;
  length: number | null;
}

/** Locks the chapter; undefined if it is archived. */
async function stateNow(tx: Transaction, { accountId, chapterId }: EndedRun): Promise<StateNow | undefined> {
  const [row] = await tx<StateNow[]>`
    SELECT c.text_status, t.revision_id, char_length(t.body) AS length
    FROM chapter c LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.id = ${chapterId} AND c.archived_at IS NULL FOR UPDATE OF c`;
  return row;
}

async function targetOfWrite(tx: Transaction, run: EndedRun): Promise<LateTarget> {
  const current = await stateNow(tx, run);
  if (!current) return 'none';
  const length = run.startOffset + run.charsWritten;
  const { textStatus, revisionId } = current;
  if (length === 0 && revisionId === null) return 'chapter';
  if (run.charsWritten === 0 && run.replacedRevisionId !== null) {
    if (revisionId !== run.replacedRevisionId || textStatus !== run.replacedStatus) return 'none';
    return run.startOffset === 0 ? 'restored text' : 'chapter';
  }
  return revisionId === run.revisionId && current.length === length && textStatus === 'partial' ? 'chapter' : 'none';
}

async function targetOfRewrite(tx: Transaction, run: EndedRun): Promise<LateTarget> {
  const [draft] = await tx<{ length: number }[]>`
    SELECT char_length(body) AS length FROM chapter_revision WHERE account_id = ${run.accountId}
      AND id = ${run.revisionId}`;
  if ((draft?.length ?? 0) !== run.startOffset + run.charsWritten) return 'none';
  const current = await stateNow(tx, run);
  if (!current) return 'none';
  return current.revisionId === run.replacedRevisionId ? 'chapter' : 'draft';
}
