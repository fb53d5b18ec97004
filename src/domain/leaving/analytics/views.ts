import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { withDbTimeout } from '../../../sql/attempt.ts';
import type { Sql } from '../../../sql/connect.ts';
import { AgentsOfDay } from './agents.ts';
import { type PageView, pseudonym, visitsOf } from './rules.ts';
import { countVisits, saltOfToday } from './store.ts';

/** Maximum time of views that a crash loses. */
const flushMs = 1_000;
/** Maximum queued views (ours). More, within a second or while the database is unavailable, are not counted. */
const waitingMax = 20_000;
/** Maximum views per batch (ours): hashing more at once would delay requests. */
const batchMax = 2_000;
/** Retries of a batch, one per second, before it is dropped (ours). */
const triesMax = 60;

interface Batch {
  id: string;
  views: readonly PageView[];
  tries: number;
}

/** Counts views in the background: pages neither wait for it nor fail because of it. */
export class Views {
  private readonly sql: Sql;
  private readonly log: Logger;
  private readonly agents = new AgentsOfDay();
  private readonly waiting: PageView[] = [];
  private unsent: Batch | undefined;
  private sending = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(sql: Sql, log: Logger) {
    this.sql = sql;
    this.log = log;
  }

  note(view: PageView): void {
    if (this.waiting.length >= waitingMax) return;
    this.waiting.push(view);
    this.flushSoon();
  }

  /** Counts the queued views. Failed batches are retried. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending = this.sending.then(() => this.send());
    return this.sending;
  }

  private flushSoon(): void {
    this.timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  private async send(): Promise<void> {
    for (let batch = this.next(); batch; batch = this.next()) {
      try {
        await withDbTimeout(() => count(this.sql, batch, this.agents));
        this.unsent = undefined;
      } catch (error) {
        this.keep(batch, error);
        return;
      }
    }
  }

  private next(): Batch | undefined {
    if (this.unsent || this.waiting.length === 0) return this.unsent;
    this.unsent = { id: randomUUID(), views: this.waiting.splice(0, batchMax), tries: 0 };
    return this.unsent;
  }

  private keep(batch: Batch, error: unknown): void {
    const tries = batch.tries + 1;
    const isGivenUp = tries >= triesMax;
    if (tries === 1 || isGivenUp) {
      const what = isGivenUp ? 'were given up' : 'are tried again';
      this.log.warn({ err: error, views: batch.views.length }, `views were not counted and ${what}`);
    }
    this.unsent = isGivenUp ? undefined : { ...batch, tries };
    this.flushSoon();
  }
}

async function count(sql: Sql, { id, views }: Batch, agents: AgentsOfDay): Promise<void> {
  const { day, salt } = await saltOfToday(sql);
  const hasVisitor = ({ address, agent }: PageView) =>
    agents.isAmongFirst(day, pseudonym(salt, address), pseudonym(salt, agent));
  await countVisits(sql, id, day, visitsOf(salt, views, hasVisitor));
}
