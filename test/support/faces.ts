import { once } from 'node:events';
import { connect } from 'node:net';
import { print } from 'graphql';
import { afterAll, beforeAll, expect } from 'vitest';
import { Catalogue } from '../../src/faces/mcp/catalogue.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { premise } from '../registers/book.ts';
import type { TestDatabase } from './database.setup.ts';
import { type Call, http, type Json, operationFor, parsed, Refused, restCall } from './rest.ts';
import { startService, type TestService } from './service.ts';

export { premise } from '../registers/book.ts';
export type { Ids } from '../registers/register.ts';
export { sampleOf } from '../registers/sample.ts';
export { type Call, http, type Json, Refused } from './rest.ts';

export interface Face {
  name: 'REST' | 'GraphQL' | 'MCP';
  call: Call;
}

/** The three faces of a service, for one key. */
export function facesOf(url: string, key: string): Face[] {
  return [{ name: 'REST', call: restCall(url, key) }, graphqlFace(url, key), mcpFace(url, key)];
}

let catalogue: Catalogue | undefined;

/** Whether a tool returns all fields only with `detail: 'full'`. */
export function takesDetail(name: string): boolean {
  catalogue ??= new Catalogue(
    schema,
    operations.map((operation) => prepareOperation(schema, operation)),
  );
  return catalogue.find(name, {})?.lean.hasMore ?? false;
}

/** Whether MCP has a tool for a field. */
export function hasTool(field: string): boolean {
  return operations.some((one) => one.answer === field && one.tool && !one.stream);
}

export function hasRest(field: string): boolean {
  return operations.some((one) => one.answer === field && one.rest && !one.stream);
}

/** Executes a document; throws its first error. */
export async function graphql(
  url: string,
  key: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Json> {
  const { json } = await http(url, key, 'POST', '/graphql', { query, variables });
  if (json.errors) throw new Refused({ message: json.errors[0].message, ...json.errors[0].extensions });
  return json.data;
}

function graphqlFace(url: string, key: string): Face {
  return {
    name: 'GraphQL',
    async call(field, input = {}) {
      const operation = operationFor(field, (one) => one.document);
      const data = await graphql(
        url,
        key,
        print(operation.document),
        operation.variables ? operation.variables(input) : input,
      );
      return data[field]?.nodes ?? data[field];
    },
  };
}

/** Calls a tool over JSON-RPC; throws its error. */
export async function tool(url: string, key: string, name: string, args: Record<string, unknown>): Promise<Json> {
  const { text } = await http(
    url,
    key,
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    { accept: 'application/json, text/event-stream' },
  );
  const message = parsed(text) ?? parsed(text.slice(text.indexOf('data: ') + 6));
  if (message.error) throw new Error(JSON.stringify(message.error));
  if (message.result.isError) throw new Refused(JSON.parse(message.result.content[0].text).error);
  return message.result;
}

/** The prose of a result, behind the line about its source. */
export function proseIn({ content: [block] }: Json): string {
  return block.text.slice(block.text.indexOf('\n\n') + 2);
}

/** The arguments of the tool of an operation, from its variables. */
export function toolArguments({ answer, body }: Operation, input: Record<string, unknown>): Record<string, unknown> {
  const { [body?.[0] ?? '']: sent, ...rest } = input;
  if (answer !== 'callPreview') return { ...rest, ...((sent as object) ?? {}) };
  const [[field, { input: options, ...ids }] = ['', {}], ...others] = Object.entries(sent as Record<string, Json>);
  const named = operations.find((one) => one.answer === field && one.tool);
  return { tool: named?.tool?.name, arguments: { ...rest, ...ids, ...options }, ...Object.fromEntries(others) };
}

function mcpFace(url: string, key: string): Face {
  return {
    name: 'MCP',
    async call(field, input = {}) {
      const operation = operationFor(field, (one) => one.tool);
      const name = operation.tool?.name ?? '';
      const detail = takesDetail(name) ? { detail: 'full' } : {};
      const result = await tool(url, key, name, { ...toolArguments(operation, input), ...detail });
      return result.structuredContent ? result.structuredContent.data : proseIn(result);
    },
  };
}

export const faceNames = ['REST', 'GraphQL', 'MCP'] as const;

/** The faces that offer every one of these fields. */
export function facesWith(...fields: string[]): Face['name'][] {
  const unknown = fields.filter((field) => !operations.some(({ answer }) => answer === field));
  if (unknown.length) throw new Error(`No operation answers ${unknown}`);
  const offers = { REST: hasRest, GraphQL: () => true, MCP: hasTool };
  return faceNames.filter((name) => fields.every((field) => offers[name](field)));
}

/** A service for one test file, with a key of a new account. */
export function ownService(
  env: Record<string, string> | (() => Promise<Record<string, string>>) = {},
  target?: () => Promise<TestDatabase>,
) {
  let service: TestService | undefined;
  let key = '';
  beforeAll(async () => {
    service = await startService(typeof env === 'function' ? await env() : env, await target?.());
    key = await service.newKey();
  });
  afterAll(() => service?.close());
  const running = (): TestService => {
    if (!service) throw new Error('The service has not been started yet.');
    return service;
  };
  /** Calls through one face, with the key of this file or another one. */
  const face =
    (name: Face['name'], other?: string): Call =>
    (field, input) => {
      const found = facesOf(running().url, other ?? key).find((one) => one.name === name);
      return found?.call(field, input) ?? Promise.reject(new Error(name));
    };
  return {
    face,
    running,
    key: () => key,
    url: () => running().url,
    http: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      http(running().url, key, method, path, body, headers),
    graphql: (query: string, variables?: Record<string, unknown>) => graphql(running().url, key, query, variables),
    tool: (name: string, args: Record<string, unknown>) => tool(running().url, key, name, args),
    newBook: async (fields: object = {}): Promise<string> =>
      (await face('REST')('createBook', { input: { premise, ...fields } })).id,
    newCharacter: async (bookId: string, name: string): Promise<string> =>
      (await face('REST')('createCharacter', { bookId, input: { name } })).id,
    newChapter: async (bookId: string, fields: object = {}): Promise<string> =>
      (await face('REST')('createChapter', { bookId, input: fields })).id,
  };
}

/** The error of a call; fails if the call succeeds. */
export async function refusal(work: Promise<unknown>): Promise<Refused> {
  const outcome = await work.then(
    () => new Error('The call succeeded.'),
    (error: unknown) => error,
  );
  if (outcome instanceof Refused) return outcome;
  throw outcome;
}

/** The fields that `invalid_request` names, without the argument name that GraphQL puts before them. */
export async function faultsOf(work: Promise<unknown>): Promise<string[]> {
  const { code, body } = await refusal(work);
  expect(code).toBe('invalid_request');
  expect(body.request_id).toMatch(/^req_/);
  return (body.issues as { path: string }[]).map(({ path }) => path.replace(/^(input|patch|move)\./, ''));
}

/** Sends bytes to the service's socket unchanged and returns the response. */
export async function rawHttp(url: string, ...pieces: (string | Buffer)[]) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  // The service may refuse and close before everything is sent.
  socket.on('error', () => {});
  socket.setEncoding('utf8');
  for (const piece of pieces) socket.write(piece);
  let answer = '';
  // After the last chunk of an event stream the socket stays open.
  for await (const piece of socket) {
    answer += piece;
    if (answer.endsWith('\r\n0\r\n\r\n')) break;
  }
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => [field.split(':', 1)[0] ?? '', field.slice(field.indexOf(':') + 1).trim()]),
  );
  return { status: Number(line.split(' ')[1]), headers, json: parsed(rest.join('\r\n\r\n')) };
}
