import { regionOf } from '../../prose/region.ts';
import type { Transaction } from '../../sql/connect.ts';
import { carryAnchors } from '../anchor/carry.ts';
import { archiveText } from '../chapter/text.ts';
import { countWords } from '../chapter/words.ts';
import type { Run } from '../run/store.ts';

/**
 * Replaces the text of a chapter by a complete rewrite and keeps the old text as a revision. An incomplete rewrite leaves the
 * chapter unchanged and is kept as a revision itself.
 */
export async function foldRewrite(tx: Transaction, run: Run, chapterId: string, isComplete: boolean): Promise<void> {
  const [draft] = await tx<{ body: string; language: string }[]>`
    SELECT coalesce(v.body, '') || coalesce((SELECT string_agg(k.body, '' ORDER BY k.seq) FROM chapter_chunk k
      WHERE k.account_id = ${run.accountId} AND k.run_id = ${run.id}), '') AS body, b.language
    FROM chapter c JOIN book b ON b.account_id = c.account_id AND b.id = c.book_id
    LEFT JOIN chapter_revision v ON v.account_id = c.account_id AND v.id = ${run.revisionId}
    WHERE c.account_id = ${run.accountId} AND c.id = ${chapterId} FOR UPDATE OF c`;
  if (!draft || draft.body === '') return;
  const words = countWords(draft.body, draft.language);
  if (isComplete) await replaceText(tx, run, chapterId, draft.body, words);
  else if (run.charsWritten > 0) await keepDraft(tx, run, draft.body, words);
}

async function replaceText(
  tx: Transaction,
  { accountId, id, revisionId }: Run,
  chapterId: string,
  body: string,
  words: number,
): Promise<void> {
  const former = await archiveText(tx, { accountId, chapterId });
  await tx`DELETE FROM chapter_revision WHERE account_id = ${accountId} AND id = ${revisionId}`;
  await tx`
    INSERT INTO chapter_text (account_id, chapter_id, revision_id, head, origin, run_id, model, built_from)
    SELECT account_id, chapter_id, revision_id, ${body}, kind, id, model, built_from FROM run
      WHERE account_id = ${accountId} AND id = ${id}`;
  await tx`
    UPDATE chapter SET text_status = 'complete', word_count = ${words}, version = version + 1,
      updated_at = clock_timestamp()
    WHERE account_id = ${accountId} AND id = ${chapterId}`;
  if (!former?.hasAnchors) return;
  const text = former.body ?? '';
  await carryAnchors(tx, { accountId, chapterId }, text, body, regionOf(text, body));
}

/** Drafts are the only revisions that grow: the next run of the same request appends to them. */
async function keepDraft(tx: Transaction, { accountId, id }: Run, body: string, words: number): Promise<void> {
  await tx`
    INSERT INTO chapter_revision (account_id, chapter_id, id, body, word_count, text_status, origin, run_id, model,
      built_from, created_at)
    SELECT account_id, chapter_id, revision_id, ${body}, ${words}, 'partial', kind, id, model, built_from, started_at
      FROM run WHERE account_id = ${accountId} AND id = ${id}
    ON CONFLICT (account_id, id) DO UPDATE
      SET body = excluded.body, word_count = excluded.word_count, run_id = excluded.run_id, model = excluded.model,
        built_from = excluded.built_from, replaced_at = clock_timestamp()`;
}
