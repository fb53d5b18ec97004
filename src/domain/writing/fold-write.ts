import type { Transaction } from '../../sql/connect.ts';
import { countWords } from '../chapter/words.ts';
import type { Run } from '../run/store.ts';

/** Appends the saved pieces of a write to its chapter. The chapter is partial until the provider reports the end. */
export async function foldWrite(tx: Transaction, run: Run, chapterId: string, isComplete: boolean): Promise<void> {
  const formerStatus = run.charsWritten === 0 ? await restoreReplaced(tx, run, chapterId) : undefined;
  const [row] = await tx<{ former: string; added: string; language: string }[]>`
    SELECT coalesce(t.body, '') AS former, coalesce((SELECT string_agg(k.body, '' ORDER BY k.seq) FROM chapter_chunk k WHERE k.account_id = ${run.accountId} AND k.run_id = ${run.id}), '') AS added, b.language
    FROM chapter c JOIN book b ON b.account_id = c.account_id AND b.id = c.book_id
    LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE c.account_id = ${run.accountId} AND c.id = ${chapterId} FOR UPDATE OF c`;
  if (!row) return;
  const body = row.former + row.added;
  if (run.charsWritten > 0) {
    // A continued text keeps the inputs of its oldest part, so that a change since then makes it stale.
    await tx`
      INSERT INTO chapter_text (account_id, chapter_id, revision_id, head, origin, run_id, model, built_from)
      SELECT account_id, ${chapterId}, revision_id, ${row.added}, kind, id, model, built_from FROM run WHERE account_id = ${run.accountId} AND id = ${run.id}
      ON CONFLICT (account_id, chapter_id) DO UPDATE SET head = chapter_text.head || chapter_text.middle || chapter_text.tail, middle = excluded.head, tail = '', run_id = excluded.run_id, model = excluded.model, origin = excluded.origin, built_from = coalesce(chapter_text.built_from, excluded.built_from)`;
  }
  const status = formerStatus ?? (body === '' ? 'empty' : isComplete ? 'complete' : 'partial');
  await tx`
    UPDATE chapter SET text_status = ${status}, word_count = ${countWords(body, row.language)}, version = version + 1, updated_at = clock_timestamp()
    WHERE account_id = ${run.accountId} AND id = ${chapterId}`;
}

/** Restores the text that a run replaced without writing anything. Answers the status of that text; undefined if there was none. */
async function restoreReplaced(
  tx: Transaction,
  { accountId, id }: Run,
  chapterId: string,
): Promise<string | undefined> {
  const [run] = await tx<{ replacedRevisionId: string | null; replacedStatus: string | null }[]>`
    SELECT replaced_revision_id, replaced_status FROM run WHERE account_id = ${accountId} AND id = ${id}`;
  if (!run?.replacedRevisionId) return undefined;
  await tx`
    WITH former AS (DELETE FROM chapter_revision WHERE account_id = ${accountId} AND id = ${run.replacedRevisionId} RETURNING *)
    INSERT INTO chapter_text (account_id, chapter_id, revision_id, head, origin, run_id, model, built_from, created_at)
    SELECT account_id, ${chapterId}, id, body, origin, run_id, model, built_from, created_at FROM former`;
  return run.replacedStatus ?? undefined;
}
