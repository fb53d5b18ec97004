import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { Connections } from '../../src/http/connections.ts';
import { newExchange } from '../../src/http/exchange.ts';
import { sendResponse } from '../../src/http/fetch.ts';

/** The answer of a stream whose first piece comes when the caller has the headers. */
async function answerWithLateStart(holdMsMax: number) {
  const connections = new Connections({ trustedProxies: 0, onCut: () => {} });
  const { promise: hasHeaders, resolve } = Promise.withResolvers<void>();
  const server = createServer(async (req, res) => {
    const pieces = async function* () {
      await hasHeaders;
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
  return answer.text();
}

it('headers of a stream do not wait longer than the limit', async () => {
  expect(await answerWithLateStart(1)).toBe('data: 1\n\n');
});
