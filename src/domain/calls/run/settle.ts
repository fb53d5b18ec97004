import { ServiceError } from '../../../errors.ts';
import type { Sql, Transaction } from '../../../sql/connect.ts';
import { lengthOf } from '../../shapes.ts';
import { settleUsage } from '../usage/store.ts';
import { type Bill, billOfLost } from './bill.ts';
import { hasAnswer, type KindsOfRun, type Reclaimed, type StreamedText } from './kinds.ts';
import { deletePieces } from './pieces.ts';
import { isProse, leaseSeconds } from './rules.ts';
import type { EndedRun } from './store.ts';
import { type Run, type RunKey, runColumns } from './store.ts';
import { type Ending, unfinished, type Work } from './work.ts';

/** Who ends a run: its holder with the result, or any node after the lease has expired. */
type EndedBy = Holder | 'lease over';

interface Holder {
  holder: string;
  ending: Ending;
  finish: Work['finish'];
  streamed: StreamedText;
}

/** A running run, locked. */
type RunningRun = EndedRun & {
  cancelRequested: boolean;
  /** Characters of the pieces in the database. */
  savedChars: number;
};

/** The database of the runs, and the registered kinds. */
export interface Ledger {
  sql: Sql;
  kinds: KindsOfRun;
}

/**
 * Ends a run in one transaction with its result; saved pieces are folded into the chapter. Undefined if the run is not
 * running, or another node holds it.
 */
export function settle(
  { sql, kinds }: Ledger,
  { accountId, runId }: RunKey,
  by: EndedBy,
): Promise<Reclaimed | undefined> {
  return sql.begin(async (tx): Promise<Reclaimed | undefined> => {
    await lockBookOf(tx, { accountId, runId });
    const [run] = await tx<RunningRun[]>`
      SELECT ${runColumns(tx)}, r.cancel_requested, r.replaced_revision_id, r.replaced_status,
        (SELECT coalesce(sum(char_length(k.body)), 0)::int FROM chapter_chunk k WHERE k.account_id = r.account_id
          AND k.run_id = r.id) AS saved_chars
      FROM run r WHERE r.account_id = ${accountId} AND r.id = ${runId} AND r.state = 'running'
        AND ${by === 'lease over' ? tx`r.lease_until < now()` : tx`r.holder = ${by.holder}`} FOR UPDATE`;
    if (!run) return undefined;
    if (by === 'lease over') {
      const bill = await billOfLost(await writtenBy(tx, run));
      const ending = lost(run);
      await kinds[run.kind]?.lost?.(tx, run, ending);
      return { run: await storeEnd(tx, kinds, run, ending, bill) };
    }
    const ending = await finished(tx, run, by);
    const bill = ending.bill ?? (await billOfLost(by.streamed.text));
    const keepWhole = kinds[run.kind]?.keepWhole;
    if (!keepWhole || run.savedChars === lengthOf(by.streamed.text))
      return { run: await storeEnd(tx, kinds, run, ending, bill) };
    const fault = shortOf(run, by.streamed);
    const ended = await storeEnd(tx, kinds, run, incomplete(ending, fault), bill);
    await keepWhole(tx, run, by.streamed);
    return { run: ended, fault };
  });
}

