import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from './database.setup.ts';
import { viaPort } from './faulty-proxy.ts';

/** A proxy that replaces parameters on the way to the database, so that the database returns rows of another caller. */
export interface SwappingProxy {
  /** The same database, reached through the proxy. */
  target: TestDatabase;
  /** Replaces `from` by `to` in everything sent from now on. Both must have the same length. */
  swap(pairs: readonly (readonly [from: string | Buffer, to: string | Buffer])[]): void;
  close(): Promise<void>;
}

const asBytes = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text);

export async function startSwappingProxy(database: TestDatabase): Promise<SwappingProxy> {
  const clients = new Set<net.Socket>();
  let swapped: (readonly [from: Buffer, to: Buffer])[] = [];
  const server = net.createServer((client) => {
    const upstream = database.url
      ? net.connect(Number(new URL(database.url).port || 5432), '127.0.0.1')
      : net.connect(database.socketPath ?? '');
    clients.add(client);
    client.on('data', (bytes) => upstream.write(swapIn(Buffer.from(bytes))));
    upstream.pipe(client);
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => clients.delete(client));
  });

  function swapIn(bytes: Buffer): Buffer {
    for (const [from, to] of swapped)
      for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + from.length)) to.copy(bytes, at);
    return bytes;
  }

  const path = database.url ? undefined : join(tmpdir(), `fabula-${randomUUID().slice(0, 8)}.sock`);
  await new Promise<void>((resolve) => (path ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve)));
  return {
    target: path
      ? { socketPath: path }
      : { url: viaPort(database.url ?? '', (server.address() as net.AddressInfo).port) },
    swap(pairs) {
      swapped = pairs.map(([from, to]) => [asBytes(from), asBytes(to)]);
    },
    async close() {
      for (const client of clients) client.destroy();
      await new Promise((resolve) => server.close(resolve));
      if (path) rmSync(path, { force: true });
    },
  };
}
