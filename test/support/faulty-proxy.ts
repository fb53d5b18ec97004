import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from './database.setup.ts';

/**
 * `closed` closes connections at once, `silent` forwards nothing, `held` forwards everything at the next state change, in
 * order; a number delays each direction by that many milliseconds.
 */
export type LinkState = 'open' | 'closed' | 'silent' | 'held' | number;

/**
 * A proxy in front of the run's database. The next state change closes each connection that lost or delayed bytes. Otherwise
 * an answer could reach the wrong statement.
 */
export interface FaultyProxy {
  /** The same database, reached through the proxy. */
  target: TestDatabase;
  /** Sets the state of open and future connections. */
  set(state: LinkState): void;
  close(): Promise<void>;
}

/** Listens on a port or a socket, like the database. */
export async function startFaultyProxy(database: TestDatabase): Promise<FaultyProxy> {
  let state: LinkState = 'open';
  const sockets = new Set<net.Socket>();
  const spoilt = new Set<net.Socket>();
  const held: (() => void)[] = [];
  const server = net.createServer((client) => {
    const upstream = database.url
      ? net.connect(portOf(database.url), '127.0.0.1')
      : net.connect(database.socketPath ?? '');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (state === 'open') return to.write(bytes);
        if (state === 'held') return held.push(() => to.write(bytes));
        if (typeof state === 'number') setTimeout(() => to.write(bytes), state);
        return spoilt.add(from);
      });
      from.on('close', () => (state === 'held' ? held.push(() => to.end()) : to.destroy()));
      from.on('error', () => to.destroy());
    }
    if (state === 'closed') client.destroy();
  });
  const path = database.url ? undefined : join(tmpdir(), `fabula-${randomUUID().slice(0, 8)}.sock`);
  await new Promise<void>((resolve) => (path ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve)));
  return {
    target: path
      ? { socketPath: path }
      : { url: viaPort(database.url ?? '', (server.address() as net.AddressInfo).port) },
    set(next) {
      state = next;
      for (const socket of next === 'closed' ? sockets : spoilt) socket.destroy();
      spoilt.clear();
      for (const forward of held.splice(0)) forward();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      if (path) rmSync(path, { force: true });
    },
  };
}

const portOf = (url: string) => Number(new URL(url).port || 5432);

/** The URL of the same database on another loopback port. */
export function viaPort(url: string, port: number): string {
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return through.href;
}
