import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refuseBytes } from '../../src/http/refuse-bytes.ts';

const soon = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
const server = createServer(soon, (request, response) => {
  if (request.method === 'GET') response.setHeader('connection', 'close').end('served');
});
server.on('clientError', refuseBytes);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

/** All that a connection receives that sends these bytes and then waits. */
function answerTo(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

it('closes a connection without bytes, and does not answer', async () => {
  expect(await answerTo('')).toBe('');
});

it('serves a request that came while the process stood still', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
  // The kernel delivers at once; the service sees its timers first.
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*served$/s);
});

it.each([
  ['headers', 'GET /v1/books HTTP/1.1\r\nHost: x\r\n'],
  ['a body', 'POST /v1/books HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'],
])('names the limits when %s take too long', async (_part, bytes) => {
  const answer = await answerTo(bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('took too long to arrive: at most 10 s for the headers, 30 s in all.');
});

it('says that bytes are not a request', async () => {
  expect(await answerTo('hello\r\n\r\n')).toContain('is not a valid HTTP request.');
});

it.each([
  ['headers', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'c'.repeat(17_000)}\r\n\r\n`],
  ['an address', `GET /${'p'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
])('says that %s is too large, with 431', async (_what, bytes) => {
  const answer = await answerTo(bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  const { error } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  expect(error).toMatchObject({ code: 'headers_too_large', message: expect.stringMatching(/are over 16 KB\. Send /) });
  expect(answer).toContain(`x-request-id: ${error.request_id}`);
});
