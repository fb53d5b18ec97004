import type { IncomingMessage } from 'node:http';
import FindMyWay from 'find-my-way';
import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { idempotencyKey } from '../domain/shapes.ts';
import { invalidRequest, ServiceError } from '../errors.ts';
import { requireScope } from '../graphql/builder.ts';
import { type Caller, type Note, newContext, type Services } from '../graphql/context.ts';
import { type Prepared, withCurrent } from '../graphql/execute.ts';
import { parse } from '../graphql/issues.ts';
import { readBody, readJson } from '../http/body.ts';
import { alreadyHas } from '../http/conditional.ts';
import { type Exchange, requireMethod, sendJson } from '../http/exchange.ts';
import { valuesOf } from '../http/header.ts';
import { noteFor } from '../http/rate-headers.ts';
import {
  answerOf,
  lineOf,
  noOptions,
  sentBackMembers,
  unpage,
  type Values,
  variablesOf,
  withoutHidden,
  withoutReadOnly,
} from './faces.ts';
import { sendFile } from './file.ts';
import { sendProgress, wantsEvents } from './progress.ts';
import { markReplay, sendStream, unlessFailed } from './stream.ts';

interface Route {
  prepared: Prepared;
  status: number;
  options: z.ZodObject;
  readOnly: ReadonlySet<string>;
  /** What its answer is, as the last event of a stream of progress is called. */
  answerName: string;
}

/** Counts a request against the caller's general limit, or throws `rate_limited`. */
export type Count = (caller: Caller, note: Note) => void;

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

/** /v1: every operation with a REST line, found by method and path and run in this process. */
export function restFace(schema: GraphQLSchema, operations: readonly Prepared[], services: Services, count: Count) {
  const router = FindMyWay({ caseSensitive: true, maxParamLength: 1000 });
  const routes: string[] = [];
  for (const prepared of operations) {
    if (!prepared.operation.rest) continue;
    const line = lineOf(prepared.operation.rest);
    const route: Route = {
      prepared,
      status: line.status,
      options: prepared.operation.options ?? noOptions,
      readOnly: sentBackMembers(schema, operations, prepared),
      answerName: answerOf(schema, prepared.operation.document).typeName.toLowerCase(),
    };
    routes.push(`${line.method} ${line.path}`);
    router.on(line.method as 'GET', line.path.replace(/\{(\w+)\}/g, ':$1'), () => {}, route);
  }

  function find(method: string, path: string) {
    try {
      const found = router.find(method as 'GET', path);
      return found?.store ? { route: found.store as Route, parameters: found.params } : undefined;
    } catch {
      // Malformed percent-encoding names nothing that exists.
      return undefined;
    }
  }

  return async function serve(exchange: Exchange, caller: Caller): Promise<void> {
    const note = noteFor(exchange);
    const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
    if (exchange.path === '/v1' && method === 'GET') {
      count(caller, note);
      return sendJson(exchange, 200, { data: routes });
    }
    const found = find(method, exchange.path);
    if (!found) {
      count(caller, note);
      return refuseRoute(
        exchange,
        methods.filter((other) => (exchange.path === '/v1' ? other === 'GET' : find(other, exchange.path))),
      );
    }
    const { route, parameters } = found;
    const { prepared } = route;
    if (prepared.scope) requireScope(caller, prepared.scope);
    count(caller, note);
    if (prepared.bucket) await services.charge(prepared.bucket, caller, note);
    const variables = await variablesFrom(exchange, route, parameters);
    const charged = prepared.bucket ? [prepared.bucket] : [];
    const another = () => newContext(services, caller, exchange.signal, { charged, note });
    const context = another();
    if (prepared.operation.stream) return sendStream(exchange, prepared, variables, context);
    if (prepared.operation.file) return sendFile(exchange, prepared, variables, context);
    if (prepared.operation.reports && wantsEvents(exchange))
      return sendProgress(exchange, context, route.answerName, async (reporting) => {
        const answer = await prepared.run(variables, reporting);
        // What was done before has nothing to report, so that its headers are still to come.
        if (!exchange.res.headersSent) markReplay(exchange, reporting);
        return withoutHidden(unpage(answer).data, prepared.operation.hidden?.rest);
      });
    const answer = await prepared.run(variables, context).catch(async (error: unknown) => {
      throw await withCurrent(error, operations, another());
    });
    markReplay(exchange, context);
    if (!prepared.operation.startsRun) return sendAnswer(exchange, route, answer);
    const { state } = unlessFailed(answer);
    sendAnswer(exchange, { ...route, status: state === 'running' ? route.status : 200 }, answer);
  };
}

