import type { IncomingMessage } from 'node:http';
import FindMyWay from 'find-my-way';
import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { expectedVersion, idempotencyKey } from '../../domain/shapes.ts';
import { invalidRequest, ServiceError } from '../../errors.ts';
import { newContext } from '../../graphql/context.ts';
import { type PreparedOperation, withCurrent } from '../../graphql/execute.ts';
import { parse } from '../../graphql/issues.ts';
import { permit } from '../../graphql/permit.ts';
import type { Services } from '../../graphql/services.ts';
import { readBody, readJson, requireNoBody } from '../../http/body.ts';
import { matchesEtag, unmarked } from '../../http/conditional.ts';
import { type Exchange, requireMethod, sendJson } from '../../http/exchange.ts';
import { headerValues } from '../../http/header.ts';
import { hasEmptySegment } from '../../http/path.ts';
import type { Face } from '../door.ts';
import {
  answerOf,
  noOptions,
  parseRoute,
  sentBackMembers,
  unpage,
  type Values,
  variablesOf,
  withoutHidden,
  withoutReadOnly,
} from '../faces.ts';
import { type Mask, maskOf } from '../masked.ts';
import { previewOption } from '../preview.ts';
import { sendFile } from './file.ts';
import { sendProgress, wantsEvents } from './progress.ts';
import { markReplay, runUnlessFailed, sendStream } from './stream.ts';

