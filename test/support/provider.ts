import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type CompletionRequest,
  completionJson,
  completionRequest,
  doneEvent,
  eventOf,
  eventStreamHeaders,
  finishEvent,
  type TextUsage,
  textEvent,
  usageEvent,
} from '../../src/providers/completions.ts';
import { composeJson } from '../../src/providers/rehearsal.ts';

/** A text provider on 127.0.0.1 that does what a test tells it. */
export interface FakeProvider {
  /** Base URL, ending in `/v1`. */
  readonly url: string;
  /** Everything asked so far, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** What to do from now on, one behaviour a request; the last one repeats. None: a whole chapter each time. */
  script(...behaviours: Behaviour[]): void;
  /** The nth request from now or before, counted from 1, once it has come. */
  received(nth: number): Promise<ReceivedRequest>;
  close(): Promise<void>;
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: CompletionRequest;
  /** Fulfilled when the caller hangs up before its answer has ended, else never. */
  readonly hungUp: Promise<void>;
}

export type Behaviour = (request: ReceivedRequest, response: ServerResponse) => Promise<unknown> | unknown;

/** Text to send, or a promise (such as a hold's) to wait for before going on. */
export type Piece = string | Promise<unknown>;

export interface Hold {
  /** Goes among the pieces: what stands after it is sent when the test calls `release`. */
  readonly released: Promise<void>;
  release(): void;
}

export function hold(): Hold {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  return { released, release };
}

/** What the default behaviour writes. */
export const chapter = [
  'The ferry came in an hour late, with its lamps out and nobody at the rail.',
  'Emma had counted the bells twice before she let herself walk down to the water. “You said noon,” she told the man with the rope.',
  'He did not look up. “I said I would come,” he answered, and that, as everyone on the island knew, was *not* the same thing.',
].join('\n\n');

const model = 'fake';

async function begin(response: ServerResponse, pieces: readonly Piece[]): Promise<void> {
  response.writeHead(200, eventStreamHeaders);
  response.flushHeaders();
  for (const piece of pieces) {
    if (typeof piece === 'string') response.write(textEvent(model, piece));
    else await piece;
  }
}

function end(response: ServerResponse, request: ReceivedRequest, finish: string, usage: TextUsage): void {
  response.write(finishEvent(model, finish));
  if (request.body.stream_options?.include_usage) response.write(usageEvent(model, usage));
  response.end(doneEvent);
}

/** Whole and proper, streamed or not as the request wants it. */
function text(pieces: readonly Piece[], options: { finish?: string; usage?: TextUsage } = {}): Behaviour {
  const { finish = 'stop', usage = { inputTokens: 100, cachedInputTokens: 40, outputTokens: pieces.length } } = options;
  return async (request, response) => {
    if (request.body.stream) {
      await begin(response, pieces);
      return end(response, request, finish, usage);
    }
    await Promise.all(pieces);
    const content = pieces.filter((piece) => typeof piece === 'string').join('');
    response.setHeader('content-type', 'application/json').end(completionJson(model, content, finish, usage));
  };
}

/** Plans and judges as a rehearsal does where JSON is asked for; texts come from the behaviour. */
export function withPlans(texts: Behaviour): Behaviour {
  return (request, response) => {
    const behave = request.body.response_format ? text([composeJson(request.body)]) : texts;
    return behave(request, response);
  };
}

/** The text, then whatever `fault` does. */
function textThen(pieces: readonly Piece[], fault: (response: ServerResponse) => unknown): Behaviour {
  return async (_request, response) => {
    await begin(response, pieces);
    await turn();
    fault(response);
  };
}

/** Vendors do quote the key. */
function vendorMessage(request: ReceivedRequest): string {
  return `Vendor trouble with ${request.headers.authorization} on gpu-17`;
}

/** The bytes as they are, each item in a write of its own, so that it mostly travels alone. */
function raw(chunks: readonly (string | Uint8Array)[], contentType = 'text/event-stream'): Behaviour {
  return async (_request, response) => {
    response.writeHead(200, { 'content-type': contentType }).flushHeaders();
    for (const chunk of chunks) {
      if (response.destroyed) return;
      response.write(chunk);
      await turn();
    }
    response.end();
  };
}

