import { notFound, ServiceError } from '../../errors.ts';
import { isDatabaseAway } from '../../sql/connect.ts';
import type { Outcome, Perform } from '../../sql/queue.ts';
import { cancelRun } from '../generation/cancel.ts';
import type { Desk } from '../generation/desk.ts';
import { waitSecondsMax } from '../generation/rules.ts';
import type { Run } from '../generation/store.ts';
import { backoffSeconds, soonSeconds, triesMax } from './book-rules.ts';
import * as store from './book-store.ts';
import { narrateChapter } from './narrate.ts';
import { runningNarration } from './store.ts';

/** What jobs work with, whoever asked for them. */
export type Bench = Pick<Desk, 'sql' | 'config' | 'runs'>;

/** The work of the queue: each job speaks one chapter that was ordered, as it stands when its turn comes. */
export function speaking(bench: Bench): Perform<store.OrderKey> {
  return async ({ id: jobId, data }, signal) => {
    const order = await store.beginTry(bench.sql, data, { holder: bench.runs.holder, jobId });
    if (!order) return {};
    // Only where tries ended without a word, with their node or by a defect, has nobody looked at this before.
    if (order.tries > triesMax) return failed(order, undefined);
    try {
      // It may be gone by now, be written anew, or have been narrated by itself.
      if (!(await store.isStillSilent(bench.sql, order))) return dropped(order);
      const run = await spoken(bench, order, signal);
      return run ? await outcomeOf(bench, order, run) : {};
    } catch (error) {
      return await refused(bench, order, error);
    }
  };
}

/** The run that speaks it, once it has ended or this node stops; undefined where nobody wants it any more. */
async function spoken(bench: Bench, order: store.Order, signal: AbortSignal): Promise<Run | undefined> {
  // A job is the account's: the token that asked may be gone by now.
  const caller = { tokenId: '', accountId: order.accountId, scopes: [] };
  const desk: Desk = { ...bench, caller, signal, note: () => {} };
  const { voice } = order;
  let run = await narrateChapter(desk, order, voice === undefined ? {} : { voice });
  const key = { accountId: run.accountId, runId: run.id };
  if (!(await store.noteRun(bench.sql, order, run.id))) {
    // It was taken back just before there was a run to stop.
    await cancelRun(desk, key);
    return undefined;
  }
  while (run.state === 'running' && !signal.aborted)
    run = (await bench.runs.wait(key, waitSecondsMax, signal)) ?? notFound('run');
  return run;
}

async function outcomeOf({ sql, runs }: Bench, order: store.Order, run: Run): Promise<Outcome> {
  if (run.state === 'cancelled') return dropped(order);
  // Where the text has changed meanwhile, the present one is spoken next, of which most is there.
  if (run.state === 'completed') return (await store.isStillSilent(sql, order)) ? again(order, 0, 0) : dropped(order);
  if (run.state === 'running' || runs.isClosing) return again(order, order.tries - 1, 0);
  if (await store.hasSpoken(sql, run)) return again(order, 0, soonSeconds);
  return order.tries < triesMax ? again(order, order.tries, backoffSeconds(order.tries)) : failed(order, run);
}

/** What a refusal means for a job: a limit is waited for and a run in another voice too, what is gone is let go, and what else is in the way is tried a few times. */
async function refused({ sql }: Bench, order: store.Order, error: unknown): Promise<Outcome> {
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

function failed(order: store.Order, why: Pick<Run, 'errorCode' | 'errorMessage'> | undefined): Outcome {
  const code = why?.errorCode ?? 'narration_failed';
  const message = why?.errorMessage ?? 'This chapter was tried several times without an end. Ask for it again.';
  return { record: (tx) => store.failOrder(tx, order, { code, message }) };
}
