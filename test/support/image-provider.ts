import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { painting } from './pictures.ts';

/** An image provider on 127.0.0.1 that does what a test tells it. */
export interface FakeImages {
  /** Base URL, ending in `/v1`. */
  readonly url: string;
  /** Everything asked so far, in order. */
  readonly requests: readonly AskedPicture[];
  /** What to do from now on, one behaviour a request; the last one repeats. None: a picture each time. */
  script(...behaviours: Draws[]): void;
  /** Resolves once so many requests have come in all. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export interface AskedPicture {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  readonly number: number;
}

export type Draws = (request: AskedPicture, response: ServerResponse) => Promise<unknown> | unknown;

const usage = { input_tokens: 50, output_tokens: 4000, total_tokens: 4050 };

function sends(body: unknown): Draws {
  return (_request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** What a provider may do with a request. */
export const draws = {
  picture: (): Draws => async (request, response) =>
    sends({ created: 1, data: [{ b64_json: base64(await painting(request.number)) }], usage })(request, response),
  /** These bytes as the picture. */
  bytes: (bytes: Uint8Array) => sends({ data: [{ b64_json: base64(bytes) }] }),
  sends,
  /** An address of the picture, as some answer unless told otherwise. */
  address: (url: string) => sends({ data: [{ url }] }),
  hang: (): Draws => () => undefined,
  status:
    (status: number): Draws =>
    ({ headers }, response) => {
      const error = { message: `Vendor trouble with ${headers.authorization} on gpu-17`, code: 'vendor_code' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    },
  redirect: (): Draws => (_request, response) => response.writeHead(307, { location: '/v1/elsewhere' }).end(),
  html: (): Draws => (_request, response) => response.end('<!doctype html><title>Sign in</title>'),
  /** Half an answer, and the socket is gone. */
  cut: (): Draws => (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[{"b64_json":"iVBORw0K', () => {
      response.destroy();
    });
  },
  /** Half an answer, and nothing more. */
  stall: (): Draws => (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[{"b64_json":"iVBORw0K'),
  /** The picture once somebody says so. */
  held:
    (released: Promise<unknown>): Draws =>
    async (request, response) => {
      await released;
      return draws.picture()(request, response);
    },
};

export async function startImageProvider(): Promise<FakeImages> {
  const requests: AskedPicture[] = [];
  const waiting: { count: number; wake: () => void }[] = [];
  let script: Draws[] = [];
  const server = createServer(async (incoming, response) => {
    const body = (await json(incoming)) as Record<string, unknown>;
    const behave = (script.length > 1 ? script.shift() : script[0]) ?? draws.picture();
    const request = { path: incoming.url ?? '', headers: incoming.headers, body, number: requests.length };
    requests.push(request);
    for (const { count, wake } of waiting) if (requests.length >= count) wake();
    await behave(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The server listens on a port, so its address is no pipe's.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script(...behaviours) {
      script = behaviours;
    },
    received: (count) =>
      requests.length >= count
        ? Promise.resolve()
        : new Promise((wake) => {
            waiting.push({ count, wake });
          }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
