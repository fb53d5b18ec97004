import type { Bill } from './bill.ts';
import type { Reclaimed, StreamedText } from './kinds.ts';
import { addPiece } from './pieces.ts';
import { type Ledger, lockBookOf, storeEnd } from './settle.ts';
import type { EndedRun } from './store.ts';
import { type Run, type RunKey, runColumns } from './store.ts';
import type { Ending } from './work.ts';

/** The view of a run by its holder, which could not reach the database while another node ended the run. */
interface FormerHolder {
  holder: string;
  ending: Ending;
  bill: Bill;
  /** All text of the run, saved or not. */
  streamed: StreamedText;
}

/**
 * Saves the text of a run that another node has ended: by the rule of its kind, or else as a further piece of the run.
 * Undefined when there is no such run of this holder.
 */
export function reclaim({ sql, kinds }: Ledger, key: RunKey, former: FormerHolder): Promise<Reclaimed | undefined> {
  return sql.begin(async (tx): Promise<Reclaimed | undefined> => {
    await lockBookOf(tx, key);
    const [run] = await tx<EndedRun[]>`
      SELECT ${runColumns(tx)}, r.replaced_revision_id, r.replaced_status FROM run r
      WHERE r.account_id = ${key.accountId} AND r.id = ${key.runId} AND r.holder = ${former.holder}
        AND r.state <> 'running' FOR UPDATE`;
    if (!run) return undefined;
    const surplus = [...former.streamed.text].slice(run.charsWritten).join('');
    const kind = kinds[run.kind];
    if (!kind?.reclaim) return { run: surplus === '' ? run : await addPiece(tx, run, surplus) };
    const { ending, bill, streamed } = former;
    const end = (whole: Run, other: Ending) => storeEnd(tx, kinds, whole, other, bill);
    return kind.reclaim(tx, run, { surplus, ending, revisionId: streamed.revisionId, end });
  });
}
