import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answers.ts';

/**
 * The load generator, a process of its own: requests are bytes made beforehand, and of an answer no more is read than its
 * status and its end, so that it takes a small part of a core and leaves the rest to who is measured.
 */

/** What to send, over and over: paths and bodies take turns. */
export interface Load {
  port: number;
  method: string;
  headers: Record<string, string>;
  paths: string[];
  bodies: string[];
  /** What every answer must have. */
  status: number;
  connections: number;
  /** It ends after so long, or when so much has been sent. */
  ms: number;
  requestsMax?: number;
}

export interface Done {
  requests: number;
  /** Answers with another status, and connections that broke. */
  failed: number;
  ms: number;
  /** Milliseconds from the request to the end of its answer. */
  p50: number;
  p99: number;
}

function requestsOf({ method, headers, paths, bodies }: Load): Buffer[] {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  // Every path with every body, in the order in which both take turns: no record gets the same change twice running.
  return Array.from({ length: paths.length * Math.max(1, bodies.length) }, (_, turn) => {
    const body = bodies[turn % bodies.length];
    const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    return Buffer.from(
      `${method} ${paths[turn % paths.length]} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body ?? ''}`,
    );
  });
}

/** Keeps so many connections busy until the time is up. */
async function run(load: Load): Promise<Done> {
  const requests = requestsOf(load);
  const latencies: number[] = [];
  let sent = 0;
  let failed = 0;
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => opened(load.port)));
  const began = performance.now();
  const until = began + load.ms;
  const { requestsMax = Infinity } = load;

  const busy = (socket: Socket) =>
    new Promise<void>((resolve) => {
      const reader = new AnswerReader();
      let at = 0;
      const send = () => {
        at = performance.now();
        if (at >= until || sent >= requestsMax) return void resolve();
        socket.write(requests[sent++ % requests.length] ?? '');
      };
      socket.on('data', (bytes) => {
        const status = reader.feed(bytes);
        if (status === undefined) return;
        latencies.push(performance.now() - at);
        if (status !== load.status) failed += 1;
        send();
      });
      socket.once('close', () => {
        failed += 1;
        resolve();
      });
      send();
    });
  await Promise.all(sockets.map(busy));
  const ms = performance.now() - began;
  for (const socket of sockets) socket.removeAllListeners('close').destroy();
  latencies.sort((one, other) => one - other);
  const part = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { requests: latencies.length, failed, ms, p50: part(0.5), p99: part(0.99) };
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => {
      // What breaks is counted when it closes.
      socket.off('error', reject).on('error', () => {});
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

process.on('message', async (load: Load) => process.send?.(await run(load)));
