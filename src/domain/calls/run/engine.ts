import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { KnownRuns } from '../../../graphql/known-runs.ts';
import type { Progress } from '../../../graphql/progress.ts';
import type { Price } from '../../../models.ts';
import type { Providers } from '../../../providers/providers.ts';
import { withDbTimeout } from '../../../sql/attempt.ts';
import { isDatabaseAway, type Sql } from '../../../sql/connect.ts';
import { contentMax } from '../../shapes.ts';
import { billOf } from './bill.ts';
import { callLimit } from './call-limit.ts';
import { Capacity } from './capacity.ts';
import { endRun } from './end.ts';
import { Flusher } from './flusher.ts';
import type { KindsOfRun } from './kinds.ts';
import { LiveRun, msOf } from './live.ts';
import { lostRuns, settle } from './settle.ts';
import * as store from './store.ts';
import { type ProseEvents, watchLive, watchSaved } from './watch.ts';
import { type Ending, endingOf, isNamed, type Work } from './work.ts';

interface EngineOptions {
  sql: Sql;
  /** Kinds of runs with their own way to end. */
  kinds: KindsOfRun;
  providers: Providers;
  /** This process of this node: `host:port/start`. */
  holder: string;
  idleSecondsMax: number;
  /** Maximum concurrent runs of this node. */
  runsMax: number;
  /** Provider calls per account and minute; 0 means no limit. */
  providerPerMinute: number;
  /** By model. */
  prices: ReadonlyMap<string, Price>;
  log: Logger;
}

const sweepMs = 2_000;
/** After an outage of the database every holder gets time to renew its leases before they count as lost. */
const graceMs = 5_000;
/** Longest wait for runs to be saved at a stop. */
const closeMsMax = 4_000;

/** Executes runs independently of their watchers, and lets anybody watch. */
export class RunEngine implements KnownRuns {
  readonly holder: string;
  readonly providers: Providers;
  private readonly options: EngineOptions;
  private readonly capacity: Capacity;
  private readonly flusher: Flusher;
  private readonly live = new Map<string, LiveRun>();
  private readonly writing = new Set<Promise<void>>();
  private readonly sweeper: NodeJS.Timeout;
  private sweeping: Promise<void> | undefined;
  /** Runs that are being recorded. */
  private beginning = 0;
  private graceUntil = Number.NEGATIVE_INFINITY;
  private phase: 'open' | 'closing' | 'closed' = 'open';

  constructor(options: EngineOptions) {
    this.options = options;
    this.holder = options.holder;
    this.providers = options.providers;
    this.capacity = new Capacity(options.runsMax);
    this.flusher = new Flusher(options.sql, options.holder, options.log, (ms) => this.capacity.heard(ms));
    this.sweeper = setInterval(() => void (this.sweeping ?? this.sweep()), sweepMs).unref();
  }

  /** Whether this node is stopping and starts nothing more. */
  get isClosing(): boolean {
    return this.phase !== 'open';
  }

  /** Throws `unavailable` if this node cannot take more runs. */
  refuseBeyondCapacity(): void {
    this.capacity.refuseBeyond(this.live.size + this.beginning);
  }

  /** Reserves a slot for a run while it is recorded. */
  async withSlot<T>(record: () => Promise<T>): Promise<T> {
    this.refuseBeyondCapacity();
    this.beginning += 1;
    try {
      return await record();
    } finally {
      this.beginning -= 1;
    }
  }

  /** Starts a run whose lease this node has just taken. */
  begin(run: store.Run, work: Work): void {
    const { sql, providerPerMinute } = this.options;
    const live = new LiveRun(run, performance.now(), callLimit(sql, run.accountId, providerPerMinute));
    this.live.set(run.id, live);
    this.flusher.add(live);
    const done = this.write(live, work).finally(() => this.writing.delete(done));
    this.writing.add(done);
    if (this.isClosing) live.stopFor('draining');
  }

  /** Undefined if the account has no such run, or its book is deleted. */
  find(key: store.RunKey): Promise<store.Run | undefined> {
    return store.runById(this.options.sql, key);
  }

  /**
   * Streams a run's text from an offset, and finally the run; ends early on abort. Undefined if the account has no such
   * run.
   */
  async watch(key: store.RunKey, fromOffset: number, signal: AbortSignal): Promise<ProseEvents | undefined> {
    const live = this.live.get(key.runId);
    if (live) return live.run.accountId === key.accountId ? watchLive(live, fromOffset, signal) : undefined;
    const { sql } = this.options;
    return (await store.runById(sql, key)) && watchSaved(sql, key, fromOffset, signal, (lost) => this.takeOver(lost));
  }

