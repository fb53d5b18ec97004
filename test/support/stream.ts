import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type SseEvent, SseReader } from '../../src/providers/sse.ts';

/**
 * Polls until the condition is true, less often the longer it takes: each poll takes processor time from what it waits for.
 * There is no timeout except that of the test.
 */
export async function until<T>(condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let ms = 5; ; ms = Math.min(2 * ms, 40)) {
    const found = await condition();
    if (found) return found;
    await pause(ms);
  }
}

/** Waits until /readyz answers 200. On a busy machine it may answer 503: it gives the database half a second. */
export async function untilReady(url: string): Promise<void> {
  await until(() => fetch(`${url}/readyz`).then(({ ok }) => ok));
}

/** A response that is read as it arrives. */
export interface StreamedResponse {
  /** Resolves when the headers have arrived. */
  readonly began: Promise<{ status: number; headers: IncomingHttpHeaders }>;
  readonly hasBegun: boolean;
  /** The body so far. */
  readonly text: string;
  /** Resolves when the connection closes. `isWhole` is false if the response was cut off. */
  readonly ended: Promise<{ text: string; trailers: NodeJS.Dict<string>; isWhole: boolean }>;
  /** Resolves when the body contains `part`; fails if the response ends without it. */
  waitFor(part: string): Promise<void>;
  /** Closes the connection. */
  disconnect(): void;
}

/** Sends a request and reads the response as it arrives. */
export function openStream(
  url: string,
  key: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): StreamedResponse {
  const began = Promise.withResolvers<{ status: number; headers: IncomingHttpHeaders }>();
  const ended = Promise.withResolvers<{ text: string; trailers: NodeJS.Dict<string>; isWhole: boolean }>();
  began.promise.catch(() => {});
  let text = '';
  let hasBegun = false;
  let isOver = false;
  ended.promise.then(() => {
    isOver = true;
  });
  const sent = request(
    `${url}${path}`,
    {
      method,
      agent: false,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    },
    (response: IncomingMessage) => {
      hasBegun = true;
      began.resolve({ status: response.statusCode ?? 0, headers: response.headers });
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', () => {});
      response.on('close', () =>
        ended.resolve({ text, trailers: response.trailers as NodeJS.Dict<string>, isWhole: response.complete }),
      );
    },
  );
  sent.on('error', (error) => {
    began.reject(error);
    ended.resolve({ text, trailers: {}, isWhole: false });
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return {
    began: began.promise,
    ended: ended.promise,
    get hasBegun() {
      return hasBegun;
    },
    get text() {
      return text;
    },
    async waitFor(part) {
      await until(() => isOver || text.includes(part));
      if (!text.includes(part)) throw new Error(`The response ended without “${part}”: ${text.slice(-500)}`);
    },
    disconnect: () => void sent.destroy(),
  };
}

/** Parses a body of server-sent events. */
export function eventsOf(text: string): SseEvent[] {
  return [...new SseReader(1_000_000).read(Buffer.from(text))];
}
