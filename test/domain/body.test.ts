import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readJson } from '../../src/http/body.ts';
import { newExchange } from '../../src/http/exchange.ts';

const server = createServer();
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

/** A request of which half the body comes, and what breaks it off. */
async function half(): Promise<{ exchange: ReturnType<typeof newExchange>; breakOff: () => Promise<void> }> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 20 } });
  sent.on('error', () => {});
  const came = once(server, 'request');
  sent.write('{"premise":');
  const [req, res] = (await came) as [IncomingMessage, never];
  return {
    exchange: newExchange(req, res),
    breakOff: async () => {
      const gone = new Promise((resolve) => req.once('close', resolve));
      sent.destroy();
      await gone;
    },
  };
}

it('a body that breaks off while it is read is nobody’s, and ends', async () => {
  const { exchange, breakOff } = await half();
  const body = readJson(exchange);
  const [read] = await Promise.allSettled([body, breakOff()]);
  expect(read.status).toBe('rejected');
});

it('so is one that broke off before anybody read it', { timeout: 2_000 }, async () => {
  const { exchange, breakOff } = await half();
  await breakOff();
  await expect(readJson(exchange)).rejects.toThrow();
});
