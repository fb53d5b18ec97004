import { newId } from '../../ids/id.ts';
import type { Transaction } from '../../sql/connect.ts';
import type { Run } from '../run/store.ts';
import { foldWrite } from './fold-write.ts';
import { insertWholeText } from './whole-text.ts';

/**
 * Ends a run whose text is none, because it was the reasoning of its model: the saved text becomes a revision, and the chapter
 * is as it was before the run.
 */
export async function discardText(tx: Transaction, run: Run, chapterId: string): Promise<void> {
  const { accountId, id, kind, startOffset, revisionId } = run;
  const [saved] = await tx<{ text: string | null; replacedRevisionId: string | null; replacedStatus: string | null }[]>`
    WITH taken AS (DELETE FROM chapter_chunk WHERE account_id = ${accountId} AND run_id = ${id} RETURNING seq, body)
    SELECT r.account_id, r.replaced_revision_id, r.replaced_status, (SELECT string_agg(body, '' ORDER BY seq)
      FROM taken) AS text
    FROM run r WHERE r.account_id = ${accountId} AND r.id = ${id}`;
  const unwritten = { ...run, charsWritten: 0 };
  if (saved?.text) {
    const { replacedRevisionId, replacedStatus } = saved;
    // A rewrite would resume a draft under its own id; a text that was continued has the id of its former part.
    const ownId = kind === 'write' && startOffset === 0 ? revisionId : null;
    const kept = { savedChars: 0, rest: saved.text, revisionId: ownId ?? newId('rev') };
    await insertWholeText(tx, { ...unwritten, replacedRevisionId, replacedStatus }, kept);
  }
  if (kind === 'write') await foldWrite(tx, unwritten, chapterId, false);
}
