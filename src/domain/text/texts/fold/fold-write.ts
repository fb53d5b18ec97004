import { regionOf } from '../../../../prose/region.ts';
import { countWords } from '../../../../prose/words.ts';
import type { Transaction } from '../../../../sql/connect.ts';
import { piecesOf } from '../../../calls/run/pieces.ts';
import { replacedBy } from '../../../calls/run/replaced-store.ts';
import type { Run } from '../../../calls/run/store.ts';
import { carryAnchors } from '../../anchor/carry.ts';
import { hasAnchors } from '../../anchor/store.ts';
import { putTextState } from '../../chapter/store.ts';
import { presentTextOf } from '../present.ts';
import { asRevision, intoRevisions, intoTexts } from '../rows.ts';

/**
 * Appends the saved pieces of a write to its chapter. The chapter is partial until the provider reports the end. A run that
 * wrote nothing leaves text and status as they were before.
 */
export async function foldWrite(tx: Transaction, run: Run, chapterId: string, isComplete: boolean): Promise<void> {
  const { accountId } = run;
  const formerStatus = run.charsWritten === 0 ? await restoreReplaced(tx, run, chapterId) : undefined;
  if (run.charsWritten > 0 && run.startOffset > 0) await keepFormer(tx, run, chapterId);
  const [row] = await tx<{ former: string; added: string; language: string; hasAnchors: boolean }[]>`
    SELECT coalesce(t.body, '') AS former, ${piecesOf(tx, run)} AS added, b.language,
      ${hasAnchors(tx, 'c', 'id')} AS has_anchors
    FROM chapter c JOIN book b ON b.account_id = c.account_id AND b.id = c.book_id
    LEFT JOIN ${presentTextOf(tx)}
    WHERE c.account_id = ${accountId} AND c.id = ${chapterId} FOR UPDATE OF c`;
  if (!row) return;
  const body = row.former + row.added;
  if (run.charsWritten > 0) await appendText(tx, run, chapterId, row.added);
  const status = body === '' ? 'empty' : isComplete ? 'complete' : (formerStatus ?? 'partial');
  await putTextState(tx, { accountId, chapterId }, status, countWords(body, row.language));
  if (!row.hasAnchors) return;
  // The text that is there again was archived when the run began.
  const former = formerStatus !== undefined && run.startOffset === 0 ? '' : row.former;
  await carryAnchors(tx, { accountId, chapterId }, former, body, regionOf(former, body));
}

/** A continued text keeps the inputs of its oldest part, so that a change since then makes it stale. */
async function appendText(tx: Transaction, { accountId, id }: Run, chapterId: string, added: string): Promise<void> {
  const ofRun = tx`
    SELECT account_id, ${chapterId}, revision_id, ${added}, kind, id, model, built_from, clock_timestamp(), NULL, NULL, NULL
    FROM run WHERE account_id = ${accountId} AND id = ${id}`;
  await tx`
    ${intoTexts(tx, ofRun)}
    ON CONFLICT (account_id, chapter_id) DO UPDATE
      SET head = chapter_text.head || chapter_text.middle || chapter_text.tail, middle = excluded.head, tail = '',
        run_id = excluded.run_id, model = excluded.model, origin = excluded.origin,
          built_from = coalesce(chapter_text.built_from, excluded.built_from)`;
}

/** Before a run appends to a text that is not its own, that text becomes a revision. Later folds of the run find it done. */
async function keepFormer(tx: Transaction, { accountId, id, revisionId }: Run, chapterId: string): Promise<void> {
  const former = tx`${asRevision(tx)}
    FROM chapter_text t JOIN chapter c ON c.account_id = t.account_id AND c.id = t.chapter_id
    JOIN run r ON r.account_id = t.account_id AND r.id = ${id} AND r.replaced_revision_id = t.revision_id
    WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId} RETURNING id`;
  await tx`
    WITH kept AS (${intoRevisions(tx, former)})
    UPDATE chapter_text SET revision_id = ${revisionId}, saved_by = NULL, begun_at = NULL, removed = NULL,
      created_at = clock_timestamp()
    WHERE account_id = ${accountId} AND chapter_id = ${chapterId} AND revision_id IN (SELECT id FROM kept)`;
}

/** Restores the text that a run replaced without writing anything. Answers the status of that text; undefined if there was none. */
async function restoreReplaced(tx: Transaction, run: Run, chapterId: string): Promise<string | undefined> {
  const { accountId, startOffset } = run;
  const { revisionId, status } = await replacedBy(tx, run);
  if (!revisionId) return undefined;
  // A text that a run appends to stays in the chapter.
  if (startOffset > 0) return status ?? undefined;
  const former = tx`
    SELECT account_id, ${chapterId}, id, body, origin, run_id, model, built_from, created_at, NULL, NULL, NULL FROM former`;
  await tx`
    WITH former AS (DELETE FROM chapter_revision WHERE account_id = ${accountId} AND id = ${revisionId}
      RETURNING *)
    ${intoTexts(tx, former)}`;
  return status ?? undefined;
}
