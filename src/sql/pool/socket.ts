import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { Tls } from '../address/tls.ts';
import { closed, fault } from './errors.ts';

/** Where a server listens. */
export type Place = { readonly path: string } | { readonly host: string; readonly port: number };

/** Asks for TLS. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const yes = 'S';

/** Connects to a server, with TLS if it is wanted. Rejects with the fault of the connection, or when `signal` aborts. */
export async function openSocket(place: Place, wanted: Tls, signal: AbortSignal): Promise<net.Socket> {
  const socket = net.connect(place);
  const end = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    await once(socket, 'connect');
    return wanted && !('path' in place) ? await secured(socket, place.host, wanted) : socket;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function secured(socket: net.Socket, host: string, wanted: Exclude<Tls, false>): Promise<net.Socket> {
  socket.write(sslRequest);
  const [answer] = (await opened(socket, 'data')) as [Buffer];
  // Bytes behind the answer were not encrypted, and would be read as if they were.
  if (answer.length !== 1) throw fault('PROTOCOL_VIOLATION', 'The server sent more than its answer about TLS.');
  if (answer.toString('latin1') === yes) return encrypted(socket, host, wanted);
  if (wanted === 'prefer') return socket;
  throw fault('TLS_MISSING', 'The server offers no TLS.');
}

async function encrypted(socket: net.Socket, host: string, wanted: Exclude<Tls, false>): Promise<net.Socket> {
  const options = wanted === 'prefer' ? { rejectUnauthorized: false } : wanted;
  const secure = tls.connect({ socket, ...(net.isIP(host) ? {} : { servername: host }), ...options });
  await opened(secure, 'secureConnect');
  return secure;
}

/** A peer that closes the connection sends no error. */
async function opened(socket: net.Socket, event: string): Promise<unknown[]> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(socket, 'close', { signal }).then(() => Promise.reject(closed()));
  try {
    return await Promise.race([once(socket, event, { signal }), ended]);
  } finally {
    over.abort();
  }
}
