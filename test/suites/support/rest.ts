import { inject } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: responses are JSON that suites read freely.
export type Json = any;

/** The authorization header of every call. */
export function authorized(): { authorization: string } {
  return { authorization: `Bearer ${inject('key')}` };
}

/** Calls /v1 and returns `data`; throws on failure. */
export async function rest(method: string, path: string, body?: unknown): Promise<Json> {
  const response = await fetch(`${inject('url')}/v1${path}`, {
    method,
    headers: { ...authorized(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text).data;
}
