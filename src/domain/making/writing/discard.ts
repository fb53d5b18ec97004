import { newId } from '../../../ids/id.ts';
import type { Transaction } from '../../../sql/connect.ts';
import { takePieces } from '../../calls/run/pieces.ts';
import type { Run } from '../../calls/run/store.ts';
import { foldWrite } from '../../text/texts/fold/fold-write.ts';
import { insertWholeText } from '../../text/texts/fold/whole-text.ts';

/**
 * Ends a run whose text is none, because it was the reasoning of its model: the saved text becomes a revision, and the chapter
 * is as it was before the run.
 */
export async function discardText(tx: Transaction, run: Run, chapterId: string): Promise<void> {
  const { kind, startOffset, revisionId } = run;
  const saved = await takePieces(tx, run);
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
