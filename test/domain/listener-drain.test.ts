import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { ListenerDrain } from '../../src/http/listener-drain.ts';

/** Sends one request from a thread of its own; tells `connected` when the kernel has taken the connection. */
const client = `
  const { parentPort, workerData: { port, connected } } = require('node:worker_threads');
  const request = require('node:http').get({ port, agent: false });
  request.on('socket', (socket) => socket.on('connect', () => { Atomics.store(connected, 0, 1); Atomics.notify(connected, 0); }));
  request.on('response', ({ statusCode }) => parentPort.postMessage(statusCode));
  request.on('error', ({ code }) => parentPort.postMessage(code));`;

it('a connection that came while the process stood still is served before the listener closes', async () => {
  const server = createServer((_request, response) => response.setHeader('connection', 'close').end());
  const drain = new ListenerDrain(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const { port } = server.address() as AddressInfo;
  const closing = drain.closeListener();
  const worker = new Worker(client, { eval: true, workerData: { port, connected } });
  const answer = new Promise((resolve) => worker.once('message', resolve));
  // Nothing runs here until the client has connected, and then until the first pause of the drain is over.
  expect(Atomics.wait(connected, 0, 0, 60_000)).not.toBe('timed-out');
  Atomics.wait(connected, 0, 1, 100);
  const { closed } = await closing;
  expect(await answer).toBe(200);
  await closed;
});
