import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { painting } from './pictures.ts';

/** An image provider on 127.0.0.1 that a test controls. */
export interface FakeImages {
  /** Base URL, ending in `/v1`. */
  readonly url: string;
  /** All requests so far, in order. */
  readonly requests: readonly ImageRequest[];
  /** Sets the behaviours of the next requests, one each; the last one repeats. Default: a picture. */
  script(...behaviours: ImageBehaviour[]): void;
  /** Resolves when `count` requests have arrived in total. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export interface ImageRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  readonly number: number;
}

export type ImageBehaviour = (request: ImageRequest, response: ServerResponse) => Promise<unknown> | unknown;

const usage = { input_tokens: 50, output_tokens: 4000, total_tokens: 4050 };

function sendJson(body: unknown): ImageBehaviour {
  return (_request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Behaviours of a provider. */
export const imageReply = {
  picture: (): ImageBehaviour => async (request, response) =>
    sendJson({ created: 1, data: [{ b64_json: base64(await painting(request.number)) }], usage })(request, response),
  /** These bytes as the picture, valid or not. */
  bytes: (bytes: Uint8Array) => sendJson({ data: [{ b64_json: base64(bytes) }] }),
  sends: sendJson,
  /** A URL of the picture, the default of some providers. */
  address: (url: string) => sendJson({ data: [{ url }] }),
  hang: (): ImageBehaviour => () => undefined,
  status:
    (status: number): ImageBehaviour =>
    ({ headers }, response) => {
      const error = { message: `Vendor trouble with ${headers.authorization} on gpu-17`, code: 'vendor_code' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    },
  redirect: (): ImageBehaviour => (_request, response) => response.writeHead(307, { location: '/v1/elsewhere' }).end(),
  html: (): ImageBehaviour => (_request, response) => response.end('<!doctype html><title>Sign in</title>'),
  /** Sends half an answer and destroys the socket. */
  cut: (): ImageBehaviour => (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[{"b64_json":"iVBORw0K', () => {
      response.destroy();
    });
  },
  /** Sends half an answer and leaves the socket open. */
  stall: (): ImageBehaviour => (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[{"b64_json":"iVBORw0K'),
  /** Sends the picture when the promise resolves. */
  held:
    (released: Promise<unknown>): ImageBehaviour =>
    async (request, response) => {
      await released;
      return imageReply.picture()(request, response);
    },
};

export async function startImageProvider(): Promise<FakeImages> {
  const requests: ImageRequest[] = [];
  const waiting: { count: number; wake: () => void }[] = [];
  let script: ImageBehaviour[] = [];
  const server = createServer(async (incoming, response) => {
    const body = (await json(incoming)) as Record<string, unknown>;
    const behave = (script.length > 1 ? script.shift() : script[0]) ?? imageReply.picture();
    const request = { path: incoming.url ?? '', headers: incoming.headers, body, number: requests.length };
    requests.push(request);
    for (const { count, wake } of waiting) if (requests.length >= count) wake();
    await behave(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
