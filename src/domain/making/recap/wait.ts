import { performance } from 'node:perf_hooks';
import type { RunContext } from '../../calls/run/start.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import { writeWaitSeconds } from './rules.ts';
import { runningRecapBefore } from './store.ts';

/**
 * Waits up to 20 seconds for the running recap of the chapter before, so that the prompt has it. Answers the milliseconds, or
 * undefined if none is running.
 */
export async function waitForRecapBefore(
  { sql, runs, signal }: Pick<RunContext, 'sql' | 'runs' | 'signal'>,
  key: ChapterKey,
): Promise<number | undefined> {
  const runId = await runningRecapBefore(sql, key);
  if (runId === undefined) return undefined;
  const since = performance.now();
  await runs.wait({ accountId: key.accountId, runId }, writeWaitSeconds, signal);
  return Math.round(performance.now() - since);
}
