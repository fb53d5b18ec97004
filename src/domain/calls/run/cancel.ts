import type { Sql } from '../../../sql/connect.ts';
import type { RunEngine } from './engine.ts';
import { heartbeatMs } from './rules.ts';
import { requestCancel, runningOf } from './stop-store.ts';
import type { Run, RunKey } from './store.ts';

interface CancelContext {
  sql: Sql;
  runs: RunEngine;
  signal: AbortSignal;
}

/** Long enough for another node's heartbeat to see the request. */
const waitSeconds = (heartbeatMs * 2) / 1000;

/** Requests a run to stop and waits briefly for its end; answers its state, undefined without such a run. */
export async function cancelRun({ sql, runs, signal }: CancelContext, key: RunKey): Promise<Run | undefined> {
  const run = await requestCancel(sql, key);
  if (run?.state !== 'running') return run;
  runs.stop(run.id);
  return (await runs.wait(key, waitSeconds, signal)) ?? run;
}

/** Cancels the runs of a book or chapter before it is deleted; answers their number. */
export async function cancelRunsOf(
  context: CancelContext,
  where: { accountId: string; bookId: string; chapterId?: string },
): Promise<number> {
  const running = await runningOf(context.sql, where);
  await Promise.all(running.map(({ id }) => cancelRun(context, { accountId: where.accountId, runId: id })));
  return running.length;
}
