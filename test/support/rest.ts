import { expect } from 'vitest';
import { parseRoute } from '../../src/faces/faces.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';

/** An error answer in the form that is common to all faces. */
export class Refused extends Error {
  readonly code: string;
  readonly status: number | undefined;
  readonly body: Record<string, unknown>;

  constructor(body: Record<string, unknown>, status?: number) {
    super(String(body.message));
    this.code = String(body.code);
    this.body = body;
    this.status = status;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON; tests look into them freely.
export type Json = any;

/** Calls an operation by the name of its GraphQL field. Returns its `data` or throws Refused. */
export type Call = (field: string, input?: Record<string, unknown>) => Promise<Json>;

/** The operation of a field that a face has. */
export function operationFor(field: string, has: (operation: Operation) => unknown): Operation {
  const operation = operations.find((one) => one.answer === field && !one.stream && has(one));
  if (!operation) throw new Error(`No operation ${field} on this face.`);
  return operation;
}

/** The route of a field. If several match the input, the one with the most path parameters. */
function routeFor(field: string, input: Record<string, unknown>): Operation {
  const parametersOf = ({ rest = '' }: Operation) => parseRoute(rest).parameters;
  const hasAllParameters = (one: Operation) => parametersOf(one).every((name) => input[name] !== undefined);
  const routes = operations.filter((one) => one.answer === field && !one.stream && one.rest && hasAllParameters(one));
  const [route] = routes.sort((one, other) => parametersOf(other).length - parametersOf(one).length);
  return route ?? operationFor(field, (one) => one.rest);
}

export async function http(
  url: string,
  key: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string; json: Json }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

export function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls operations over REST, with one key. */
export function restCall(url: string, key: string): Call {
  return async (field, input = {}) => {
    const { rest = '', body, file } = routeFor(field, input);
    const { method, path, parameters, status } = parseRoute(rest);
    const { [body?.[0] ?? '']: sent, expectedVersion, ...others } = input;
    const filled = parameters.reduce(
      (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(input[name]))),
      path,
    );
    const query = new URLSearchParams(
      Object.entries(others)
        .filter(([name]) => !parameters.includes(name))
        .map(([name, value]) => [name, String(value)]),
    );
    const answer = await http(
      url,
      key,
      method,
      query.size > 0 ? `${filled}?${query}` : filled,
      sent,
      expectedVersion === undefined ? {} : { 'if-match': `"${expectedVersion}"` },
    );
    if (answer.json?.error) throw new Refused(answer.json.error, answer.status);
    // An accepted run may already have ended.
    expect(status === 202 ? [200, 202] : [status]).toContain(answer.status);
    return file ? linkIn(answer.headers) : answer.json.data;
  };
}

/** The link that the other faces return instead of a file, built from the headers of the file. */
function linkIn(headers: Headers): Json {
  const [, name = ''] = /filename\*=UTF-8''(.*)$/.exec(headers.get('content-disposition') ?? '') ?? [];
  return {
    fileName: decodeURIComponent(name),
    mediaType: headers.get('content-type'),
    sizeBytes: Number(headers.get('content-length')),
    sha256: headers.get('etag')?.slice(1, -1),
  };
}
