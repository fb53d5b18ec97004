import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readJson } from '../../src/http/body.ts';
import { Connections } from '../../src/http/connections.ts';
import { newExchange } from '../../src/http/exchange.ts';

const server = createServer();
const connections = new Connections({ trustedProxies: 0, onCut: () => {} });
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

/** A request with half of its body sent, and a function that disconnects the sender. */
async function halfSent(): Promise<{ exchange: ReturnType<typeof newExchange>; disconnect: () => Promise<void> }> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 20 } });
  sent.on('error', () => {});
  const received = once(server, 'request');
  sent.write('{"premise":');
  const [req, res] = (await received) as [IncomingMessage, ServerResponse];
  return {
    exchange: newExchange(req, res, connections.begin(req, res)),
    disconnect: async () => {
      const gone = new Promise((resolve) => req.once('close', resolve));
      sent.destroy();
      await gone;
    },
  };
}

it('rejects a body whose sender disconnects during reading', async () => {
  const { exchange, disconnect } = await halfSent();
  const body = readJson(exchange);
  const [read] = await Promise.allSettled([body, disconnect()]);
  expect(read.status).toBe('rejected');
});

it('rejects a body whose sender disconnected before reading', async () => {
  const { exchange, disconnect } = await halfSent();
  await disconnect();
  await expect(readJson(exchange)).rejects.toThrow();
});
