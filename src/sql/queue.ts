import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import { over, startBoss, stopBoss } from './boss.ts';
import { take } from './claim.ts';
import { answered, type Sql, type Transaction } from './connect.ts';

/** Work that is to be done once, by whatever node. */
export interface NewJob<Data extends object> {
  data: Data;
  /** Of one group only so many are under way at a time, on all nodes together. */
  group: string;
  /** Those with a lower place come first. */
  place: number;
}

/** What came of a job: it is done, or to be done again after so many seconds. */
export interface Outcome {
  againInSeconds?: number;
  /** What is written of it, in the transaction that ends the job. */
  record?(tx: Transaction): Promise<void>;
}

/** Does a job; the signal is aborted when this node is asked to stop. What it throws is a defect, after which the job is done again. */
export type Perform<Data extends object> = (job: { id: string; data: Data }, signal: AbortSignal) => Promise<Outcome>;

export interface QueueOptions<Data extends object> {
  sql: Sql;
  /** Nodes that share a database and this name share the work. */
  name: string;
  perform: Perform<Data>;
  log: Logger;
}

/** Jobs of a group that are under way at a time. Ours: a book goes on while its account does other things. */
const groupMax = 2;
/** Jobs that a node does at a time. Ours. */
const nodeMax = 4;
/** How often a node looks for work that another one queued, or that has become due. */
const pollMs = 2_000;
/** A node that does not say for so long that it is at work has lost its jobs, and says so so often. */
const silenceSeconds = 20;
const heartbeatMs = 6_000;
/** After a defect, or a database that did not take how a job ended. */
const retryMs = 5_000;
/** Longest that stopping waits for jobs to be given back. */
const closeMsMax = 3_000;

const queueOptions = {
  heartbeatSeconds: silenceSeconds,
  /** Above what any job takes. */
  expireInSeconds: 30 * 60,
  /** Nodes that may go away during one job. */
  retryLimit: 20,
  retryDelay: 0,
  /** What is queued waits as long as it takes, also for a node that does it. */
  retentionSeconds: 10 * 365 * 24 * 60 * 60,
  /** Done ones are of no more use. */
  deleteAfterSeconds: 60 * 60,
};

/** What pg-boss answers and does not tell in its types. */
const settled = z.object({ affected: z.int() });

/** A queue of jobs in the database: what was queued survives every node, and each job is one node's at a time. */
export class JobQueue<Data extends object> {
  private readonly options: QueueOptions<Data>;
  private readonly active = new Map<string, Promise<void>>();
  private readonly claimed = new Map<string, Job<Data>>();
  private readonly closing = new AbortController();
  private opening: Promise<PgBoss> | undefined;
  private working: Promise<void> | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private woken = Promise.withResolvers<void>();

  constructor(options: QueueOptions<Data>) {
    this.options = options;
  }

  /** Begins to work in the background, and goes on trying while the database is away; first of all it gives back the jobs whose nodes are known to be gone. */
  start(gone: () => Promise<readonly string[]> = async () => []): void {
    if (this.working || this.closing.signal.aborted) return;
    this.heartbeat = setInterval(() => void this.touch(), heartbeatMs).unref();
    this.working = this.work(gone);
  }

  /** What queues jobs within a transaction. To be called before that begins: making the queue ready takes connections of its own. */
  async ready(): Promise<(tx: Transaction, jobs: readonly NewJob<Data>[]) => Promise<void>> {
    const boss = await this.boss();
    this.start();
    return (tx, jobs) => this.insert(boss, tx, jobs);
  }

  /** Looks for work at once. To be called when what was queued has been committed. */
  wake(): void {
    this.woken.resolve();
  }

  /** Takes no more jobs; to be called before what they wait for is stopped. */
  drain(): void {
    this.closing.abort();
    this.wake();
  }

  /** Waits until every job is done or given back. */
  async close(): Promise<void> {
    this.drain();
    await within(closeMsMax, this.idle());
    clearInterval(this.heartbeat);
    const boss = await this.opening?.catch(() => undefined);
    if (boss) await within(closeMsMax, stopBoss(boss));
  }

