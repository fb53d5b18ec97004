import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ServiceError } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import { withDbTimeout } from '../../../sql/attempt.ts';
import { isDatabaseAway, type Sql } from '../../../sql/connect.ts';
import type { Bill } from './bill.ts';
import type { Flusher } from './flusher.ts';
import type { KindsOfRun, Reclaimed, StreamedText } from './kinds.ts';
import type { LiveRun } from './live.ts';
import { reclaim } from './reclaim.ts';
import { settle } from './settle.ts';
import { type Ending, unfinished, type Work } from './work.ts';

const retryMs = 500;
/** Tries to end a run after errors other than an unavailable database. */
const triesMax = 5;

/** The node that ends a run. */
export interface Node {
  sql: Sql;
  kinds: KindsOfRun;
  holder: string;
  flusher: Flusher;
  log: Logger;
  /** Whether it has stopped, so that nothing is retried. */
  isClosed: () => boolean;
}

/** Result of a run's work. */
interface Outcome {
  ending: Ending;
  bill: Bill;
  finish: Work['finish'];
}

/** Saves the rest of a run's text and ends the run. Retries until the database accepts it, because text must not be lost. */
export async function endRun(node: Node, live: LiveRun, outcome: Outcome): Promise<Reclaimed> {
  const revisionId = newId('rev');
  for (let tries = 1; ; tries++) {
    try {
      await node.flusher.drain(live);
      return await endSaved(node, live, outcome, revisionId);
    } catch (error) {
      const about = { err: error, runId: live.run.id };
      if (node.isClosed() || (!isDatabaseAway(error) && tries >= triesMax)) {
        // The lease expires, and the next sweep on any node ends this run with its saved text.
        node.log.error(about, 'a run could not be ended');
        return givenUp(live);
      }
      node.log.warn(about, 'a run could not be ended; retrying');
      await sleep(retryMs);
    }
  }
}

/** Ends a run with saved text, while this node still holds it. */
async function endSaved(
  { sql, kinds, holder, log }: Node,
  { run, pieces }: LiveRun,
  { ending, bill, finish }: Outcome,
  revisionId: string,
): Promise<Reclaimed> {
  const key = { accountId: run.accountId, runId: run.id };
  const streamed: StreamedText = { text: pieces.join(''), revisionId };
  const by = { holder, ending: { ...ending, bill }, finish, streamed };
  const ended = await withDbTimeout(() => settle({ sql, kinds }, key, by));
  if (ended?.fault)
    log.error({ err: ended.fault, runId: run.id }, 'the saved text of a run is shorter than the streamed text');
  if (ended) return ended;
  const former = { holder, ending, bill, streamed };
  const reclaimed = await withDbTimeout(() => reclaim({ sql, kinds }, key, former));
  // Without a row its book was permanently deleted.
  return reclaimed ?? { run: { ...run, state: 'cancelled', finishedAt: new Date() } };
}

function givenUp({ run, chars, unsaved }: LiveRun): Reclaimed {
  const now = { ...run, state: unfinished(run).state, charsWritten: chars, finishedAt: new Date() };
  if (unsaved === '') return { run: now };
  const message = 'The end of this text could not be saved. Read the run again to get the saved text.';
  return { run: now, fault: new ServiceError('unavailable', message) };
}
