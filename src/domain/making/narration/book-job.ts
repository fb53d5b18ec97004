import { keylessCaller } from '../../../caller.ts';
import { notFound, retryDetails, ServiceError } from '../../../errors.ts';
import { isDatabaseAway } from '../../../sql/connect.ts';
import type { Outcome, Perform } from '../../../sql/queue.ts';
import { onBehalfOf } from '../../../sql/statement-scope.ts';
import { cancelRun } from '../../calls/run/cancel.ts';
import { waitSecondsMax } from '../../calls/run/rules.ts';
import type { RunContext } from '../../calls/run/start.ts';
import type { Run } from '../../calls/run/store.ts';
import { backoffSeconds, soonSeconds, triesMax } from './book-rules.ts';
import * as store from './book-store.ts';
import { narrateChapter } from './narrate.ts';
import { runningNarration } from './store.ts';

/** The parts of a context that jobs use. */
type JobServices = Pick<RunContext, 'sql' | 'config' | 'runs' | 'work'>;

/** Handler of queue jobs: each narrates one ordered chapter in its current state. */
export function speaking(bench: JobServices): Perform<store.OrderKey> {
  return ({ id: jobId, data }, signal) => onBehalfOf(data.accountId, () => perform(jobId, data, signal));

  async function perform(jobId: string, data: store.OrderKey, signal: AbortSignal): Promise<Outcome> {
    const order = await store.beginTry(bench.sql, data, { holder: bench.runs.holder, jobId });
    if (!order) return {};
    // Tries that ended without a result, by a crash or a defect, are only counted here.
    if (order.tries > triesMax) return failed(order, undefined);
    try {
      // The chapter may be deleted, being rewritten, or narrated already.
      if (!(await store.isStillSilent(bench.sql, order))) return dropped(order);
      const run = await spoken(bench, order, signal);
      return run ? await outcomeOf(bench, order, run) : {};
    } catch (error) {
      return await refused(bench, order, error);
    }
  }
}

/** The run that narrates the chapter, once it has ended or this node stops; undefined if the order was cancelled. */
async function spoken(bench: JobServices, order: store.Order, signal: AbortSignal): Promise<Run | undefined> {
  // A job belongs to the account; the token that ordered it may be revoked.
  const caller = keylessCaller(order.accountId);
  const context: RunContext = { ...bench, caller, signal, reportLimit: () => {} };
  const { voice } = order;
  let run = await narrateChapter(context, order, voice === undefined ? {} : { voice });
  const key = { accountId: run.accountId, runId: run.id };
  if (!(await store.noteRun(bench.sql, order, run.id))) {
    // The order was cancelled just before the run existed.
    await cancelRun(context, key);
    return undefined;
  }
  while (run.state === 'running' && !signal.aborted)
    run = (await bench.runs.wait(key, waitSecondsMax, signal)) ?? notFound('run');
  return run;
}

async function outcomeOf({ sql, runs }: JobServices, order: store.Order, run: Run): Promise<Outcome> {
  if (run.state === 'cancelled') return dropped(order);
  // If the text changed meanwhile, the current one is narrated next, mostly from the cache.
  if (run.state === 'completed') return (await store.isStillSilent(sql, order)) ? again(order, 0, 0) : dropped(order);
  if (run.state === 'running' || runs.isClosing) return again(order, order.tries - 1, 0);
  if (await store.hasSpoken(sql, run)) return again(order, 0, soonSeconds);
  return order.tries < triesMax ? again(order, order.tries, pauseAfter(order, run)) : failed(order, run);
}

/**
 * Maps an error to the job's result: limits and runs with another voice are waited for, deleted chapters are dropped, and
 * other errors are retried a few times.
 */
async function refused({ sql }: JobServices, order: store.Order, error: unknown): Promise<Outcome> {
  if (isDatabaseAway(error)) return again(order, order.tries - 1, soonSeconds);
  if (!(error instanceof ServiceError)) throw error;
  const { code, message, details } = error;
  if (code === 'not_found') return dropped(order);
  if (['rate_limited', 'quota_exceeded', 'unavailable'].includes(code))
    return again(order, order.tries - 1, details.retry_after ?? soonSeconds);
  if (await runningNarration(sql, order)) return again(order, order.tries - 1, soonSeconds);
  if (order.tries < triesMax) return again(order, order.tries, soonSeconds);
  return failed(order, { errorCode: code, errorMessage: message });
}

function dropped(order: store.Order): Outcome {
  return { record: (tx) => store.dropOrder(tx, order) };
}

function again(order: store.Order, tries: number, seconds: number): Outcome {
  return { againInSeconds: seconds, record: (tx) => store.putOff(tx, order, tries, seconds) };
}

/** As long as the provider asks for, but not shorter than after other failures. */
function pauseAfter({ tries }: store.Order, { retryAt }: Run): number {
  return Math.max(backoffSeconds(tries), retryDetails(retryAt).retry_after ?? 0);
}

function failed(order: store.Order, why: Pick<Run, 'errorCode' | 'errorMessage'> | undefined): Outcome {
  const code = why?.errorCode ?? 'narration_failed';
  const message = why?.errorMessage ?? 'This chapter was tried several times without an end. Ask for it again.';
  return { record: (tx) => store.failOrder(tx, order, { code, message }) };
}
