import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Readable } from 'node:stream';

const bodies = new WeakMap<Response, Readable>();

/**
 * What the SDK needs of `fetch`, over node:http: a long answer in many small pieces costs half the CPU a piece that it costs
 * as a web stream. The response of a success has no body but that of `bodyOf`; other bodies are dropped unread, and a
 * redirect is a fault.
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

/** The body of a response that `nodeFetch` made, to be read once. */
export function bodyOf(response: Response): Readable | undefined {
  return bodies.get(response);
}

function send(url: URL, { method = 'GET', headers, body, signal }: RequestInit): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? overHttps : overHttp;
    // A connection of its own: one that was kept may be closed by the other side just as a paid request goes out on it.
    // And as it is written: nothing here unpacks an answer.
    const sent = {
      ...Object.fromEntries(new Headers(headers)),
      connection: 'close',
      'accept-encoding': 'identity',
    };
    const options = { method, headers: sent, ...(signal ? { signal } : {}) };
    const call = begin(url, options, resolve);
    // It may break later than its answer begins; then the body says so.
    call.on('error', reject);
    // A socket that goes away without an answer is no error to node:http where the other side wanted another protocol (101).
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
