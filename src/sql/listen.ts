import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolSql } from './pool/open.ts';
import type { PoolOptions } from './pool/options.ts';

/** Delay after a failure to listen. */
const retryMs = 250;

type Wake = (payload: string | undefined) => void;

/** Keeps one connection that listens on channels. Reconnects and listens again after a loss. */
export class Listener {
  private readonly open: (options: Partial<PoolOptions>) => PoolSql;
  private readonly heartbeatMs: number;
  private readonly wakes = new Map<string, Wake[]>();
  private readonly closing = new AbortController();
  private sql: PoolSql | undefined;
  /** Resolves when a channel is added or the connection is lost. */
  private changed = Promise.withResolvers<void>();
  /** Channels of the current connection. */
  private listening = new Set<string>();

  /** Sends a heartbeat every `heartbeatMs`: nothing else would detect a silent connection. */
  constructor(open: (options: Partial<PoolOptions>) => PoolSql, heartbeatMs: number) {
    this.open = open;
    this.heartbeatMs = heartbeatMs;
  }

  get pools(): readonly PoolSql[] {
    return this.sql ? [this.sql] : [];
  }

  /** Resolves once the server notifies; rejects if the very first connection fails. */
  async listen(channel: string, wake: Wake): Promise<void> {
    const isNew = !this.wakes.has(channel);
    this.wakes.set(channel, [...(this.wakes.get(channel) ?? []), wake]);
    if (!this.sql) {
      this.sql = this.openOwn();
      void this.keep(this.sql);
    }
    if (!isNew) return wake(undefined);
    await this.listenOn(this.sql, channel);
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.changed.resolve();
    await this.sql?.end({ timeout: 0 });
  }

  private openOwn(): PoolSql {
    return this.open({
      hasLifetime: false,
      onNotify: (channel, payload) => {
        for (const wake of this.wakes.get(channel) ?? []) wake(payload);
      },
      onClose: () => {
        this.listening = new Set();
        this.changed.resolve();
      },
    });
  }

  /** Until `close`: listens again after a loss, else sends heartbeats. */
  private async keep(sql: PoolSql): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      this.changed = Promise.withResolvers();
      try {
        await sql`SELECT 1`;
        for (const channel of this.wakes.keys()) if (!this.listening.has(channel)) await this.listenOn(sql, channel);
        await this.pause();
      } catch {
        await sleep(retryMs, undefined, { ref: false, signal }).catch(() => {});
      }
    }
  }

  /** Until the next heartbeat, a loss of the connection or `close`. */
  private async pause(): Promise<void> {
    const over = new AbortController();
    const due = sleep(this.heartbeatMs, undefined, { ref: false, signal: over.signal }).catch(() => {});
    await Promise.race([this.changed.promise, due]);
    over.abort();
  }

  private async listenOn(sql: PoolSql, channel: string): Promise<void> {
    // Added first: a loss during the statement removes it again.
    this.listening.add(channel);
    try {
      await sql.unsafe(`LISTEN "${channel.replaceAll('"', '""')}"`);
    } catch (error) {
      this.listening.delete(channel);
      throw error;
    }
    for (const wake of this.wakes.get(channel) ?? []) wake(undefined);
  }
}
