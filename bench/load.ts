import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answers.ts';

/**
 * The load generator, a separate process. Requests are built in advance, and only the status and the end of an answer are
 * parsed, so that it takes little CPU from the measured server.
 */

/** The requests to send in a loop; paths and bodies alternate. */
export interface Load {
  port: number;
  method: string;
  headers: Record<string, string>;
  paths: string[];
  bodies: string[];
  /** The expected status of every answer. */
  status: number;
  connections: number;
  /** The load ends after `ms`, or after `requestsMax` requests. */
  ms: number;
  requestsMax?: number;
}

export interface Done {
  requests: number;
  /** Answers with another status, and closed connections. */
  failed: number;
  ms: number;
  /** Milliseconds from a request to the end of its answer. */
  p50: number;
  p99: number;
}

function requestsOf({ method, headers, paths, bodies }: Load): Buffer[] {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  // Pairs paths with bodies so that no record gets the same change twice in a row.
  return Array.from({ length: paths.length * Math.max(1, bodies.length) }, (_, turn) => {
    const body = bodies[turn % bodies.length];
    const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    return Buffer.from(
      `${method} ${paths[turn % paths.length]} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body ?? ''}`,
    );
  });
}

/** Keeps all connections busy until the end of the load. */
async function run(load: Load): Promise<Done> {
  const requests = requestsOf(load);
  const latencies: number[] = [];
  let sent = 0;
  let failed = 0;
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => openSocket(load.port)));
  const began = performance.now();
  const until = began + load.ms;
  const { requestsMax = Infinity } = load;

  const sendInTurn = (socket: Socket) =>
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
  await Promise.all(sockets.map(sendInTurn));
  const ms = performance.now() - began;
  for (const socket of sockets) socket.removeAllListeners('close').destroy();
  latencies.sort((one, other) => one - other);
  const part = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { requests: latencies.length, failed, ms, p50: part(0.5), p99: part(0.99) };
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => {
      // Errors are counted on close.
      socket.off('error', reject).on('error', () => {});
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

process.on('message', async (load: Load) => process.send?.(await run(load)));
