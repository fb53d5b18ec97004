import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Readable } from 'node:stream';

const bodies = new WeakMap<Response, Readable>();

/**
 * The part of `fetch` that the SDK needs, on node:http: reading many small pieces takes half the CPU of a web stream. A
 * successful response has only the body of `bodyOf`; other bodies are dropped unread, and redirects are errors.
 */
export async function nodeFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  if (input instanceof Request) throw new TypeError('The SDK asks by URL.');
  const answer = await send(new URL(input), init);
  const status = answer.statusCode ?? 0;
  const isOk = status >= 200 && status < 300;
  if (!isOk) answer.destroy();
  if (status >= 300 && status < 400) throw new TypeError('The provider redirects.');
  const response = new Response(null, { status, headers: headersOf(answer) });
  if (isOk) bodies.set(response, answer);
  return response;
}

/** Body of a `nodeFetch` response. Can be read once. */
export function bodyOf(response: Response): Readable | undefined {
  return bodies.get(response);
}

function send(url: URL, { method = 'GET', headers, body, signal }: RequestInit): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? overHttps : overHttp;
    // A new connection each time: the server may close a kept-alive one just as a paid request is sent on it. No
    // compression: nothing here decompresses.
    const sent = {
      ...Object.fromEntries(new Headers(headers)),
      connection: 'close',
      'accept-encoding': 'identity',
    };
    const options = { method, headers: sent, ...(signal ? { signal } : {}) };
    const call = begin(url, options, resolve);
    // Later errors surface in the body.
    call.on('error', reject);
    // If the server switches protocols (101), node:http closes the socket without an error.
    call.on('close', () => reject(new Error('No answer came.')));
    call.end(typeof body === 'string' ? body : undefined);
  });
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
}
