import { print } from 'graphql';
import { parseRoute } from '../../src/faces/faces.ts';
import type { Operation } from '../../src/operation.ts';
import { http, type Ids, sampleOf, toolArguments } from './faces.ts';

/** Headers that differ between equal answers. */
const variableHeader = /^(x-request-id|date|ratelimit)$/;

/** An answer without its request id, date and rate limit, so that two answers can be compared. */
export function visible(answer: { status: number; headers: Headers; text: string }) {
  const headers = [...answer.headers].filter(([name]) => !variableHeader.test(name));
  return { status: answer.status, headers, text: answer.text.replaceAll(/req_[0-9a-f]{32}/g, 'req') };
}
export type VisibleAnswer = ReturnType<typeof visible>;

/** The service and the key of a request. */
export interface Sender {
  url: string;
  key: string;
}

/** Sends the sample request of an operation for these records. */
export type Send = (
  sender: Sender,
  operation: Operation,
  ids: Ids,
  headers?: Record<string, string>,
) => Promise<VisibleAnswer>;

export async function overRest(
  { url, key }: Sender,
  operation: Operation,
  ids: Ids,
  headers: Record<string, string> = {},
  segment: (id: string) => string = encodeURIComponent,
): Promise<VisibleAnswer> {
  const { method, path } = parseRoute(operation.rest ?? '');
  const { [operation.body?.[0] ?? '']: body, q } = sampleOf(operation, ids);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) => segment(ids[name] ?? ''));
  const target = q ? `${filled}?q=${q}` : filled;
  return visible(await http(url, key, method, target, body, headers));
}

export const overGraphql: Send = async ({ url, key }, operation, ids) => {
  const sample = sampleOf(operation, ids);
  const variables = operation.variables ? operation.variables(sample) : sample;
  const defaults = { offset: 0, limit: 1, full: true, withContent: true };
  const query = print(operation.document);
  return visible(await http(url, key, 'POST', '/graphql', { query, variables: { ...defaults, ...variables } }));
};

export const overMcp: Send = async ({ url, key }, operation, ids) => {
  const params = { name: operation.tool?.name, arguments: toolArguments(operation, sampleOf(operation, ids)) };
  const accept = { accept: 'application/json, text/event-stream' };
  return visible(await http(url, key, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, accept));
};

/** The three faces, and which operations each has. */
export const everyFace: [name: string, send: Send, has: (operation: Operation) => boolean][] = [
  ['REST', overRest, ({ rest }) => rest !== undefined],
  ['GraphQL', overGraphql, ({ stream }) => !stream],
  ['MCP', overMcp, ({ tool }) => tool !== undefined],
];
