import { once } from 'node:events';
import { connect } from 'node:net';
import { print } from 'graphql';
import { afterAll, beforeAll, expect } from 'vitest';
import { parseRoute } from '../../src/faces/faces.ts';
import { Catalogue } from '../../src/faces/mcp/catalogue.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';
import { premise } from '../registers/book.ts';
import type { TestDatabase } from './database.setup.ts';
import { startService, type TestService } from './service.ts';

export { premise } from '../registers/book.ts';
export type { Ids } from '../registers/register.ts';
export { sampleOf } from '../registers/sample.ts';

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

export interface Face {
  name: 'REST' | 'GraphQL' | 'MCP';
  call: Call;
}

/** The three faces of a service, for one key. */
export function facesOf(url: string, key: string): Face[] {
  return [restFace(url, key), graphqlFace(url, key), mcpFace(url, key)];
}

function operationFor(field: string, has: (operation: Operation) => unknown): Operation {
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

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function restFace(url: string, key: string): Face {
  return {
    name: 'REST',
    async call(field, input = {}) {
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
    },
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

function mcpFace(url: string, key: string): Face {
  return {
    name: 'MCP',
    async call(field, input = {}) {
      const { tool: entry, body } = operationFor(field, (one) => one.tool);
      const detail = takesDetail(entry?.name ?? '') ? { detail: 'full' } : {};
      const { [body?.[0] ?? '']: sent, ...rest } = input;
      const result = await tool(url, key, entry?.name ?? '', { ...rest, ...((sent as object) ?? {}), ...detail });
      // The first item names the source of the prose.
      return result.structuredContent ? result.structuredContent.data : result.content[1].text;
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