/** Stores the end of a run with its text and bill. */
export async function storeEnd(tx: Transaction, kinds: KindsOfRun, run: Run, ending: Ending, bill: Bill): Promise<Run> {
  const { accountId, id: runId } = run;
  const kind = kinds[run.kind];
  if (run.chapterId && kind?.fold) {
    if (ending.isDiscarded && kind.discard) await kind.discard(tx, run, run.chapterId);
    else await kind.fold(tx, run, run.chapterId, ending.state === 'completed');
    await deletePieces(tx, run);
  }
  const [ended] = await tx<Run[]>`
    UPDATE run r SET state = ${ending.state}, finished_at = clock_timestamp(),
      error_code = ${ending.errorCode ?? null}, error_message = ${ending.errorMessage ?? null},
        retry_at = clock_timestamp() + make_interval(secs => ${ending.retryAfterSeconds ?? null}),
      input_tokens = ${bill.usage?.inputTokens ?? null},
        cached_input_tokens = ${bill.usage?.cachedInputTokens ?? null},
          output_tokens = ${bill.usage?.outputTokens ?? null},
      cost_micros = ${bill.costMicros}, cut = coalesce(${ending.cut ? tx.json(ending.cut as never) : null}, cut),
        draft = ${'draft' in ending ? (ending.draft ?? null) : tx`draft`}
    WHERE r.account_id = ${accountId} AND r.id = ${runId} RETURNING ${runColumns(tx)}`;
  await settleUsage(tx, accountId, runId, {
    produced: kind?.hasProduced ? await kind.hasProduced(tx, run, ending) : hasAnswer(ending),
    inputTokens: bill.usage?.inputTokens,
    cachedInputTokens: bill.usage?.cachedInputTokens ?? 0,
    outputTokens: bill.outputTokens,
    estimated: !bill.isCounted,
    costMicros: bill.costMicros,
  });
  if (!ended) throw new Error('A run went away while its row was held.');
  return ended;
}

/** Locks the row of the run's book first, like every change of a chapter's text. */
export async function lockBookOf(tx: Transaction, { accountId, runId }: RunKey): Promise<void> {
  await tx`SELECT FROM run r JOIN book b ON b.account_id = r.account_id AND b.id = r.book_id
    WHERE r.account_id = ${accountId} AND r.id = ${runId} FOR NO KEY UPDATE OF b`;
}

function shortOf({ savedChars }: RunningRun, { text, revisionId }: StreamedText): ServiceError {
  const message = `The chapter has only ${savedChars} of the ${lengthOf(text)} characters of this run. The whole text is kept as revision ${revisionId}; restore it to use it.`;
  return new ServiceError('internal', message);
}

/** A chapter is never complete with less text than its readers saw. */
function incomplete(ending: Ending, { code, message }: ServiceError): Ending {
  const state = ending.state === 'completed' ? 'partial' : ending.state;
  return { ...ending, state, errorCode: code, errorMessage: message };
}

function lost(run: Run & { cancelRequested: boolean }): Ending {
  return run.cancelRequested ? { state: 'cancelled' } : unfinished(run);
}

/** A cancelled run keeps its output and does nothing with it. */
async function finished(
  tx: Transaction,
  run: Run & { cancelRequested: boolean },
  { ending: came, finish }: Holder,
): Promise<Ending> {
  const isUnwanted = run.cancelRequested && came.state === 'completed' && !isProse(run.kind);
  const ending: Ending = isUnwanted ? { ...came, state: 'cancelled' } : came;
  const other = await finish?.(tx, run, ending);
  return other ? { ...ending, ...other } : ending;
}

/** Saved output of a run. */
async function writtenBy(tx: Transaction, { accountId, id }: Run): Promise<string> {
  const [row] = await tx<{ text: string }[]>`
    SELECT coalesce(string_agg(k.body, '' ORDER BY k.seq), '') AS text FROM chapter_chunk k
      WHERE k.account_id = ${accountId} AND k.run_id = ${id}`;
  return row?.text ?? '';
}

/**
 * Runs with an expired lease. A lease that ends later than possible is from before the clock was set back and is shortened
 * to a full lease from now: a live holder renews it, and a lost run is found when it expires.
 */
export function lostRuns(sql: Sql): Promise<{ accountId: string; id: string }[]> {
  const lease = sql`make_interval(secs => ${leaseSeconds})`;
  return sql<{ accountId: string; id: string }[]>`
    WITH shortened AS (
      UPDATE run SET lease_until = now() + ${lease} WHERE state = 'running'
        AND lease_until > now() + ${lease} + interval '5 seconds'
    )
    SELECT account_id, id FROM run WHERE state = 'running' AND lease_until < now()`;
}
