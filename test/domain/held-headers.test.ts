import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { Connections } from '../../src/http/connections.ts';
import { newExchange } from '../../src/http/exchange.ts';
import { sendResponse } from '../../src/http/fetch.ts';

/** The headers of a stream whose first piece comes with a header that is known only then. */
async function headersOfStream({ holdMsMax, isFirstLate }: { holdMsMax: number; isFirstLate: boolean }) {
  const connections = new Connections({ trustedProxies: 0, onCut: () => {} });
  const { promise: hasHeaders, resolve } = Promise.withResolvers<void>();
  const server = createServer(async (req, res) => {
    const pieces = async function* () {
      if (isFirstLate) await hasHeaders;
      if (!res.headersSent) res.setHeader('ratelimit', '"runs";r=1');
      yield Buffer.from('data: 1\n\n');
    };
    const headers = { 'content-type': 'text/event-stream' };
    const response = new Response(Readable.toWeb(Readable.from(pieces())) as ReadableStream, { headers });
    await sendResponse(newExchange(req, res, connections.begin(req, res)), response, holdMsMax);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  resolve();
  return { text: await answer.text(), limit: answer.headers.get('ratelimit') };
}

it('headers of a stream wait for its first piece, and name the limits that it drew on', async () => {
  const answer = await headersOfStream({ holdMsMax: 3_600_000, isFirstLate: false });
  expect(answer).toEqual({ text: 'data: 1\n\n', limit: '"runs";r=1' });
});

it('headers of a stream do not wait longer than the limit', async () => {
  const answer = await headersOfStream({ holdMsMax: 1, isFirstLate: true });
  expect(answer).toEqual({ text: 'data: 1\n\n', limit: null });
});
