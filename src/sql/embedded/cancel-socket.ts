import fs from 'node:fs';
import net from 'node:net';
import { startup } from './connection.ts';
import { cancelPathOf } from './place.ts';
import { Framer } from './protocol.ts';

type Cancel = (connectionId: number, secret: number) => void;

/**
 * Takes the CancelRequests of PostgreSQL's protocol on a socket of the main thread, which is free while the engine runs a
 * statement. A connection is closed once its request is done. Call the result to stop.
 */
export function takeCancelRequests(socketPath: string, cancel: Cancel): () => void {
  const path = cancelPathOf(socketPath);
  fs.rmSync(path, { force: true });
  const server = net.createServer((socket) => {
    const framer = new Framer();
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      framer.push(chunk);
      const packet = packetIn(framer);
      if (packet?.length === 16 && packet.readInt32BE(4) === startup.cancel)
        cancel(packet.readInt32BE(8), packet.readInt32BE(12));
      if (packet) socket.destroy();
    });
  });
  // Without this socket statements end at their limit.
  server.on('error', () => {});
  server.listen(path).unref();
  return () => server.close();
}

/** Undefined until it is complete; empty if it is malformed. */
function packetIn(framer: Framer): Buffer | undefined {
  try {
    return framer.next('startup');
  } catch {
    return Buffer.alloc(0);
  }
}
