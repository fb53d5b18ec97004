import { once } from 'node:events';
import { connect } from 'node:net';
import { print } from 'graphql';
import { afterAll, beforeAll, expect } from 'vitest';
import { lineOf } from '../../src/adapters/faces.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import type { TestDatabase } from './database.setup.ts';
import { onePixel } from './pictures.ts';
import { startService, type TestService } from './service.ts';

/** A refusal as a caller sees it, the same whatever the face. */
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

/** Calls an operation by the name of its GraphQL field and answers its `data`, or throws Refused. */
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

/** Where a field has several routes, the one whose path takes most of what is given. */
function routeFor(field: string, input: Record<string, unknown>): Operation {
  const parametersOf = ({ rest = '' }: Operation) => lineOf(rest).parameters;
  const isFilled = (one: Operation) => parametersOf(one).every((name) => input[name] !== undefined);
  const routes = operations.filter((one) => one.answer === field && !one.stream && one.rest && isFilled(one));
  const [route] = routes.sort((one, other) => parametersOf(other).length - parametersOf(one).length);
  return route ?? operationFor(field, (one) => one.rest);
}

/** Whether agents have a tool for it. */
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
      const { method, path, parameters, status } = lineOf(rest);
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
      // What is accepted may be done by the time of the answer.
      expect(status === 202 ? [200, 202] : [status]).toContain(answer.status);
      return file ? linkIn(answer.headers) : answer.json.data;
    },
  };
}

/** What the other faces say of a file that this one serves. */
function linkIn(headers: Headers): Json {
  const [, name = ''] = /filename\*=UTF-8''(.*)$/.exec(headers.get('content-disposition') ?? '') ?? [];
  return {
    fileName: decodeURIComponent(name),
    mediaType: headers.get('content-type'),
    sizeBytes: Number(headers.get('content-length')),
    sha256: headers.get('etag')?.slice(1, -1),
  };
}

/** Runs any document; throws the first error. */
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
      return data[field].nodes ?? data[field];
    },
  };
}

/** Calls a tool over plain JSON-RPC; throws what the tool refused. */
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
      const { [body?.[0] ?? '']: sent, ...rest } = input;
      const result = await tool(url, key, entry?.name ?? '', { ...rest, ...((sent as object) ?? {}) });
      return result.structuredContent ? result.structuredContent.data : result.content[0].text;
    },
  };
}

export const faceNames = ['REST', 'GraphQL', 'MCP'] as const;

/** The faces that offer every one of these fields. */
export function facesWith(...fields: string[]): Face['name'][] {
  const offers = { REST: hasRest, GraphQL: () => true, MCP: hasTool };
  return faceNames.filter((name) => fields.every((field) => offers[name](field)));
}

/** Books of a test begin with this. */
export const premise = 'A lighthouse keeper and a storm.';

/** A service that runs for the length of a test file, and a key of an account of its own. */
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
  /** Calls through one face, by the file's key or another one. */
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

/** What a call was refused with; fails when it was not. */
export async function refusal(work: Promise<unknown>): Promise<Refused> {
  const outcome = await work.then(
    () => new Error('It was accepted.'),
    (error: unknown) => error,
  );
  if (outcome instanceof Refused) return outcome;
  throw outcome;
}

/** The fields that `invalid_request` names, without the argument around them that only GraphQL has. */
export async function faultsOf(work: Promise<unknown>): Promise<string[]> {
  const { code, body } = await refusal(work);
  expect(code).toBe('invalid_request');
  expect(body.request_id).toMatch(/^req_/);
  return (body.issues as { path: string }[]).map(({ path }) => path.replace(/^(input|patch|move)\./, ''));
}

/** Bytes to the service's socket as they are, and what comes back. */
export async function rawHttp(url: string, ...pieces: (string | Buffer)[]) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  // A refusal may come, and the other side hang up, before all has been sent.
  socket.on('error', () => {});
  socket.setEncoding('utf8');
  for (const piece of pieces) socket.write(piece);
  let answer = '';
  // An event stream says that it is over, but keeps its socket.
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

/** A body that each operation takes, by the name of its field. */
const samples: Record<string, Record<string, unknown>> = {
  createBook: { premise },
  bookExport: { format: 'text' },
  importBook: { format: 'markdown', content: '# Landfall\n\nRain.\n' },
  updateBook: { title: 'Storm' },
  publishBook: { publish: false },
  createChapter: { title: 'One' },
  updateChapter: { content: 'Rain.' },
  narrateBook: {},
  moveChapter: { order: 1 },
  reorderChapters: {},
  splitChapter: { at: 20 },
  mergeChapters: {},
  createCharacter: { name: 'Emma' },
  updateCharacter: { name: 'Emily' },
  addConflict: { kind: 'goal', description: 'Both want the light.' },
  updateConflict: { intensity: 5 },
  updatePlan: { themeStatement: 'Light is owed.' },
  addMoodReference: { kind: 'music', title: 'Rain' },
  updateMoodReference: { title: 'Fog' },
  waiveFinding: { reason: 'Meant so.' },
  writeChapter: {},
  narrateChapter: {},
  rewriteChapter: { directive: 'Let it rain.' },
  createToken: { scopes: ['books:read'] },
  generateOutline: { replaceWritten: true },
  generateOutlineVariants: { count: 1 },
  gradeOutline: {},
  adoptOutlineVariant: { replaceWritten: true },
  generateCovers: {},
  addCover: { base64: onePixel },
};

/** The options that an operation requires, by the name of its field. */
const questions: Record<string, Record<string, string>> = {
  searchBook: { q: 'rain' },
  searchBooks: { q: 'rain' },
  bookPicture: { picture: 'conflicts' },
};

export interface Ids {
  [parameter: string]: string;
}

/** Everything that an operation needs on a face: a valid body and, for what it asks, these ids. */
export function sampleOf(operation: Operation, ids: Ids): Record<string, unknown> {
  const { body, answer, options } = operation;
  const required = Object.entries(questions[answer] ?? {}).filter(([name]) => name in (options?.shape ?? {}));
  const inDocument = [...print(operation.document).matchAll(/\$(\w+Id): ID!/g)].map(([, name = '']) => name);
  const names = new Set([...inDocument, ...lineOf(operation.rest ?? '').parameters]);
  const asked = { ...Object.fromEntries([...names].map((name) => [name, ids[name]])), ...Object.fromEntries(required) };
  if (!body) return asked;
  const sample = samples[answer];
  if (!sample) throw new Error(`Give ${answer} a sample body.`);
  const named: Record<string, Record<string, unknown>> = {
    addConflict: { fromCharacterId: ids.characterId, toCharacterId: ids.otherId },
    waiveFinding: { findingId: ids.findingId },
    reorderChapters: { chapterIds: [ids.nextChapterId, ids.chapterId] },
  };
  return { ...asked, [body[0]]: { ...sample, ...named[answer] } };
}
