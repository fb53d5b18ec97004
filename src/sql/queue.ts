import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import { withDbTimeout } from './attempt.ts';
import { startBoss, stopBoss, transactionDb } from './boss.ts';
import { takeJob } from './claim.ts';
import type { Sql, Transaction } from './connect.ts';

/** A job to be done once, by any node. */
interface NewJob<Data extends object> {
  data: Data;
  /** Concurrent jobs of one group are limited, over all nodes. */
  group: string;
  /** Jobs with a lower place run first. */
  place: number;
}

/** Result of a job: done, or a retry after some seconds. */
export interface Outcome {
  againInSeconds?: number;
  /** Writes the result, in the transaction that ends the job. */
  record?(tx: Transaction): Promise<void>;
}

/** Performs a job. The signal is aborted when this node stops. A thrown error is a defect, and the job is retried. */
export type Perform<Data extends object> = (job: { id: string; data: Data }, signal: AbortSignal) => Promise<Outcome>;

interface QueueOptions<Data extends object> {
  sql: Sql;
  /** Nodes with the same database and queue name share the work. */
  name: string;
  perform: Perform<Data>;
  log: Logger;
}

/** Maximum concurrent jobs per group. Ours: a book makes progress while its account does other things. */
const groupMax = 2;
/** Maximum concurrent jobs per node. Ours. */
const nodeMax = 4;
/** Poll interval for jobs that other nodes queued or that became due. */
const pollMs = 2_000;
/** Heartbeat timeout: a silent node loses its jobs. The heartbeat interval derives from it. */
const silenceSeconds = 20;
const heartbeatMs = 6_000;
/** Retry delay after a defect, or if the result of a job could not be saved. */
const retryMs = 5_000;
/** Longest wait for jobs to be returned at a stop. */
const closeMsMax = 3_000;

const queueOptions = {
  heartbeatSeconds: silenceSeconds,
  /** More than any job takes. */
  expireInSeconds: 30 * 60,
  /** Crashes of nodes that a job survives. */
  retryLimit: 20,
  retryDelay: 0,
  /** Jobs wait as long as it takes for a node. */
  retentionSeconds: 10 * 365 * 24 * 60 * 60,
  /** Finished jobs are not needed. */
  deleteAfterSeconds: 60 * 60,
};

/** Member of pg-boss' result that its types omit. */
const settled = z.object({ affected: z.int() });

/** A durable job queue in the database. Each job belongs to one node at a time. */
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

  /**
   * Starts working in the background and retries while the database is unavailable. First returns the jobs of nodes that
   * are known to be gone.
   */
  start(gone: () => Promise<readonly string[]> = async () => []): void {
    if (this.working || this.closing.signal.aborted) return;
    this.heartbeat = setInterval(() => void this.touch(), heartbeatMs).unref();
    this.working = this.work(gone);
  }

  /**
   * Answers a function that queues jobs within a transaction. Call this before the transaction begins: preparing the queue
   * uses other connections.
   */
  async ready(): Promise<(tx: Transaction, jobs: readonly NewJob<Data>[]) => Promise<void>> {
    const boss = await this.boss();
    this.start();
    return (tx, jobs) => this.insert(boss, tx, jobs);
  }

  /** Looks for work at once. Call it after queued jobs are committed. */
  wake(): void {
    this.woken.resolve();
  }

  /** Stops taking jobs. Call it before stopping what the jobs depend on. */
  drain(): void {
    this.closing.abort();
    this.wake();
  }

  /** Waits until every job is done or returned. */
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
      // So that pg-boss caches the queue and does not query it inside our transactions.
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
    await boss.insert(this.options.name, rows, { db: transactionDb(tx) });
  }

  private async work(gone: () => Promise<readonly string[]>): Promise<void> {
    const { log, name } = this.options;
    for (let isFirst = true; !this.closing.signal.aborted; ) {
      this.woken = Promise.withResolvers();
      try {
        const boss = await this.boss();
        const lost = isFirst ? await withDbTimeout(gone) : [];
        // Failed jobs are retried while their retries last.
        if (lost.length > 0) await boss.fail(name, [...lost]);
        isFirst = false;
        await this.takeAll(boss);
      } catch (error) {
        log.warn({ err: error, queue: name }, 'no jobs could be fetched; retrying');
      }
      await Promise.race([this.woken.promise, this.pause(pollMs)]);
    }
  }

  /** One by one, to keep the order of the queue. */
  private async takeAll(boss: PgBoss): Promise<void> {
    while (this.active.size < nodeMax && !this.closing.signal.aborted) {
      const job = await takeJob<Data>(boss, { ...this.options, groupMax });
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
      log.error({ err: error, jobId: job.id }, 'a job failed by a defect and will be retried');
      outcome = { againInSeconds: retryMs / 1000 };
    }
    for (;;) {
      try {
        return await withDbTimeout(() => this.settle(boss, job, priority, outcome));
      } catch (error) {
        log.warn({ err: error, jobId: job.id }, 'the result of a job could not be saved; retrying');
        // If this node stops first, another one repeats the job.
        if (this.closing.signal.aborted) return;
        await this.pause(retryMs);
      }
    }
  }

  /** Ends the job unless another node has it by now. */
  private settle(boss: PgBoss, job: Job<Data>, priority: number, outcome: Outcome): Promise<void> {
    const { sql, name } = this.options;
    return sql.begin(async (tx) => {
      const { id, retryCount } = job;
      const { affected } = settled.parse(
        await boss.complete(name, { id, retryCount }, null, { db: transactionDb(tx) }),
      );
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
      this.options.log.warn({ err: error }, 'the heartbeat of active jobs could not be saved');
    }
  }

  /** Ends early when the node stops. */
  private pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.closing.signal, ref: false }).catch(() => {});
  }
}

/** Waits for work, up to a time limit. */
async function within(msMax: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  await Promise.race([work.catch(() => {}), sleep(msMax, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}
