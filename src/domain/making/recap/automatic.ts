import type { Sql } from '../../../sql/connect.ts';
import { onBehalfOf } from '../../../sql/statement-scope.ts';
import { type Beginning, insertRun } from '../../calls/run/insert.ts';
import type { RunContext } from '../../calls/run/start.ts';
import type { Work } from '../../calls/run/work.ts';
import { type ChapterKey, runningOn } from '../../text/chapter/store.ts';
import { presentStateOf } from '../../text/texts/present.ts';
import { readingEnded } from './hooks.ts';
import { recapRun } from './make.ts';
import {
  dropOrder,
  giveUp,
  isReadingOver,
  noteRun,
  orderAndTake,
  orderAtOnce,
  putOff,
  type RecapOrder,
  takeDue,
} from './order-store.ts';
import { recapSecondsMax, restSeconds, triesMax } from './rules.ts';
import { recapsOf } from './store.ts';

type Bench = Pick<RunContext, 'sql' | 'config' | 'runs' | 'work'>;

/** Orders that a node takes at a time (ours). */
const takenMax = 4;
/** Pause of an order while the account is over a quota (ours). */
const quotaPauseSeconds = 3_600;

/** Makes the recap of a chapter that a run has just finished: now, or ten minutes after the last one. */
export async function followWithRecap(bench: Bench, key: ChapterKey): Promise<void> {
  if (!bench.config.chapterRecaps) return;
  // Another node takes it from a node that stops.
  if (bench.runs.isClosing) return orderAtOnce(bench.sql, key);
  const order = await orderAndTake(bench.sql, key);
  if (order) await begin(bench, order);
}

/** Starts the runs of recaps that are due, of all accounts or of one. Answers their number. */
export async function makeDueRecaps(bench: Bench, accountId?: string): Promise<number> {
  if (bench.runs.isClosing || !bench.runs.providers.has('text')) return 0;
  // A reading was asked for.
  const orders = await takeDue(bench.sql, { max: takenMax, onlyReadings: !bench.config.chapterRecaps, accountId });
  for (const order of orders) await onBehalfOf(order.accountId, () => begin(bench, order));
  return orders.length;
}

/** Starts the run of an order, drops an order that has nothing to do, or puts it off. */
async function begin(bench: Bench, order: RecapOrder): Promise<void> {
  const { sql, config, runs } = bench;
  // Its tries ended without a result, by a crash or a defect.
  if (order.tries > triesMax) return giveUp(sql, order);
  const text = await presentStateOf(sql, order);
  if (await runningOn(sql, order)) return putOff(sql, order, restSeconds, order.tries - 1);
  const isReady = text?.textStatus === 'complete' || (order.isOfReading && text?.textStatus === 'partial');
  if (!text || !isReady || (await isFresh(sql, order))) return dropOrder(sql, order);
  const made = await recapRun(bench, order, text);
  if (!made) return dropOrder(sql, order);
  const deadlineSeconds = Math.min(recapSecondsMax, config.generationSecondsMax);
  const run = { ...made.run, holder: runs.holder, deadlineSeconds };
  // It takes no slot of the account (ours).
  const limits = { providerConcurrent: 0, providerPerMinute: config.limits.providerPerMinute, quotas: config.quotas };
  const opening = { ...made.opening, begun: (tx: Parameters<typeof noteRun>[0]) => noteRun(tx, order, run.id) };
  const begun = await insertRun(sql, order, run, limits, opening);
  if (!('not' in begun))
    return runs.begin(begun.run, order.isOfReading ? thenNext(bench, made.work, order) : made.work);
  const pause = pauseAfter(begun);
  await (pause === undefined ? dropOrder(sql, order) : putOff(sql, order, pause, order.tries - 1));
}

/** The same work; after it the next chapter of the reading begins at once, or the reading has ended. */
function thenNext(bench: Bench, work: Work, { accountId, bookId }: RecapOrder): Work {
  const follow = async () => {
    const begun = await makeDueRecaps(bench, accountId);
    if (begun === 0 && (await isReadingOver(bench.sql, { accountId, bookId })))
      await readingEnded.run(bench, { accountId, bookId });
  };
  return { ...work, follow };
}

async function isFresh(sql: Sql, { accountId, chapterId }: ChapterKey): Promise<boolean> {
  const [recap] = await recapsOf(sql, accountId, [chapterId]);
  return recap?.isStale === false;
}

/** Seconds until the next look; undefined if a run on the same text is there already. */
function pauseAfter(refused: Extract<Beginning, { not: string }>): number | undefined {
  if (refused.not === 'busy') return undefined;
  if (refused.not === 'over quota') return quotaPauseSeconds;
  return restSeconds;
}
