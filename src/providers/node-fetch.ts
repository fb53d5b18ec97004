import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { errorIn } from './said-error.ts';

const bodies = new WeakMap<Response, Readable>();

/**
 * The part of `fetch` that the SDK needs, on node:http: reading many small pieces takes half the CPU of a web stream. A
 * successful response has only the body of `bodyOf`; that of a failure is `{error}`, from the first part of what the provider sent.
 * Redirects are errors.
 */
export async function nodeFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  if (input instanceof Request) throw new TypeError('The SDK asks by URL.');
  const answer = await send(new URL(input), init);
  const status = answer.statusCode ?? 0;
  const isOk = status >= 200 && status < 300;
  const said = status >= 400 ? JSON.stringify({ error: errorIn(jsonOr(await beginningOf(answer))) }) : null;
  if (!isOk) answer.destroy();
  if (status >= 300 && status < 400) throw new TypeError('The provider redirects.');
  const response = new Response(said, { status, headers: headersOf(answer) });
  if (isOk) bodies.set(response, answer);
  return response;
}

/** What a failure says at most, and how long it is waited for. Ours. */
const errorBytesMax = 65_536;
const errorMsMax = 500;

/** The beginning of a failure's body; less if it does not come. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  const late = setTimeout(() => answer.destroy(), errorMsMax);
  try {
    for await (const part of answer) {
      parts.push(part);
      if (parts.reduce((sum, { length }) => sum + length, 0) >= errorBytesMax) break;
    }
  } catch {
    // A status is enough.
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(parts).subarray(0, errorBytesMax).toString();
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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