interface Route {
  prepared: PreparedOperation;
  status: number;
  options: z.ZodObject;
  readOnly: ReadonlySet<string>;
  mask: Mask;
  /** The route with `?preview=true`. */
  preview: Route | undefined;
  /** Event name of the answer in a stream of progress. */
  answerName: string;
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

/** Serves /v1: finds the operation by method and path, checks the request, and runs the operation. */
export function restFace(schema: GraphQLSchema, operations: readonly PreparedOperation[], services: Services): Face {
  const router = FindMyWay({ caseSensitive: true, maxParamLength: 1000 });
  const routes: string[] = [];
  for (const prepared of operations) {
    if (!prepared.operation.rest) continue;
    const line = parseRoute(prepared.operation.rest);
    const route = routeFor(prepared);
    routes.push(`${line.method} ${line.path}`);
    router.on(line.method as 'GET', line.path.replace(/\{(\w+)\}/g, ':$1'), () => {}, route);
  }

  function routeFor(prepared: PreparedOperation): Route {
    const { rest = '', options, document } = prepared.operation;
    return {
      prepared,
      status: parseRoute(rest).status,
      options: options ?? noOptions,
      readOnly: sentBackMembers(schema, operations, prepared),
      mask: maskOf(schema, prepared),
      preview: prepared.preview && routeFor(prepared.preview),
      answerName: answerOf(schema, document).typeName.toLowerCase(),
    };
  }

  function find(method: string, path: string) {
    if (hasEmptySegment(path)) return undefined;
    try {
      const found = router.find(method as 'GET', path);
      return found?.store ? { route: found.store as Route, parameters: found.params } : undefined;
    } catch {
      // Malformed percent-encoding matches no route.
      return undefined;
    }
  }

  return async function serve(exchange, { caller, reportLimit, count }) {
    const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
    if (exchange.path === '/v1' && method === 'GET') {
      count();
      await requireNoBody(exchange);
      return sendJson(exchange, 200, { data: routes });
    }
    const found = find(method, exchange.path);
    if (!found) {
      count();
      return refuseRoute(
        exchange,
        methods.filter((other) => (exchange.path === '/v1' ? other === 'GET' : find(other, exchange.path))),
      );
    }
    const route = routeAsked(found.route, exchange.query);
    const { prepared } = route;
    permit(caller, prepared);
    count();
    if (prepared.bucket) await services.charge(prepared.bucket, caller, reportLimit);
    const { variables, sent } = await readRequest(exchange, route, found.parameters);
    const charged = prepared.bucket ? [prepared.bucket] : [];
    const freshContext = () => newContext(services, caller, exchange.signal, { charged, reportLimit });
    const context = freshContext();
    if (prepared.operation.stream) return sendStream(exchange, prepared, variables, context);
    if (prepared.operation.file) return sendFile(exchange, prepared, variables, context);
    if (prepared.operation.reports && wantsEvents(exchange))
      return sendProgress(exchange, context, route.answerName, async (reporting) => {
        const answer = await prepared.run(variables, reporting);
        // A replayed answer reports no progress, so its headers are not sent yet.
        if (!exchange.res.headersSent) markReplay(exchange, reporting);
        return withoutHidden(
          route.mask.apply(unpage(answer).data, caller.scopes, sent),
          prepared.operation.hidden?.rest,
        );
      });
    const answer = await prepared.run(variables, context).catch(async (error: unknown) => {
      throw await withCurrent(error, operations, freshContext());
    });
    markReplay(exchange, context);
    const mask = (unmasked: unknown) => route.mask.apply(unmasked, caller.scopes, sent);
    if (!prepared.operation.startsRun) return sendAnswer(exchange, route, answer, mask);
    const { state } = runUnlessFailed(answer);
    sendAnswer(exchange, { ...route, status: state === 'running' ? route.status : 200 }, answer, mask);
  };
}

/** The route or, with `?preview=true`, that of its preview. Takes the parameter out of the query. */
function routeAsked(route: Route, query: URLSearchParams): Route {
  if (!route.preview || !query.has('preview')) return route;
  const asked = new URLSearchParams(query.getAll('preview').map((value) => ['preview', value]));
  query.delete('preview');
  return parse(previewOption, queryValues(asked, previewOption)).preview ? route.preview : route;
}

/** 404 for an unknown path, 405 for a wrong method. */
function refuseRoute(exchange: Exchange, allowed: string[]): void {
  if (allowed.length === 0) throw new ServiceError('not_found', 'No such route. GET /v1 lists all routes.');
  requireMethod(
    exchange,
    allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  );
}

/** Reads and validates a request. `sent` names its parameters and the members of its body, without default values. */
async function readRequest(
  exchange: Exchange,
  { prepared, options, readOnly }: Route,
  parameters: Record<string, string | undefined>,
): Promise<{ variables: Values; sent: ReadonlySet<string> }> {
  const { body, reads } = prepared.operation;
  const read = body ? await (reads ? readBody(exchange, reads) : readJson(exchange)) : await requireNoBody(exchange);
  const gathered: Values = { ...parameters, ...parse(options, queryValues(exchange.query, options)) };
  if (prepared.variables.has('expectedVersion'))
    Object.assign(gathered, expectedVersionOf(exchange.req.headers['if-match']));
  if (prepared.variables.has('idempotencyKey')) Object.assign(gathered, idempotencyKeyOf(exchange.req));
  if (!body) return { variables: variablesOf(prepared, gathered, undefined), sent: new Set(Object.keys(gathered)) };
  // A POST without a body uses the defaults; a PATCH without one is an error.
  const members = read === undefined && exchange.method === 'POST' ? {} : withoutReadOnly(read, readOnly);
  const variables = variablesOf(prepared, gathered, parse(body[1], members));
  return { variables, sent: new Set([...Object.keys(gathered), ...Object.keys(Object(members))]) };
}

/** Converts the query to the types of the options. A repeated parameter becomes a list. */
function queryValues(query: URLSearchParams, options: z.ZodObject): Values {
  // Without a prototype, `?__proto__=` is an unknown parameter like any other.
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
  const version = Number(/^"([1-9]\d{0,9})(?:\.\w+)?"$/.exec(unmarked(ifMatch))?.[1]);
  if (!expectedVersion.safeParse(version).success) {
    // The version that was meant, if there is one: it works as a tag.
    const [meant = '3'] = /(?<![\w.])[1-9]\d{0,8}(?![\w])/.exec(ifMatch) ?? [];
    const message = `must be one ETag from an answer of this service, such as "${meant}".`;
    throw invalidRequest([{ path: 'If-Match', message }]);
  }
  return { expectedVersion: version };
}

function idempotencyKeyOf(req: IncomingMessage): { idempotencyKey?: string } {
  const given = headerValues(req, 'idempotency-key');
  if (given.length === 0) return {};
  const path = 'Idempotency-Key';
  if (given.length > 1) throw invalidRequest([{ path, message: 'is sent more than once. Send one key.' }]);
  return { idempotencyKey: parse(z.object({ [path]: idempotencyKey }), { [path]: given[0] })[path] ?? '' };
}

/** Sends an answer after masking it for the caller. The ETag is that of the whole record, for the next change. */
function sendAnswer(
  exchange: Exchange,
  { prepared, status }: Route,
  answer: unknown,
  mask: (answer: unknown) => unknown,
): void {
  const { hidden, etag, revalidates } = prepared.operation;
  const headers: Record<string, string> = {};
  const visible = mask(answer);
  // Of the masked answer: a tag tells no more than its members.
  const tag = entityTag(visible, etag);
  if (tag) {
    headers.etag = tag;
    if (prepared.kind === 'query' && revalidates !== false && matchesEtag(exchange, tag)) {
      exchange.res.writeHead(304, headers).end();
      return;
    }
  }
  const { data, ...rest } = unpage(visible, prepared.operation);
  sendJson(exchange, status, { data: withoutHidden(data, hidden?.rest), ...rest }, headers);
}

function entityTag(answer: unknown, own: ((answer: Values) => string | undefined) | undefined): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('version' in answer)) return undefined;
  const tag = own ? own(answer as Values) : String(answer.version);
  return tag === undefined ? undefined : `"${tag}"`;
}