function bytesOf(pieces: readonly string[]): Buffer {
  return Buffer.from(pieces.map((piece) => textEvent(model, piece)).join('') + finishEvent(model, 'stop') + doneEvent);
}

/** What a provider may do with a request. Where text is given, it is sent before the fault. */
export const reply = {
  text,
  raw,
  /** Stopped by the token limit. */
  length: (pieces: readonly Piece[]) => text(pieces, { finish: 'length' }),
  contentFilter: (pieces: readonly Piece[]) => text(pieces, { finish: 'content_filter' }),
  /** Never so much as a status. */
  hang: (): Behaviour => () => undefined,
  stall: (pieces: readonly Piece[]) => textThen(pieces, () => undefined),
  /** Heartbeats for ever, `everyMs` apart. */
  pings: (pieces: readonly Piece[], everyMs: number) =>
    textThen(pieces, (response) => {
      const clock = setInterval(() => response.write(': ping\n\n'), everyMs);
      response.on('close', () => clearInterval(clock));
    }),
  status:
    (status: number, headers: Record<string, string> = {}): Behaviour =>
    (request, response) => {
      const error = { message: vendorMessage(request), type: 'vendor_error', code: 'vendor_code' };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));
    },
  html200: () => raw(['<!doctype html><title>Sign in</title>'], 'text/html'),
  redirect: (): Behaviour => (_request, response) => {
    response.writeHead(307, { location: '/v1/elsewhere' }).end();
  },
  /** Goes over to another protocol, of which nobody spoke. */
  switchProtocol: (): Behaviour => (_request, response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
  },
  /** In a body without a length, which ends where its connection does. */
  unmeasured:
    (behaviour: Behaviour): Behaviour =>
    (request, response) => {
      response.removeHeader('transfer-encoding');
      return behaviour(request, response);
    },
  emptyStream: () => raw([]),
  malformedChunk: (pieces: readonly Piece[]) => textThen(pieces, (response) => response.end('data: {"choices":[{\n\n')),
  inStreamError:
    (pieces: readonly Piece[]): Behaviour =>
    (request, response) =>
      textThen(pieces, () => response.end(eventOf({ error: { message: vendorMessage(request) } })))(request, response),
  cutSocket: (pieces: readonly Piece[]) => textThen(pieces, (response) => response.destroy()),
  /** The body ends well, the completion does not. */
  noFinish: (pieces: readonly Piece[]) => textThen(pieces, (response) => response.end()),
  doneWithoutFinish: (pieces: readonly Piece[]) => textThen(pieces, (response) => response.write(doneEvent)),
  /** Whole, in two writes cut at a byte offset. */
  splitAt: (pieces: readonly string[], offset: number) =>
    raw([bytesOf(pieces).subarray(0, offset), bytesOf(pieces).subarray(offset)]),
  /** Whole, byte by byte: no character of more than one byte arrives at once. */
  slowDrip: (pieces: readonly string[]) => raw(Array.from(bytesOf(pieces), (byte) => Uint8Array.of(byte))),
};

/** A base URL at which nobody listens. */
export async function refusedUrl(): Promise<string> {
  const provider = await startProvider();
  await provider.close();
  return provider.url;
}

export async function startProvider(): Promise<FakeProvider> {
  const requests: ReceivedRequest[] = [];
  const arrivals: (() => void)[] = [];
  let script: Behaviour[] = [];

  const server = createServer(async (incoming, response) => {
    const hungUp = Promise.withResolvers<void>();
    response.on('close', () => response.writableFinished || hungUp.resolve());
    const body = completionRequest.safeParse(await json(incoming).catch(() => undefined));
    if (!body.success) return response.writeHead(400).end();
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: body.data, hungUp: hungUp.promise };
    const behave = (script.length > 1 ? script.shift() : script[0]) ?? withPlans(text(chapter.split(/(?<= )/)));
    requests.push(request);
    for (const wake of arrivals.splice(0)) wake();
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
    async received(nth) {
      for (;;) {
        const request = requests[nth - 1];
        if (request !== undefined) return request;
        await new Promise<void>((resolve) => arrivals.push(resolve));
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
