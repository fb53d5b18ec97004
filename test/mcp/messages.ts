import { http, type Json } from '../support/faces.ts';

/** What every client of the protocol accepts. */
export const accept = { accept: 'application/json, text/event-stream' };

export const postTo = (url: string, key: string | undefined, body: unknown) =>
  http(url, key, 'POST', '/mcp', body, accept);

/** What a stream or a body of JSON answered, in the order of the request's ids. */
export async function answersOf(url: string, key: string, body: unknown): Promise<Json[]> {
  const { text } = await postTo(url, key, body);
  const messages = text.startsWith('{')
    ? [JSON.parse(text)]
    : [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
  return messages.sort((a, b) => a.id - b.id);
}

/** The message that calls a tool. */
export const callOf = (id: number, name: string, args?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: args === undefined ? { name } : { name, arguments: args },
});

/** The same tool, called so many times. */
export const callsOf = (count: number, name: string, args?: unknown) =>
  Array.from({ length: count }, (_, index) => callOf(index, name, args));
