import type { Sql } from '../../sql/connect.ts';
import type { RunEngine } from './engine.ts';
import { heartbeatMs } from './rules.ts';
import { type Run, type RunKey, requestCancel, runningOf } from './store.ts';

interface Desk {
  sql: Sql;
  runs: RunEngine;
  signal: AbortSignal;
}

/** Long enough for another node's heartbeat to see the request. */
const waitSeconds = (heartbeatMs * 2) / 1000;

/** Asks a run to stop and waits a little for its end; the run as it then stands, undefined without such a run. */
export async function cancelRun({ sql, runs, signal }: Desk, key: RunKey): Promise<Run | undefined> {
  const run = await requestCancel(sql, key);
  if (run?.state !== 'running') return run;
  runs.stop(run.id);
  return (await runs.wait(key, waitSeconds, signal)) ?? run;
}

/** Cancels what runs on a book, or on one chapter of it, before that goes away; answers how many there were. */
export async function cancelRunsOf(
  desk: Desk,
  where: { accountId: string; bookId: string; chapterId?: string },
): Promise<number> {
  const running = await runningOf(desk.sql, where);
  await Promise.all(running.map(({ id }) => cancelRun(desk, { accountId: where.accountId, runId: id })));
  return running.length;
}
