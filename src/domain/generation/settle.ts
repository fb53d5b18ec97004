import type { Sql, Transaction } from '../../sql/connect.ts';
import { settleUsage } from '../usage/store.ts';
import { billOfLost } from './bill.ts';
import { foldRewrite } from './fold-rewrite.ts';
import { foldWrite } from './fold-write.ts';
import { isProse } from './rules.ts';
import { type Run, type RunKey, runColumns } from './store.ts';
import { type Ending, unfinished, type Work } from './work.ts';

/** Who ends a run: its holder, who knows how it ended and what is to be stored of it, or anybody once the lease is over. */
export type EndedBy = { holder: string; ending: Ending; finish: Work['finish'] } | 'lease over';

/**
 * Ends a run in one transaction with what came of it: the saved pieces of a text are folded into the chapter. Undefined when
 * the run is not running any more, or is still another's.
 */
export function settle(sql: Sql, { accountId, runId }: RunKey, by: EndedBy): Promise<Run | undefined> {
  return sql.begin(async (tx): Promise<Run | undefined> => {
    // The book's row first, as everything that changes the text of its chapters does.
    await tx`SELECT FROM run r JOIN book b ON b.account_id = r.account_id AND b.id = r.book_id WHERE r.account_id = ${accountId} AND r.id = ${runId} FOR NO KEY UPDATE OF b`;
    const [run] = await tx<(Run & { cancelRequested: boolean })[]>`
      SELECT ${runColumns(tx)}, r.cancel_requested FROM run r WHERE r.account_id = ${accountId} AND r.id = ${runId} AND r.state = 'running'
        AND ${by === 'lease over' ? tx`r.lease_until < now()` : tx`r.holder = ${by.holder}`} FOR UPDATE`;
    if (!run) return undefined;
    const ending = by === 'lease over' ? lost(run) : await finished(tx, run, by);
    const bill = ending.bill ?? (await billOfLost(await writtenBy(tx, run)));
    if (run.chapterId && isProse(run.kind)) await fold(tx, run, run.chapterId, ending.state === 'completed');
    const [ended] = await tx<Run[]>`
      UPDATE run r SET state = ${ending.state}, finished_at = clock_timestamp(), error_code = ${ending.errorCode ?? null}, error_message = ${ending.errorMessage ?? null},
        input_tokens = ${bill.usage?.inputTokens ?? null}, cached_input_tokens = ${bill.usage?.cachedInputTokens ?? null}, output_tokens = ${bill.usage?.outputTokens ?? null},
        cost_micros = ${bill.costMicros}
      WHERE r.account_id = ${accountId} AND r.id = ${runId} RETURNING ${runColumns(tx)}`;
    await settleUsage(tx, accountId, runId, {
      produced: await hasProduced(tx, run, ending),
      inputTokens: bill.usage?.inputTokens,
      cachedInputTokens: bill.usage?.cachedInputTokens ?? 0,
      outputTokens: bill.outputTokens,
      estimated: !bill.isCounted,
      costMicros: bill.costMicros,
    });
    return ended;
  });
}

function lost(run: Run & { cancelRequested: boolean }): Ending {
  return run.cancelRequested ? { state: 'cancelled' } : unfinished(run);
}

/** A run that is not wanted any more keeps what it has and does nothing with it. */
async function finished(
  tx: Transaction,
  run: Run & { cancelRequested: boolean },
  { ending: came, finish }: Exclude<EndedBy, 'lease over'>,
): Promise<Ending> {
  const isUnwanted = run.cancelRequested && came.state === 'completed' && !isProse(run.kind);
  const ending: Ending = isUnwanted ? { ...came, state: 'cancelled' } : came;
  const other = await finish?.(tx, run, ending);
  return other ? { ...ending, ...other } : ending;
}

/** Whether there is something to show for a run: text, an answer, or variants or pictures that were made before it was cut short. */
async function hasProduced(tx: Transaction, run: Run, { state, kept }: Ending): Promise<boolean> {
  if (isProse(run.kind)) return run.charsWritten > 0;
  if (state === 'completed' || kept === true) return true;
  const made = await tx`
    SELECT 1 FROM outline_variant WHERE account_id = ${run.accountId} AND run_id = ${run.id}
    UNION ALL SELECT 1 FROM cover WHERE account_id = ${run.accountId} AND run_id = ${run.id} LIMIT 1`;
  return made.length > 0;
}

/** What the provider said in a run, as far as it is saved. */
async function writtenBy(tx: Transaction, { accountId, id }: Run): Promise<string> {
  const [row] = await tx<{ text: string }[]>`
    SELECT coalesce(string_agg(k.body, '' ORDER BY k.seq), '') AS text FROM chapter_chunk k WHERE k.account_id = ${accountId} AND k.run_id = ${id}`;
  return row?.text ?? '';
}

/** Puts the saved pieces of a text where it belongs. Those of other work stay: they are all that there is of what the model said. */
async function fold(tx: Transaction, run: Run, chapterId: string, isComplete: boolean): Promise<void> {
  await (run.kind === 'rewrite' ? foldRewrite : foldWrite)(tx, run, chapterId, isComplete);
  await tx`DELETE FROM chapter_chunk WHERE account_id = ${run.accountId} AND run_id = ${run.id}`;
}

/** Runs whose holder has not renewed its lease. */
export function lostRuns(sql: Sql): Promise<{ accountId: string; id: string }[]> {
  return sql<
    { accountId: string; id: string }[]
  >`SELECT account_id, id FROM run WHERE state = 'running' AND lease_until < now()`;
}
