import { regionOf } from '../../prose/region.ts';
import type { Transaction } from '../../sql/connect.ts';
import { carryAnchors } from '../anchor/carry.ts';
import { hasAnchors } from '../anchor/store.ts';
import { countWords } from '../chapter/words.ts';
import type { Run } from '../run/store.ts';

/**
 * Appends the saved pieces of a write to its chapter. The chapter is partial until the provider reports the end. A run that
 * wrote nothing leaves text and status as they were before.
 */
export async function foldWrite(tx: Transaction, run: Run, chapterId: string, isComplete: boolean): Promise<void> {
  const formerStatus = run.charsWritten === 0 ? await restoreReplaced(tx, run, chapterId) : undefined;
  if (run.charsWritten > 0 && run.startOffset > 0) await keepFormer(tx, run, chapterId);
  const [row] = await tx<{ former: string; added: string; language: string; hasAnchors: boolean }[]>`
    SELECT coalesce(t.body, '') AS former, coalesce((SELECT string_agg(k.body, '' ORDER BY k.seq) FROM chapter_chunk k
      WHERE k.account_id = ${run.accountId} AND k.run_id = ${run.id}), '') AS added, b.language,
      ${hasAnchors(tx, 'c', 'id')} AS has_anchors
    FROM chapter c JOIN book b ON b.account_id = c.account_id AND b.id = c.book_id
    LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE c.account_id = ${run.accountId} AND c.id = ${chapterId} FOR UPDATE OF c`;
  if (!row) return;
  const body = row.former + row.added;
  if (run.charsWritten > 0) {
    // A continued text keeps the inputs of its oldest part, so that a change since then makes it stale.
    await tx`
      INSERT INTO chapter_text (account_id, chapter_id, revision_id, head, origin, run_id, model, built_from)
      SELECT account_id, ${chapterId}, revision_id, ${row.added}, kind, id, model, built_from FROM run
        WHERE account_id = ${run.accountId} AND id = ${run.id}
      ON CONFLICT (account_id, chapter_id) DO UPDATE
        SET head = chapter_text.head || chapter_text.middle || chapter_text.tail, middle = excluded.head, tail = '',
          run_id = excluded.run_id, model = excluded.model, origin = excluded.origin,
            built_from = coalesce(chapter_text.built_from, excluded.built_from)`;
  }
  const status = body === '' ? 'empty' : isComplete ? 'complete' : (formerStatus ?? 'partial');
  await tx`
    UPDATE chapter SET text_status = ${status}, word_count = ${countWords(body, row.language)}, version = version + 1,
      updated_at = clock_timestamp()
    WHERE account_id = ${run.accountId} AND id = ${chapterId}`;
  if (!row.hasAnchors) return;
  // The text that is there again was archived when the run began.
  const former = formerStatus !== undefined && run.startOffset === 0 ? '' : row.former;
  await carryAnchors(tx, { accountId: run.accountId, chapterId }, former, body, regionOf(former, body));
}

/** Before a run appends to a text that is not its own, that text becomes a revision. Later folds of the run find it done. */
async function keepFormer(tx: Transaction, { accountId, id, revisionId }: Run, chapterId: string): Promise<void> {
  await tx`
    WITH kept AS (
      INSERT INTO chapter_revision (account_id, chapter_id, id, body, word_count, text_status, origin, run_id, model,
        built_from, created_at)
      SELECT t.account_id, t.chapter_id, t.revision_id, t.body, c.word_count, c.text_status, t.origin, t.run_id,
        t.model, t.built_from, t.created_at
      FROM chapter_text t JOIN chapter c ON c.account_id = t.account_id AND c.id = t.chapter_id
      JOIN run r ON r.account_id = t.account_id AND r.id = ${id} AND r.replaced_revision_id = t.revision_id
      WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId} RETURNING id
    )
    UPDATE chapter_text SET revision_id = ${revisionId}, saved_by = NULL, begun_at = NULL, removed = NULL,
      created_at = clock_timestamp()
    WHERE account_id = ${accountId} AND chapter_id = ${chapterId} AND revision_id IN (SELECT id FROM kept)`;
}

/** Restores the text that a run replaced without writing anything. Answers the status of that text; undefined if there was none. */
async function restoreReplaced(
  tx: Transaction,
  { accountId, id, startOffset }: Run,
  chapterId: string,
): Promise<string | undefined> {
  const [run] = await tx<{ replacedRevisionId: string | null; replacedStatus: string | null }[]>`
    SELECT replaced_revision_id, replaced_status FROM run WHERE account_id = ${accountId} AND id = ${id}`;
  if (!run?.replacedRevisionId) return undefined;
  // A text that a run appends to stays in the chapter.
  if (startOffset > 0) return run.replacedStatus ?? undefined;
  await tx`
    WITH former AS (DELETE FROM chapter_revision WHERE account_id = ${accountId} AND id = ${run.replacedRevisionId}
      RETURNING *)
    INSERT INTO chapter_text (account_id, chapter_id, revision_id, head, origin, run_id, model, built_from, created_at)
    SELECT account_id, ${chapterId}, id, body, origin, run_id, model, built_from, created_at FROM former`;
  return run.replacedStatus ?? undefined;
}