/** Nothing is there, or nothing that takes this method. */
function refuseRoute(exchange: Exchange, allowed: string[]): void {
  if (allowed.length === 0) throw new ServiceError('not_found', 'No such route. GET /v1 lists them all.');
  requireMethod(
    exchange,
    allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  );
}

async function variablesFrom(
  exchange: Exchange,
  { prepared, options, readOnly }: Route,
  parameters: Record<string, string | undefined>,
): Promise<Values> {
  const { body, reads } = prepared.operation;
  const sent = body ? await (reads ? readBody(exchange, reads) : readJson(exchange)) : undefined;
  const gathered: Values = { ...parameters, ...parse(options, queryValues(exchange.query, options)) };
  if (prepared.variables.has('expectedVersion'))
    Object.assign(gathered, expectedVersionOf(exchange.req.headers['if-match']));
  if (prepared.variables.has('idempotencyKey')) Object.assign(gathered, idempotencyKeyOf(exchange.req));
  if (!body) return variablesOf(prepared, gathered, undefined);
  // A POST without a body asks for nothing in particular; a PATCH without one is a mistake.
  const given = sent === undefined && exchange.method === 'POST' ? {} : withoutReadOnly(sent, readOnly);
  return variablesOf(prepared, gathered, parse(body[1], given));
}

/** Query text as the values that the options ask for; a parameter given twice is a list. */
function queryValues(query: URLSearchParams, options: z.ZodObject): Values {
  // Without a prototype, so that `?__proto__=` is an unknown parameter like any other.
  const values: Values = Object.create(null);
  for (const key of new Set(query.keys())) {
    const texts = query.getAll(key);
    values[key] = texts.length > 1 ? texts : queryValue(texts[0] ?? '', options.shape[key]);
  }
  return values;
}

function queryValue(text: string, shape: z.core.$ZodType | undefined): unknown {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault) return queryValue(text, shape.unwrap());
  if (shape instanceof z.ZodNumber) return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (shape instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text;
  if (shape instanceof z.ZodArray) return [queryValue(text, shape.element)];
  return text;
}

function expectedVersionOf(ifMatch: string | undefined): { expectedVersion?: number } {
  if (ifMatch === undefined || ifMatch === '*') return {};
  const version = /^(?:W\/)?"(\d{1,9})(?:\.\w+)?"$/.exec(ifMatch)?.[1];
  if (!version)
    throw invalidRequest([
      { path: 'If-Match', message: 'must be one ETag as an answer of ours carried it, such as "3".' },
    ]);
  return { expectedVersion: Number(version) };
}

function idempotencyKeyOf(req: IncomingMessage): { idempotencyKey?: string } {
  const given = valuesOf(req, 'idempotency-key');
  if (given.length === 0) return {};
  const path = 'Idempotency-Key';
  if (given.length > 1) throw invalidRequest([{ path, message: 'is there more than once. Send one key.' }]);
  return { idempotencyKey: parse(z.object({ [path]: idempotencyKey }), { [path]: given[0] })[path] ?? '' };
}

function sendAnswer(exchange: Exchange, { prepared, status }: Route, answer: unknown): void {
  const { hidden, etag, revalidates } = prepared.operation;
  const headers: Record<string, string> = {};
  const tag = entityTag(answer, etag);
  if (tag) {
    headers.etag = tag;
    if (prepared.kind === 'query' && revalidates !== false && alreadyHas(exchange, tag)) {
      exchange.res.writeHead(304, headers).end();
      return;
    }
  }
  const { data, ...rest } = unpage(answer);
  sendJson(exchange, status, { data: withoutHidden(data, hidden?.rest), ...rest }, headers);
}

function entityTag(answer: unknown, own: ((answer: Values) => string | undefined) | undefined): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('version' in answer)) return undefined;
  const tag = own ? own(answer as Values) : String(answer.version);
  return tag === undefined ? undefined : `"${tag}"`;
}
