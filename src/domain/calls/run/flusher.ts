import type { Logger } from 'pino';
import { withDbTimeout } from '../../../sql/attempt.ts';
import type { Sql } from '../../../sql/connect.ts';
import { type Flush, type Flushed, sendPieces } from './lease.ts';
import type { LiveRun } from './live.ts';
import { flushBytes, flushMs, heartbeatMs, leaseSeconds } from './rules.ts';

/** Interval of saves; the texts of all runs are saved in one statement. */
const tickMs = 50;
/** Random spread of due times. Without it, runs that are saved together stay together, and their statement grows. */
const spreadMs = 200;
/** Longest interval that counts as time without a save: a longer one means that the process was suspended. */
const lookMsMax = 1_000;
/** Pause after a failed save. */
const restMs = 250;

/** Saves the texts of this node's runs periodically and renews their leases. `late` receives the event loop delay. */
export class Flusher {
  private readonly sql: Sql;
  private readonly holder: string;
  private readonly log: Logger;
  private readonly runs = new Map<string, LiveRun>();
  private timer: NodeJS.Timeout | undefined;
  /** The save in progress; never rejects. Two at a time could send a piece twice. */
  private busy: Promise<void> | undefined;
  private restUntil = Number.NEGATIVE_INFINITY;
  private readonly late: (ms: number) => void;
  private lookedAt = 0;

  constructor(sql: Sql, holder: string, log: Logger, late: (ms: number) => void) {
    this.sql = sql;
    this.holder = holder;
    this.log = log;
    this.late = late;
  }

  add(live: LiveRun): void {
    this.runs.set(live.run.id, live);
    if (this.timer) return;
    this.lookedAt = performance.now();
    this.timer = setInterval(() => this.look(), tickMs);
  }

  remove(live: LiveRun): void {
    this.runs.delete(live.run.id);
    if (this.runs.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Saves the rest of a run's text; throws if the database fails. Text of a run that another node has ended stays unsaved. */
  async drain(live: LiveRun): Promise<void> {
    while (live.unsaved && !live.isLost) {
      if (this.busy) await this.busy;
      else await this.save([live]);
    }
  }

  private look(): void {
    const now = performance.now();
    this.late(Math.max(0, now - this.lookedAt - tickMs));
    const passedMs = Math.min(now - this.lookedAt, lookMsMax);
    for (const live of this.runs.values()) live.waited(passedMs, leaseSeconds * 1000);
    this.lookedAt = now;
    this.saveDue();
  }

  private saveDue(): void {
    const now = performance.now();
    if (this.busy || now < this.restUntil) return;
    const due = [...this.runs.values()].filter((live) => isDue(live, now));
    if (due.length === 0) return;
    this.save(due).catch((error: unknown) => {
      this.restUntil = performance.now() + restMs;
      this.log.warn({ err: error }, 'text could not be saved; retrying');
    });
  }

  private save(due: LiveRun[]): Promise<void> {
    const saved = this.saveOnce(due);
    const over = () => {
      this.busy = undefined;
    };
    this.busy = saved.then(over, over);
    return saved;
  }

  /** Records only answers in time. A piece whose answer came late is sent again, and is found to be saved. */
  private async saveOnce(due: LiveRun[]): Promise<void> {
    const flushes = due.map(flushOf);
    const results = await withDbTimeout((attempt) => sendEach(this.sql, this.holder, flushes, attempt));
    for (const [index, live] of due.entries()) record(live, flushes[index], results[index]);
    const failed = results.find((result) => result instanceof Error);
    if (failed) throw failed;
  }
}

/** What became of one piece: an error leaves that open. */
type FlushResult = Flushed | Error;

/** Sends all pieces in one statement. If it fails, each is sent alone: one that cannot be saved must not block the others. */
async function sendEach(
  sql: Sql,
  holder: string,
  flushes: readonly Flush[],
  attempt: AbortSignal,
): Promise<FlushResult[]> {
  try {
    return await sendPieces(sql, holder, flushes);
  } catch (error) {
    attempt.throwIfAborted();
    if (flushes.length === 1) throw error;
    const alone = await Promise.allSettled(flushes.map((flush) => sendPieces(sql, holder, [flush])));
    return alone.flatMap((each): FlushResult[] => (each.status === 'fulfilled' ? each.value : [errorOf(each.reason)]));
  }
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function record(live: LiveRun, flush: Flush | undefined, result: FlushResult | undefined): void {
  if (!flush || !result || result instanceof Error) return;
  if (result === 'lost') {
    live.isLost = true;
    live.stopFor('lease lost');
    return;
  }
  live.saved(flush.text, performance.now() - Math.random() * spreadMs);
  if (result === 'cancelled') live.stopFor('cancelled');
}

function flushOf(live: LiveRun): Flush {
  live.inDoubt ??= live.unsaved;
  return { accountId: live.run.accountId, runId: live.run.id, seq: live.nextSeq, text: live.inDoubt };
}

function isDue(live: LiveRun, now: number): boolean {
  if (live.isLost) return false;
  const age = now - live.savedAt;
  if (live.unsaved === '') return age >= heartbeatMs;
  return live.unsaved.length >= flushBytes || age >= flushMs;
}
