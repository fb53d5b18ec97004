import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withDbTimeout } from './attempt.ts';
import type { Sql } from './connect.ts';

/** Result of one delete statement. */
export interface SweepResult {
  count: number;
}

/** Maximum small rows per sweep statement, well within the statement timeout. */
export const partSize = 1_000;

/** A kind of expired data to delete. */
export interface Sweep {
  what: string;
  everyMs: number;
  /** Deletes a part of the expired rows. A part without rows ends the round. */
  deletePart(sql: Sql): Promise<SweepResult>;
}

export interface SweeperOptions {
  sql: Sql;
  log: Logger;
  sweeps: readonly Sweep[];
  /** Random delay of the first round, so that nodes started together do not sweep together. */
  firstMs?: { min: number; max: number };
  /** Pause between parts, so that a large backlog leaves room for requests. */
  pauseMs?: number;
}

const minuteMs = 60_000;

/** Runs each sweep some minutes after the start and then at its interval, in parts, until closed. */
export class Sweeper {
  private readonly options: Required<SweeperOptions>;
  private readonly closing = new AbortController();

  constructor({ firstMs = { min: minuteMs, max: 5 * minuteMs }, pauseMs = 20, ...options }: SweeperOptions) {
    this.options = { ...options, firstMs, pauseMs };
    for (const sweep of options.sweeps) void this.repeat(sweep);
  }

  /** Starts no further part. The current part is one statement and is not awaited. */
  close(): void {
    this.closing.abort();
  }

  private async repeat(sweep: Sweep): Promise<void> {
    const { min, max } = this.options.firstMs;
    const firstDelay = min + Math.random() * (max - min);
    for (let delay = firstDelay; await this.pause(delay); delay = sweep.everyMs) await this.round(sweep);
  }

  /** Deletes parts until nothing is left. A failure ends the round; the next one retries. */
  private async round({ what, deletePart }: Sweep): Promise<void> {
    const { sql, log, pauseMs } = this.options;
    try {
      let rows = 0;
      for (;;) {
        const { count } = await withDbTimeout(() => deletePart(sql));
        rows += count;
        if (count === 0 || !(await this.pause(pauseMs))) break;
      }
      if (rows > 0) log.debug({ what, rows }, 'swept');
    } catch (error) {
      if (this.closing.signal.aborted) return;
      log.warn({ err: error, what }, 'a sweep failed; the next one retries');
    }
  }

  /** False if closed meanwhile. */
  private async pause(ms: number): Promise<boolean> {
    await sleep(ms, undefined, { signal: this.closing.signal, ref: false }).catch(() => {});
    return !this.closing.signal.aborted;
  }
}
