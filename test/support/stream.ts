import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type SseEvent, SseReader } from '../../src/providers/sse.ts';

/** Asks again until it is so; a test that waits in vain ends by its own time limit. */
export async function until<T>(condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const found = await condition();
    if (found) return found;
    await pause(10);
  }
}

/** A response that is read while it comes. */
export interface Reading {
  /** Once the headers have come. */
  readonly began: Promise<{ status: number; headers: IncomingHttpHeaders }>;
  readonly hasBegun: boolean;
  /** What has come so far. */
  readonly text: string;
  /** Once the connection is over: `isWhole` says whether the response was ended properly. */
  readonly ended: Promise<{ text: string; trailers: NodeJS.Dict<string>; isWhole: boolean }>;
  /** Resolves once this much has come; fails where the answer ends without it. */
  has(part: string): Promise<void>;
  /** The caller goes away. */
  leave(): void;
}

/** Sends a request and reads the answer as it comes. */
export function open(
  url: string,
  key: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Reading {
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
    async has(part) {
      await until(() => isOver || text.includes(part));
      if (!text.includes(part)) throw new Error(`It ended before “${part}” came: ${text.slice(-500)}`);
    },
    leave: () => void sent.destroy(),
  };
}

/** The events of a body of server-sent events. */
export function eventsOf(text: string): SseEvent[] {
  return [...new SseReader(1_000_000).read(Buffer.from(text))];
}
