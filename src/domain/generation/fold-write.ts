import type { Transaction } from '../../sql/connect.ts';
import { countWords } from '../chapter/rules.ts';
import type { Run } from './store.ts';

/** Adds what a write has saved to the text of its chapter, which is partial until the provider has said that it is done. */
export async function foldWrite(tx: Transaction, run: Run, chapterId: string, isComplete: boolean): Promise<void> {
  const formerStatus = run.charsWritten === 0 ? await takeBack(tx, run, chapterId) : undefined;
  const [row] = await tx<{ body: string; language: string }[]>`
    SELECT coalesce(t.body, '') || coalesce((SELECT string_agg(k.body, '' ORDER BY k.seq) FROM chapter_chunk k WHERE k.account_id = ${run.accountId} AND k.run_id = ${run.id}), '') AS body, b.language
    FROM chapter c JOIN book b ON b.account_id = c.account_id AND b.id = c.book_id
    LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE c.account_id = ${run.accountId} AND c.id = ${chapterId} FOR UPDATE OF c`;
  if (!row) return;
  if (run.charsWritten > 0) {
    // A text that is continued is as old as its oldest part.
    await tx`
      INSERT INTO chapter_text (account_id, chapter_id, revision_id, body, origin, run_id, model, built_from)
      SELECT account_id, ${chapterId}, revision_id, ${row.body}, kind, id, model, built_from FROM run WHERE account_id = ${run.accountId} AND id = ${run.id}
      ON CONFLICT (account_id, chapter_id) DO UPDATE SET body = excluded.body, run_id = excluded.run_id, model = excluded.model, origin = excluded.origin, built_from = coalesce(chapter_text.built_from, excluded.built_from)`;
  }
  const status = formerStatus ?? (row.body === '' ? 'empty' : isComplete ? 'complete' : 'partial');
  await tx`
    UPDATE chapter SET text_status = ${status}, word_count = ${countWords(row.body, row.language)}, version = version + 1, updated_at = clock_timestamp()
    WHERE account_id = ${run.accountId} AND id = ${chapterId}`;
}

/** A run that wrote nothing gives back the text that made way for it; answers that text's status, or undefined when none did. */
async function takeBack(tx: Transaction, { accountId, id }: Run, chapterId: string): Promise<string | undefined> {
  const [run] = await tx<{ replacedRevisionId: string | null; replacedStatus: string | null }[]>`
    SELECT replaced_revision_id, replaced_status FROM run WHERE account_id = ${accountId} AND id = ${id}`;
  if (!run?.replacedRevisionId) return undefined;
  await tx`
    WITH former AS (DELETE FROM chapter_revision WHERE account_id = ${accountId} AND id = ${run.replacedRevisionId} RETURNING *)
    INSERT INTO chapter_text (account_id, chapter_id, revision_id, body, origin, run_id, model, built_from, created_at)
    SELECT account_id, ${chapterId}, id, body, origin, run_id, model, built_from, created_at FROM former`;
  return run.replacedStatus ?? undefined;
}
