import { answerWithin } from '../peer-timeout.ts';
import type { Connection } from './pool/connection.ts';
import type { PoolSql } from './pool/open.ts';

/** Silence, milliseconds, after which a connection with a pending statement is suspect. */
const silentMsMax = 5_000;
/** Silence limit if the probe has no answer; longer than the statement timeout. */
const unknownMsMax = 10_000;
const lookMs = 500;
/** Time limit of a probe, including its connection. */
const probeMsMax = 3_000;
/** When one connection is dead, idle ones heard within this time are trusted. */
const heardMs = 1_000;

interface SilenceWatchOptions {
  kind: 'server' | 'embedded';
  pools(): readonly PoolSql[];
  /** A pool for one probe, on its own connection. */
  probe(): PoolSql;
}

/**
 * Replaces silent connections in all pools of a database. After a failover that closes nothing they would be used forever.
 * A statement may be slow or wait for a lock, so a new connection first checks which suspects are active.
 */
export class SilenceWatch {
  private readonly options: SilenceWatchOptions;
  private readonly timer: NodeJS.Timeout;
  private isLooking = false;
  private lookedAt = performance.now();
  /** The last time, as performance.now(), at which this process resumed after it could not read. */
  private resumedAt = 0;

  constructor(options: SilenceWatchOptions) {
    this.options = options;
    this.timer = setInterval(() => void this.look(), lookMs).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    this.noteDelay();
    const suspects = this.silent(silentMsMax);
    if (this.isLooking || suspects.length === 0) return;
    this.isLooking = true;
    const heard = new Map(suspects.map((suspect) => [suspect, suspect.silentSince]));
    const probe = this.options.probe();
    try {
      const working = await within(probeMsMax, this.working(probe, suspects));
      const dead = (working ? suspects.filter((suspect) => !working.has(suspect)) : this.overdue()).filter(
        (suspect) => suspect.isOpen && suspect.isAwaitingReply && heard.get(suspect) === suspect.silentSince,
      );
      if (dead.length > 0) await this.replace([...dead, ...this.idle()], working ? probe : undefined);
    } finally {
      this.isLooking = false;
      await probe.end({ timeout: 0 });
    }
  }

  /** After a late look, answers may wait in the sockets. Silence counts from here. */
  private noteDelay(): void {
    const now = performance.now();
    if (now - this.lookedAt > 2 * lookMs) this.resumedAt = now;
    this.lookedAt = now;
  }

  private get connections(): readonly Connection[] {
    return this.options.pools().flatMap(({ connections }) => connections.filter(({ isOpen }) => isOpen));
  }

  private silent(ms: number): Connection[] {
    const since = performance.now() - ms;
    if (this.resumedAt > since) return [];
    return this.connections.filter(({ isAwaitingReply, silentSince }) => isAwaitingReply && silentSince <= since);
  }

  /** The embedded engine is silent while it works, so silence alone means nothing there. */
  private overdue(): Connection[] {
    return this.options.kind === 'server' ? this.silent(unknownMsMax) : [];
  }

  private idle(): Connection[] {
    const since = performance.now() - heardMs;
    return this.connections.filter(
      ({ isAwaitingReply, reserved, silentSince }) => !isAwaitingReply && !reserved && silentSince <= since,
    );
  }

  /** Suspects whose sessions are active on the server; undefined if unknown. */
  private async working(probe: PoolSql, suspects: readonly Connection[]): Promise<ReadonlySet<Connection> | undefined> {
    try {
      if (this.options.kind === 'embedded') {
        // The engine serves connections in turn. One that still waits after a later one was served twice is not heard.
        await probe`SELECT 1`;
        await probe`SELECT 1`;
        return new Set();
      }
      const active = await probe<{ name: string }[]>`
        SELECT application_name AS name FROM pg_stat_activity
        WHERE application_name = ANY(${namesOf(suspects)}) AND state = 'active'
          AND wait_event_type IS DISTINCT FROM 'Client'`;
      const names = new Set(active.map(({ name }) => name));
      return new Set(suspects.filter(({ name }) => name !== undefined && names.has(name)));
    } catch {
      return undefined;
    }
  }

  private async replace(dead: readonly Connection[], probe: PoolSql | undefined): Promise<void> {
    const message = `The connection was silent for ${silentMsMax / 1000} s.`;
    for (const connection of dead) connection.destroy(Object.assign(new Error(message), { code: 'CONNECTION_SILENT' }));
    if (!probe || this.options.kind === 'embedded') return;
    // The server may not notice the loss for hours, and the sessions would keep their locks.
    const ended = probe`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = ANY(${namesOf(dead)}) AND usename = current_user`.catch(() => undefined);
    await within(probeMsMax, ended);
  }
}

function namesOf(connections: readonly Connection[]): string[] {
  return connections.flatMap(({ name }) => name ?? []);
}

/** Undefined at the time limit. */
function within<T>(msMax: number, work: Promise<T>): Promise<T | undefined> {
  return answerWithin(msMax, work, () => undefined).catch(() => undefined);
}
