import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Price } from '../../config.ts';
import type { Progress } from '../../graphql/context.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Providers } from '../../providers/providers.ts';
import { answered, isDatabaseAway, type Sql } from '../../sql/connect.ts';
import { contentMax } from '../chapter/rules.ts';
import { billOf } from './bill.ts';
import { Capacity } from './capacity.ts';
import { Flusher } from './flusher.ts';
import { LiveRun } from './live.ts';
import { lostRuns, settle } from './settle.ts';
import * as store from './store.ts';
import { type ProseEvents, watchLive, watchSaved } from './watch.ts';
import { type Ending, endingOf, unfinished, type Work } from './work.ts';

export interface EngineOptions {
  sql: Sql;
  providers: Providers;
  /** This life of this node: `host:port/start`. */
  holder: string;
  idleSecondsMax: number;
  /** Runs that this node has under way at most. */
  runsMax: number;
  /** By model. */
  prices: ReadonlyMap<string, Price>;
  log: Logger;
}

const sweepMs = 2_000;
const retryMs = 500;
/** Tries at ending a run that fails for another reason than that the database is away. */
const triesMax = 5;
/** After the database was away every holder needs a moment to renew its leases, before any of them counts as lost. */
const graceMs = 5_000;
/** Longest that stopping waits for runs to be saved. */
const closeMsMax = 4_000;

/** Writes runs to their end, whoever is watching, and lets anybody watch. */
export class RunEngine {
  readonly holder: string;
  readonly providers: Providers;
  private readonly options: EngineOptions;
  private readonly capacity: Capacity;
  private readonly flusher: Flusher;
  private readonly live = new Map<string, LiveRun>();
  private readonly writing = new Set<Promise<void>>();
  private readonly sweeper: NodeJS.Timeout;
  private sweeping = false;
  /** Runs that are being recorded. */
  private beginning = 0;
  private graceUntil = 0;
  private phase: 'open' | 'closing' | 'closed' = 'open';

  constructor(options: EngineOptions) {
    this.options = options;
    this.holder = options.holder;
    this.providers = options.providers;
    this.capacity = new Capacity(options.runsMax);
    this.flusher = new Flusher(options.sql, options.holder, options.log, (ms) => this.capacity.heard(ms));
    this.sweeper = setInterval(() => void this.sweep(), sweepMs).unref();
  }

  /** Whether this node is stopping and begins nothing any more. */
  get isClosing(): boolean {
    return this.phase !== 'open';
  }

  /** Throws `unavailable` while this node carries no more runs. */
  refuseBeyondCapacity(): void {
    this.capacity.refuseBeyond(this.live.size + this.beginning);
  }

  /** Holds a place for a run while it is recorded. */
  async inPlace<T>(record: () => Promise<T>): Promise<T> {
    this.refuseBeyondCapacity();
    this.beginning += 1;
    try {
      return await record();
    } finally {
      this.beginning -= 1;
    }
  }

  /** Begins a run whose lease this node has just taken. */
  begin(run: store.Run, work: Work): void {
    const live = new LiveRun(run, Date.now());
    this.live.set(run.id, live);
    this.flusher.add(live);
    const done = this.write(live, work).finally(() => this.writing.delete(done));
    this.writing.add(done);
    if (this.isClosing) live.stopFor('draining');
  }

  /** Undefined when the account has no such run, or its book is deleted. */
  find(key: store.RunKey): Promise<store.Run | undefined> {
    return store.runById(this.options.sql, key);
  }

  /** A run's text from an offset on, as it comes, and at last the run; ends early when the signal is aborted. Undefined when the account has no such run. */
  async watch(key: store.RunKey, fromOffset: number, signal: AbortSignal): Promise<ProseEvents | undefined> {
    const live = this.live.get(key.runId);
    if (live) return live.run.accountId === key.accountId ? watchLive(live, fromOffset, signal) : undefined;
    const { sql } = this.options;
    return (await store.runById(sql, key)) && watchSaved(sql, key, fromOffset, signal, (lost) => this.takeOver(lost));
  }

