import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from './database.setup.ts';
import { viaPort } from './faulty-proxy.ts';

/** A proxy in front of a database that breaks connections. */
export interface CuttingProxy {
  /** The same database, reached through the proxy. */
  target: TestDatabase;
  /** Number of connections that were reset. */
  readonly broken: number;
  /** The probability that a chunk of bytes is cut: its first part arrives, then the connection is reset. */
  chance: number;
  /** Silences the open connections: nothing is forwarded or closed. New ones work. Returns the number of silenced ones. */
  blackHole(): number;
  close(): Promise<void>;
}

interface Pair {
  client: net.Socket;
  upstream: net.Socket;
  isSilent: boolean;
}

export async function startCuttingProxy(database: TestDatabase): Promise<CuttingProxy> {
  const pairs = new Set<Pair>();
  let broken = 0;
  const server = net.createServer((client) => {
    const upstream = database.url
      ? net.connect(Number(new URL(database.url).port || 5432), '127.0.0.1')
      : net.connect(database.socketPath ?? '');
    const pair: Pair = { client, upstream, isSilent: false };
    pairs.add(pair);
    forward(pair, client, upstream);
    forward(pair, upstream, client);
  });

  function forward(pair: Pair, from: net.Socket, to: net.Socket): void {
    from.on('data', (bytes) => {
      if (pair.isSilent) return;
      if (Math.random() >= cuts.chance) return to.write(bytes);
      to.write(bytes.subarray(0, Math.floor(Math.random() * (bytes.length + 1))));
      // Send the first part before the reset.
      setImmediate(() => reset(pair));
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      pairs.delete(pair);
      to.destroy();
    });
  }

  function reset(pair: Pair): void {
    if (!pairs.delete(pair)) return;
    broken += 1;
    // Unix sockets have no reset.
    if (database.url) pair.client.resetAndDestroy();
    else pair.client.destroy();
    pair.upstream.destroy();
  }

  const path = database.url ? undefined : join(tmpdir(), `fabula-${randomUUID().slice(0, 8)}.sock`);
  await new Promise<void>((resolve) => (path ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve)));
  const cuts: CuttingProxy = {
    target: path
      ? { socketPath: path }
      : { url: viaPort(database.url ?? '', (server.address() as net.AddressInfo).port) },
    get broken() {
      return broken;
    },
    chance: 0,
    blackHole() {
      for (const pair of pairs) pair.isSilent = true;
      return pairs.size;
    },
    async close() {
      for (const { client, upstream } of pairs) {
        client.destroy();
        upstream.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
      if (path) rmSync(path, { force: true });
    },
  };
  return cuts;
}
