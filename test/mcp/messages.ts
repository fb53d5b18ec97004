import { http, type Json } from '../support/faces.ts';

/** The accept header of every MCP client. */
export const accept = { accept: 'application/json, text/event-stream' };

export const postTo = (url: string, key: string | undefined, body: unknown) =>
  http(url, key, 'POST', '/mcp', body, accept);

/** The messages of a stream or JSON body, in the order of request ids. */
export async function answersOf(url: string, key: string, body: unknown): Promise<Json[]> {
  const { text } = await postTo(url, key, body);
  const messages = text.startsWith('{')
    ? [JSON.parse(text)]
    : [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
  return messages.sort((a, b) => a.id - b.id);
}

/** A message that calls a tool. */
export const callOf = (id: number, name: string, args?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: args === undefined ? { name } : { name, arguments: args },
});

/** `count` calls of the same tool. */
export const callsOf = (count: number, name: string, args?: unknown) =>
  Array.from({ length: count }, (_, index) => callOf(index, name, args));
