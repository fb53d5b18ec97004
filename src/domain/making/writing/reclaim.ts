import { ServiceError } from '../../../errors.ts';
import type { Transaction } from '../../../sql/connect.ts';
import type { LateText, Reclaimed } from '../../calls/run/kinds.ts';
import { addPiece } from '../../calls/run/pieces.ts';
import type { EndedRun } from '../../calls/run/store.ts';
import { putFault, type Run } from '../../calls/run/store.ts';
import { lengthOf } from '../../shapes.ts';
import { archiveForRun } from '../../text/texts/fold/draft.ts';
import { type LateTarget, lateTargetOf } from '../../text/texts/fold/late-target.ts';
import { insertWholeText } from '../../text/texts/fold/whole-text.ts';

/**
 * Saves late text of a chapter. If the chapter is as the run left it and no newer run exists, the text is added there and
 * the run ends as its holder reports. Otherwise the text becomes a revision.
 */
export async function reclaimProse(tx: Transaction, run: EndedRun, late: LateText): Promise<Reclaimed> {
  const isUnended = late.ending.state === 'completed' && run.state === 'partial';
  if (late.surplus === '' && !isUnended) return { run };
  const target = await lateTargetOf(tx, run);
  if (target !== 'none') return { run: await endWithRest(tx, run, late, target) };
  return late.surplus === '' ? { run } : saveAsRevision(tx, run, late);
}

/**
 * Ends the run again with the rest of its text. A cancelled run stays cancelled, and a rewrite of another text does not
 * replace the chapter.
 */
async function endWithRest(
  tx: Transaction,
  run: EndedRun,
  { surplus, ending, end }: LateText,
  target: Exclude<LateTarget, 'none'>,
): Promise<Run> {
  const key = { accountId: run.accountId, bookId: run.bookId, chapterId: run.chapterId ?? '' };
  if (target === 'restored text') await archiveForRun(tx, key, run.id);
  const whole = surplus === '' ? run : await addPiece(tx, run, surplus);
  const keepsState = run.state === 'cancelled' || (target === 'draft' && ending.state === 'completed');
  const state = run.state === 'running' ? 'partial' : run.state;
  return end(whole, keepsState ? { state } : ending);
}

/** Saves the whole text as a revision, and records its id in the error of the run. */
async function saveAsRevision(tx: Transaction, run: EndedRun, { surplus, revisionId }: LateText): Promise<Reclaimed> {
  const { charsWritten } = run;
  await insertWholeText(tx, run, { savedChars: charsWritten, rest: surplus, revisionId });
  const message = `The database was unavailable while this run wrote, and the chapter was changed meanwhile. The last ${lengthOf(surplus)} characters of this run are not in the chapter. The whole text is kept as revision ${revisionId}; restore it to use it.`;
  const updated = await putFault(tx, run, { code: 'conflict', message });
  return { run: updated ?? run, fault: new ServiceError('conflict', message) };
}
