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
  textEvent,
  usageEvent,
} from '../../src/providers/completions.ts';
import type { TextUsage } from '../../src/providers/frame.ts';
import { composeJson } from '../../src/providers/rehearsal.ts';

/** A text provider on 127.0.0.1 that a test controls. */
export interface FakeProvider {
  /** Base URL, ending in `/v1`. */
  readonly url: string;
  /** All requests so far, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** Sets the behaviours of the next requests, one each; the last one repeats. Default: a whole chapter. */
  script(...behaviours: Behaviour[]): void;
  /** Resolves with the nth request, counted from 1, when it has arrived. */
  received(nth: number): Promise<ReceivedRequest>;
  close(): Promise<void>;
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: CompletionRequest;
  /** Resolves when the caller disconnects before the end of the answer. */
  readonly hungUp: Promise<void>;
}

export type Behaviour = (request: ReceivedRequest, response: ServerResponse) => Promise<unknown> | unknown;

/** Text to send, or a promise to wait for (see `hold`). */
export type Piece = string | Promise<unknown>;

export interface Hold {
  /** Put this between the pieces. The following pieces are sent after `release`. */
  readonly released: Promise<void>;
  release(): void;
}

export function hold(): Hold {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  return { released, release };
}

/** The text of the default behaviour. */
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

/** A complete, correct answer, streamed if requested. */
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

/** Answers requests for JSON (outlines, grades) like the rehearsal provider, and requests for text by `texts`. */
export function withPlans(texts: Behaviour): Behaviour {
  return (request, response) => {
    const behave = request.body.response_format ? text([composeJson(request.body)]) : texts;
    return behave(request, response);
  };
}

/** Sends text, then calls `fault`. */
function textThen(pieces: readonly Piece[], fault: (response: ServerResponse) => unknown): Behaviour {
  return async (_request, response) => {
    await begin(response, pieces);
    await turn();
    fault(response);
  };
}

/** Some vendors quote the key in their error messages. */
function vendorMessage(request: ReceivedRequest): string {
  return `Vendor trouble with ${request.headers.authorization} on gpu-17`;
}

/** Sends bytes unchanged, one write for each chunk, so that chunks mostly arrive separately. */
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

/** Behaviours of a provider. Text pieces are sent before the fault. */
export const reply = {
  text,
  raw,
  /** Ends at the token limit. */
  length: (pieces: readonly Piece[]) => text(pieces, { finish: 'length' }),
  contentFilter: (pieces: readonly Piece[]) => text(pieces, { finish: 'content_filter' }),
  /** Sends nothing, not even a status. */
  hang: (): Behaviour => () => undefined,
  stall: (pieces: readonly Piece[]) => textThen(pieces, () => undefined),
  /** Sends heartbeats without end. */
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
  /** Switches to another protocol without a request to do so. */
  switchProtocol: (): Behaviour => (_request, response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
  },
  /** Sends a body without length or chunks, which ends with the connection. */
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
  /** The body ends normally, but without a finish reason. */
  noFinish: (pieces: readonly Piece[]) => textThen(pieces, (response) => response.end()),
  doneWithoutFinish: (pieces: readonly Piece[]) => textThen(pieces, (response) => response.write(doneEvent)),
  /** A complete answer in two writes, split at a byte offset. */
  splitAt: (pieces: readonly string[], offset: number) =>
    raw([bytesOf(pieces).subarray(0, offset), bytesOf(pieces).subarray(offset)]),
  /** A complete answer in writes of one byte, which splits multi-byte characters. */
  slowDrip: (pieces: readonly string[]) => raw(Array.from(bytesOf(pieces), (byte) => Uint8Array.of(byte))),
};

/** A base URL without a listener. */
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