  /** The run at its end, or its state at the time limit. `report` receives progress while this node executes it. */
  async wait(
    key: store.RunKey,
    seconds: number,
    signal: AbortSignal,
    report?: (progress: Progress) => void,
  ): Promise<store.Run | undefined> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
    const listeners = this.live.get(key.runId)?.listeners;
    if (report) listeners?.add(report);
    try {
      const events = await this.watch(key, contentMax * 2, until);
      for await (const { run } of events ?? []) if (run) return run;
      return await store.runById(this.options.sql, key);
    } finally {
      if (report) listeners?.delete(report);
    }
  }

  /** Stops a run of this node at once; other nodes see the request at their next heartbeat. */
  stop(runId: string): void {
    this.live.get(runId)?.stopFor('cancelled');
  }

  /** Number of watchers of this node's runs. */
  get watchers(): number {
    return [...this.live.values()].reduce((sum, { watchers }) => sum + watchers, 0);
  }

  /**
   * Ends runs of lost nodes, so that their text is saved and their chapters are free: all whose leases are over now. A search
   * in progress may have begun before they were, so another one follows it.
   */
  async sweep(): Promise<void> {
    while (this.sweeping) await this.sweeping;
    this.sweeping = this.endLost();
    await this.sweeping;
  }

  private async endLost(): Promise<void> {
    try {
      for (const { accountId, id } of await withDbTimeout(() => lostRuns(this.options.sql)))
        await this.takeOver({ accountId, runId: id });
    } catch (error) {
      if (isDatabaseAway(error)) this.graceUntil = performance.now() + graceMs;
      this.options.log.debug({ err: error }, 'the search for lost runs failed');
    } finally {
      this.sweeping = undefined;
    }
  }

  /** Ends one run with an expired lease; does nothing to a live one. */
  async takeOver(key: store.RunKey): Promise<store.Run | undefined> {
    if (this.live.has(key.runId) || performance.now() < this.graceUntil) return undefined;
    return (await withDbTimeout(() => settle(this.options, key, 'lease over')))?.run;
  }

  /** Stops every run of this node, saves texts and releases leases. Does not wait for an unavailable database. */
  async close(): Promise<void> {
    this.phase = 'closing';
    clearInterval(this.sweeper);
    for (const live of this.live.values()) live.stopFor('draining');
    const late = new AbortController();
    const giveUp = sleep(closeMsMax, undefined, { signal: late.signal }).catch(() => {});
    await Promise.race([this.idle(), giveUp]);
    late.abort();
    this.phase = 'closed';
  }

  private async write(live: LiveRun, work: Work): Promise<void> {
    const deadline = setTimeout(() => live.stopFor('time'), msOf(live.run));
    const ending = await this.endingOf(live, work);
    clearTimeout(deadline);
    const bill = await billOf(live, this.options.prices.get(live.run.model));
    const { sql, kinds, holder, log } = this.options;
    const node = { sql, kinds, holder, log, flusher: this.flusher, isClosed: () => this.phase === 'closed' };
    const { run: ended, fault } = await endRun(node, live, {
      ending: { ...ending, cut: live.cut.all, draft: live.cut.draft },
      bill,
      finish: work.finish,
    });
    this.flusher.remove(live);
    this.live.delete(live.run.id);
    // Only now, so that everybody who sees the end finds the final chapter.
    live.end(ended, fault);
    if (ended.state === 'completed' && !this.isClosing) await this.follow(ended, work);
  }

  private async follow({ id }: store.Run, work: Work): Promise<void> {
    try {
      await work.follow?.();
    } catch (error) {
      this.options.log.warn({ err: error, runId: id }, 'the follow-up work of a run failed');
    }
  }

  /** After all runs and their follow-up work. */
  private async idle(): Promise<void> {
    while (this.writing.size > 0) await Promise.allSettled([...this.writing]);
  }

  private async endingOf(live: LiveRun, work: Work): Promise<Ending> {
    const { providers, idleSecondsMax, log } = this.options;
    try {
      await work.perform(providers, live, idleSecondsMax * 1000);
      return { state: 'completed' };
    } catch (error) {
      if (!isNamed(error) && !live.stop.signal.aborted)
        log.error({ err: error, runId: live.run.id }, 'a run failed by a defect');
      return endingOf(live, error);
    }
  }
}

declare module '../../../graphql/services.ts' {
  interface Services {
    runs: RunEngine;
  }
}