  private async idle(): Promise<void> {
    await this.working;
    await Promise.allSettled([...this.active.values()]);
  }

  private boss(): Promise<PgBoss> {
    this.opening ??= this.open().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async open(): Promise<PgBoss> {
    const { sql, name, log } = this.options;
    const boss = await startBoss(sql, log);
    try {
      await boss.createQueue(name, queueOptions);
      // So that it knows the queue from now on and asks for it within no transaction of ours.
      await boss.insert(name, []);
      return boss;
    } catch (error) {
      await stopBoss(boss);
      throw error;
    }
  }

  private async insert(
    boss: PgBoss,
    tx: Transaction,
    jobs: readonly NewJob<Data>[],
    startAfter: number = 0,
  ): Promise<void> {
    const rows = jobs.map(({ data, group, place }) => ({ data, group: { id: group }, priority: -place, startAfter }));
    await boss.insert(this.options.name, rows, { db: over(tx) });
  }

  private async work(gone: () => Promise<readonly string[]>): Promise<void> {
    const { log, name } = this.options;
    for (let isFirst = true; !this.closing.signal.aborted; ) {
      this.woken = Promise.withResolvers();
      try {
        const boss = await this.boss();
        const lost = isFirst ? await answered(gone()) : [];
        // A failed job is done again while its retries last.
        if (lost.length > 0) await boss.fail(name, [...lost]);
        isFirst = false;
        await this.takeAll(boss);
      } catch (error) {
        log.warn({ err: error, queue: name }, 'no jobs could be fetched; trying again');
      }
      await Promise.race([this.woken.promise, this.pause(pollMs)]);
    }
  }

  /** One by one, so that the first in the queue comes first. */
  private async takeAll(boss: PgBoss): Promise<void> {
    while (this.active.size < nodeMax && !this.closing.signal.aborted) {
      const job = await take<Data>(boss, { ...this.options, groupMax });
      if (!job) return;
      this.claimed.set(job.id, job);
      const done = this.perform(boss, job, job.priority).finally(() => {
        this.active.delete(job.id);
        this.claimed.delete(job.id);
        this.wake();
      });
      this.active.set(job.id, done);
    }
  }

  private async perform(boss: PgBoss, job: Job<Data>, priority: number): Promise<void> {
    const { perform, log } = this.options;
    let outcome: Outcome;
    try {
      outcome = await perform(job, this.closing.signal);
    } catch (error) {
      log.error({ err: error, jobId: job.id }, 'a job ended by a defect; it is done again');
      outcome = { againInSeconds: retryMs / 1000 };
    }
    for (;;) {
      try {
        return await answered(this.settle(boss, job, priority, outcome));
      } catch (error) {
        log.warn({ err: error, jobId: job.id }, 'how a job ended could not be saved; trying again');
        // Another node does it again where this one goes away before.
        if (this.closing.signal.aborted) return;
        await this.pause(retryMs);
      }
    }
  }

  /** Ends the job, unless it has become another node's meanwhile. */
  private settle(boss: PgBoss, job: Job<Data>, priority: number, outcome: Outcome): Promise<void> {
    const { sql, name } = this.options;
    return sql.begin(async (tx) => {
      const { id, retryCount } = job;
      const { affected } = settled.parse(await boss.complete(name, { id, retryCount }, null, { db: over(tx) }));
      if (affected === 0) return;
      await outcome.record?.(tx);
      const { againInSeconds } = outcome;
      const again = { data: job.data, group: job.groupId ?? '', place: -priority };
      if (againInSeconds !== undefined) await this.insert(boss, tx, [again], againInSeconds);
    });
  }

  private async touch(): Promise<void> {
    if (this.claimed.size === 0) return;
    try {
      const boss = await this.boss();
      await boss.touch(this.options.name, [...this.claimed.values()]);
    } catch (error) {
      this.options.log.warn({ err: error }, 'jobs that are under way could not be kept');
    }
  }

  /** Ends early when the node stops. */
  private pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.closing.signal, ref: false }).catch(() => {});
  }
}

/** Waits for work, and no longer than that. */
async function within(msMax: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  await Promise.race([work.catch(() => {}), sleep(msMax, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}
