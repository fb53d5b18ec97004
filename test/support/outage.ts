import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from './database.setup.ts';

/** How the way to the database is: open, closed at once, silent, or slow by so many milliseconds each way. */
export type Way = 'open' | 'closed' | 'silent' | number;

/** A way to the run's database that can be disturbed. A connection that lost bytes or holds some back ends with the next change: going on, it would answer one question with the answer to another. */
export interface Line {
  /** The same database, reached through here. */
  target: TestDatabase;
  /** Changes the way for connections there are and those to come. */
  set(way: Way): void;
  close(): Promise<void>;
}

/** A proxy in front of the run's database, on a port or a socket as that is. */
export async function disturbable(database: TestDatabase): Promise<Line> {
  let way: Way = 'open';
  const sockets = new Set<net.Socket>();
  const spoilt = new Set<net.Socket>();
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
        if (way === 'open') return to.write(bytes);
        if (typeof way === 'number') setTimeout(() => to.write(bytes), way);
        return spoilt.add(from);
      });
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
    if (way === 'closed') client.destroy();
  });
  const path = database.url ? undefined : join(tmpdir(), `fabula-${randomUUID().slice(0, 8)}.sock`);
  await new Promise<void>((resolve) => (path ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve)));
  return {
    target: path
      ? { socketPath: path }
      : { url: viaPort(database.url ?? '', (server.address() as net.AddressInfo).port) },
    set(next) {
      way = next;
      for (const socket of next === 'closed' ? sockets : spoilt) socket.destroy();
      spoilt.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      if (path) rmSync(path, { force: true });
    },
  };
}

const portOf = (url: string) => Number(new URL(url).port || 5432);

function viaPort(url: string, port: number): string {
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return through.href;
}
