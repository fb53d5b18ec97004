import type { Fragment, Transaction } from '../../../sql/connect.ts';
import type { Run, RunKey } from './store.ts';

/** The text that a run has replaced or continued, with its status; null if there was none. */
export interface ReplacedText {
  revisionId: string | null;
  status: string | null;
}

export async function replacedBy(
  tx: Transaction,
  { accountId, id }: Pick<Run, 'accountId' | 'id'>,
): Promise<ReplacedText> {
  const [row] = await tx<ReplacedText[]>`
    SELECT replaced_revision_id AS revision_id, replaced_status AS status FROM run WHERE account_id = ${accountId}
      AND id = ${id}`;
  return row ?? { revisionId: null, status: null };
}

/** Records on a run which text it replaces. `from` is a FROM clause with its condition, and has the row of the text as `t`. */
export async function recordReplaced(
  tx: Transaction,
  { accountId, runId }: RunKey,
  { status, from }: { status?: Fragment; from: Fragment },
): Promise<void> {
  await tx`
    UPDATE run SET replaced_revision_id = t.revision_id ${status ? tx`, replaced_status = ${status}` : tx``}
    FROM ${from} AND run.account_id = ${accountId} AND run.id = ${runId}`;
}