  /** The run once it has ended, or as it stands when the time is up. `report` hears how far it is, while this node works on it. */
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

  /** Tells a run of this node to stop at once; others see the request with their next heartbeat. */
  stop(runId: string): void {
    this.live.get(runId)?.stopFor('cancelled');
  }

  /** How many read runs of this node as they are written. */
  get watchers(): number {
    return [...this.live.values()].reduce((sum, { watchers }) => sum + watchers, 0);
  }

  /** Ends runs whose node is gone, so that their text is in the chapter and the chapter is free. */
  async sweep(): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = true;
    try {
      for (const { accountId, id } of await answered(lostRuns(this.options.sql)))
        await this.takeOver({ accountId, runId: id });
    } catch (error) {
      if (isDatabaseAway(error)) this.graceUntil = Date.now() + graceMs;
      this.options.log.debug({ err: error }, 'lost runs could not be looked for');
    } finally {
      this.sweeping = false;
    }
  }

  /** Ends one run whose lease is over; nothing happens to one that is alive, here or elsewhere. */
  async takeOver(key: store.RunKey): Promise<store.Run | undefined> {
    if (this.live.has(key.runId) || Date.now() < this.graceUntil) return undefined;
    return answered(settle(this.options.sql, key, 'lease over'));
  }

  /** Stops every run of this node, their text saved and their leases given back; a database that does not answer is not waited for. */
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
    // By the database's clock, which may differ from this one.
    const runMs = live.run.deadlineAt.getTime() - live.run.startedAt.getTime();
    const deadline = setTimeout(() => live.stopFor('time'), runMs);
    const ending = await this.endingOf(live, work);
    clearTimeout(deadline);
    const bill = await billOf(live, this.options.prices.get(live.run.model));
    const ended = await this.settle(live, { ...ending, bill }, work.finish);
    this.flusher.remove(live);
    this.live.delete(live.run.id);
    // Only now, so that whoever sees the end finds the chapter as it then is.
    live.end(ended);
    if (ended.state === 'completed' && !this.isClosing) await this.follow(ended, work);
  }

  private async follow({ id }: store.Run, work: Work): Promise<void> {
    try {
      await work.follow?.();
    } catch (error) {
      this.options.log.warn({ err: error, runId: id }, 'what follows a run could not be begun');
    }
  }

  /** Once nothing is under way, nor what follows from it. */
  private async idle(): Promise<void> {
    while (this.writing.size > 0) await Promise.allSettled([...this.writing]);
  }

  private async endingOf(live: LiveRun, work: Work): Promise<Ending> {
    const { providers, idleSecondsMax, log } = this.options;
    try {
      await work.perform(providers, live, idleSecondsMax * 1000);
      return { state: 'completed' };
    } catch (error) {
      if (!(error instanceof ProviderFailure) && !live.stop.signal.aborted)
        log.error({ err: error, runId: live.run.id }, 'a run ended by a defect');
      return endingOf(live, error);
    }
  }

  /** Saves the rest and ends the run; tries until the database takes it, because text must not be lost. */
  private async settle(live: LiveRun, ending: Ending, finish: Work['finish']): Promise<store.Run> {
    const key = { accountId: live.run.accountId, runId: live.run.id };
    for (let tries = 1; ; tries++) {
      try {
        await this.flusher.drain(live);
        const ended =
          (await answered(settle(this.options.sql, key, { holder: this.holder, ending, finish }))) ??
          (await answered(store.runById(this.options.sql, key)));
        return ended ?? { ...live.run, state: 'cancelled', finishedAt: new Date() };
      } catch (error) {
        const about = { err: error, runId: live.run.id };
        if (this.phase === 'closed' || (!isDatabaseAway(error) && tries >= triesMax)) {
          // The lease runs out, and whoever looks for lost runs next ends this one with what is saved.
          this.options.log.error(about, 'a run could not be ended');
          return { ...live.run, state: unfinished(live.run).state, charsWritten: live.chars, finishedAt: new Date() };
        }
        this.options.log.warn(about, 'a run could not be ended just now; trying again');
        await sleep(retryMs);
      }
    }
  }
}
