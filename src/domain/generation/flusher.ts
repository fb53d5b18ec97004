import type { Logger } from 'pino';
import { answered, type Sql } from '../../sql/connect.ts';
import { appendChunks, type Flush, hasChunk } from './lease.ts';
import type { LiveRun } from './live.ts';
import { flushBytes, flushMs, heartbeatMs } from './rules.ts';

/** How often due texts are looked for; those of all runs go in one statement. */
const tickMs = 50;
/** Runs that were saved together are not due together again: each is saved by so much earlier at random, that no statement grows with all of them. */
const spreadMs = 200;
/** A database that did not take them is left alone for so long. */
const restMs = 250;

/** Saves the texts of this node's runs as they come, and renews their leases. `late` hears by how much the loop was late for each look. */
export class Flusher {
  private readonly sql: Sql;
  private readonly holder: string;
  private readonly log: Logger;
  private readonly runs = new Map<string, LiveRun>();
  private timer: NodeJS.Timeout | undefined;
  /** The one saving under way; never rejects. Two at a time could send one piece twice. */
  private busy: Promise<void> | undefined;
  private restUntil = 0;
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

  /** Saves what a run has left, however little; throws when the database does not take it. */
  async drain(live: LiveRun): Promise<void> {
    while (live.unsaved && live.stop.signal.reason !== 'lease lost') {
      if (this.busy) await this.busy;
      else await this.save([live]);
    }
  }

  private look(): void {
    const now = performance.now();
    this.late(Math.max(0, now - this.lookedAt - tickMs));
    this.lookedAt = now;
    this.saveDue();
  }

  private saveDue(): void {
    const now = Date.now();
    if (this.busy || now < this.restUntil) return;
    const due = [...this.runs.values()].filter((live) => isDue(live, now));
    if (due.length === 0) return;
    this.save(due).catch((error: unknown) => {
      this.restUntil = Date.now() + restMs;
      this.log.warn({ err: error }, 'text could not be saved just now; trying again');
    });
  }

  private save(due: LiveRun[]): Promise<void> {
    const saved = answered(this.send(due));
    const over = () => {
      this.busy = undefined;
    };
    this.busy = saved.then(over, over);
    return saved;
  }

  private async send(due: LiveRun[]): Promise<void> {
    try {
      await this.sendTogether(due);
    } catch (error) {
      if (due.length === 1) throw error;
      // One text that cannot be saved must not hold up the others.
      const alone = await Promise.allSettled(due.map((live) => this.sendTogether([live])));
      const failed = alone.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  private async sendTogether(due: LiveRun[]): Promise<void> {
    const flushes = due.map((live) => ({ live, flush: flushOf(live) }));
    const rows = await appendChunks(
      this.sql,
      this.holder,
      flushes.map(({ flush }) => flush),
    );
    const held = new Map(rows.map((row) => [row.id, row.cancelRequested]));
    for (const { live, flush } of flushes) {
      const cancelRequested = held.get(flush.runId);
      if (cancelRequested === undefined && !(await hasChunk(this.sql, this.holder, flush))) {
        live.unsaved = '';
        live.stopFor('lease lost');
        continue;
      }
      live.inDoubt = undefined;
      live.unsaved = live.unsaved.slice(flush.text.length);
      live.nextSeq = flush.seq + 1;
      live.savedAt = Date.now() - Math.random() * spreadMs;
      if (cancelRequested) live.stopFor('cancelled');
    }
  }
}

function flushOf(live: LiveRun): Flush {
  live.inDoubt ??= live.unsaved;
  return { accountId: live.run.accountId, runId: live.run.id, seq: live.nextSeq, text: live.inDoubt };
}

function isDue(live: LiveRun, now: number): boolean {
  const age = now - live.savedAt;
  if (live.unsaved === '') return age >= heartbeatMs;
  return live.unsaved.length >= flushBytes || age >= flushMs;
}
