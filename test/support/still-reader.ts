import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client that sends a request and reads nothing of the response unless it is told to. */
export interface StillReader {
  socket: Socket;
  /** Resolves when the first bytes of the response have arrived. */
  begun(): Promise<unknown>;
  /** Reads the response to its end. `isWhole` is false if it ended before its declared length. */
  rest(): Promise<{ status: number; head: string; text: string; isWhole: boolean }>;
}

export async function openStill(
  url: string,
  line: string,
  { key, headers = ['Connection: close'], body = '' }: { key?: string; headers?: string[]; body?: string } = {},
): Promise<StillReader> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  // A cut connection may be reset.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const auth = key ? [`Authorization: Bearer ${key}`] : [];
  const length = body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : [];
  socket.write([`${line} HTTP/1.1`, 'Host: localhost', ...auth, ...headers, ...length, '', body].join('\r\n'));
  return { socket, begun: () => once(socket, 'readable'), rest: () => restOf(socket) };
}

async function restOf(socket: Socket) {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  // `once` of node:events would reject on a reset.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  const answer = Buffer.concat(pieces);
  const cut = answer.indexOf('\r\n\r\n');
  const [head, body] = [answer.subarray(0, cut).toString(), answer.subarray(cut + 4)];
  const declared = /content-length: (\d+)/i.exec(head)?.[1];
  const isWhole = declared === undefined ? body.includes('\r\n0\r\n\r\n') : Number(declared) === body.length;
  return { status: Number(head.split(' ')[1]), head, text: body.toString(), isWhole };
}
