import type { Logger } from 'pino';
import type { Sql } from '../../../sql/connect.ts';
import { holderOfLog } from './store.ts';

/** Events held back longer than this are reported: request transactions end earlier. */
const reportedMs = 5_000;

/** Logs the session that holds events back, once per hold. */
export class Holds {
  private readonly sql: Sql;
  private readonly log: Logger;
  /** Last reported hold. */
  private reported: string | undefined;
  private isAsking = false;

  constructor(sql: Sql, log: Logger) {
    this.sql = sql;
    this.log = log;
  }

  /** Call this with each read that found events held back. */
  note(since: Date): void {
    if (this.isAsking || Date.now() - since.getTime() < reportedMs) return;
    this.isAsking = true;
    void this.report(since).finally(() => {
      this.isAsking = false;
    });
  }

  private async report(since: Date): Promise<void> {
    try {
      const holder = await holderOfLog(this.sql);
      if (!holder || holder.transaction === this.reported) return;
      this.reported = holder.transaction;
      this.log.warn({ heldBackSince: since, ...holder }, 'events wait for an open transaction');
    } catch (error) {
      this.log.debug({ err: error }, 'the session that holds events back is unknown');
    }
  }
}
