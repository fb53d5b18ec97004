import { print } from 'graphql';
import { parseRoute } from '../../src/faces/faces.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import { withIdempotencyKey } from '../../src/graphql/keyed-document.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { type Face, http, type Json } from './faces.ts';

/** Operations whose field takes an idempotency key. */
export const keyedOperations = operations.filter((one) =>
  prepareOperation(schema, one).variables.has('idempotencyKey'),
);

export function keyedOperation(answer: string): Operation {
  const found = keyedOperations.find((one) => one.answer === answer);
  if (!found) throw new Error(`${answer} takes no key.`);
  return found;
}

/** The answer to a request with a key, in the form that is common to all faces. */
export interface KeyedAnswer {
  data?: Json;
  error?: Json;
  replayed: boolean;
}

/** Sends an operation with an idempotency key or without. */
export type SendKeyed = (
  url: string,
  token: string,
  operation: Operation,
  input: Record<string, unknown>,
  key?: string,
) => Promise<KeyedAnswer>;

const overRest: SendKeyed = async (url, token, { rest = '', body }, input, key) => {
  const { method, path } = parseRoute(rest);
  const target = path.replaceAll(/\{(\w+)\}/g, (_all, name) => String(input[name]));
  const header = key === undefined ? {} : { 'idempotency-key': key };
  const { json, headers } = await http(url, token, method, target, input[body?.[0] ?? ''], header);
  return { ...json, replayed: headers.get('idempotency-replayed') === 'true' };
};

const overGraphql: SendKeyed = async (url, token, operation, input, key) => {
  const variables = { ...(operation.variables ? operation.variables(input) : input), idempotencyKey: key };
  const query = print(withIdempotencyKey(operation.document));
  const { json } = await http(url, token, 'POST', '/graphql', { query, variables });
  const [error] = json.errors ?? [];
  return {
    ...(error ? { error: { message: error.message, ...error.extensions } } : { data: json.data[operation.answer] }),
    replayed: json.extensions?.idempotencyReplayed?.includes(operation.answer) ?? false,
  };
};

const overMcp: SendKeyed = async (url, token, { tool, body }, input, key) => {
  const { [body?.[0] ?? '']: sent, ...rest } = input;
  const args = { ...rest, ...(sent as object), ...(key === undefined ? {} : { idempotencyKey: key }) };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool?.name, arguments: args } };
  const { text } = await http(url, token, 'POST', '/mcp', call, { accept: 'application/json, text/event-stream' });
  const { result } = JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 6));
  return { ...JSON.parse(result.content[0].text), replayed: result._meta?.idempotencyReplayed ?? false };
};

/** The faces, how each sends a key, and which operations each offers. */
export const keyedFaces: [name: Face['name'], send: SendKeyed, offers: (operation: Operation) => unknown][] = [
  ['REST', overRest, ({ rest }) => rest],
  ['GraphQL', overGraphql, () => true],
  ['MCP', overMcp, ({ tool }) => tool],
];
