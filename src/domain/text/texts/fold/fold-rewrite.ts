import { regionOf } from '../../../../prose/region.ts';
import { countWords } from '../../../../prose/words.ts';
import type { Transaction } from '../../../../sql/connect.ts';
import { piecesOf } from '../../../calls/run/pieces.ts';
import type { Run } from '../../../calls/run/store.ts';
import { carryAnchors } from '../../anchor/carry.ts';
import { putTextState } from '../../chapter/store.ts';
import { archiveText } from '../put.ts';
import { intoRevisions, intoTexts } from '../rows.ts';

/**
 * Replaces the text of a chapter by a complete rewrite and keeps the old text as a revision. An incomplete rewrite leaves the
 * chapter unchanged and is kept as a revision itself.
 */
export async function foldRewrite(tx: Transaction, run: Run, chapterId: string, isComplete: boolean): Promise<void> {
  const [draft] = await tx<{ body: string; language: string }[]>`
    SELECT coalesce(v.body, '') || ${piecesOf(tx, run)} AS body, b.language
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
  const ofRun = tx`
    SELECT account_id, chapter_id, revision_id, ${body}, kind, id, model, built_from, clock_timestamp(), NULL, NULL, NULL
    FROM run WHERE account_id = ${accountId} AND id = ${id}`;
  await tx`${intoTexts(tx, ofRun)}`;
  await putTextState(tx, { accountId, chapterId }, 'complete', words);
  if (!former?.hasAnchors) return;
  const text = former.body ?? '';
  await carryAnchors(tx, { accountId, chapterId }, text, body, regionOf(text, body));
}

/** Drafts are the only revisions that grow: the next run of the same request appends to them. */
async function keepDraft(tx: Transaction, { accountId, id }: Run, body: string, words: number): Promise<void> {
  const draft = tx`
    SELECT account_id, chapter_id, revision_id, ${body}, ${words}, 'partial', kind, id, model, built_from, started_at
    FROM run WHERE account_id = ${accountId} AND id = ${id}`;
  await tx`
    ${intoRevisions(tx, draft)}
    ON CONFLICT (account_id, id) DO UPDATE
      SET body = excluded.body, word_count = excluded.word_count, run_id = excluded.run_id, model = excluded.model,
        built_from = excluded.built_from, replaced_at = clock_timestamp()`;
}
