import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { errorBody, ServiceError, statusOf } from '../errors.ts';
import type { Drawn } from '../graphql/context.ts';
import { toServiceError } from '../graphql/execute.ts';
import { restOf } from './linger.ts';

/** One request and its response. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  /** As sent, percent-encoding included. */
  path: string;
  query: URLSearchParams;
  requestId: string;
  /** Aborted when the caller goes away before the response is finished. */
  signal: AbortSignal;
  /** The limits that it drew on, by name. */
  drawn: Map<string, Drawn>;
}

export function newExchange(req: IncomingMessage, res: ServerResponse): Exchange {
  // A target may name a host (RFC 9112, 3.2.2); whatever it names, it is this one.
  const target = (req.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const cut = target.indexOf('?');
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  const requestId = newRequestId();
  res.setHeader('x-request-id', requestId);
  return {
    req,
    res,
    method: req.method ?? 'GET',
    path: cut < 0 ? target : target.slice(0, cut),
    query: new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1)),
    requestId,
    signal: gone.signal,
    drawn: new Map(),
  };
}

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** Passes a method that the path takes; throws `method_not_allowed`, with `Allow`, for any other. */
export function requireMethod({ method, path, res }: Exchange, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  res.setHeader('allow', allowed.join(', '));
  throw new ServiceError('method_not_allowed', `${path} takes ${allowed.join(', ')}.`);
}

/** A refusal may come before the request has been read; then its sender gets time to notice. */
export function send(
  { req, res, method }: Exchange,
  status: number,
  body: string | Buffer,
  type: string,
  headers: Record<string, string> = {},
): void {
  const all = { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers };
  const shown = method === 'HEAD' ? '' : body;
  if (status < 400 || req.complete) {
    res.writeHead(status, all).end(shown);
    return;
  }
  res.writeHead(status, { ...all, connection: 'close' }).flushHeaders();
  if (shown) res.write(shown);
  void restOf(req).then(() => res.end());
}

export function sendJson(
  exchange: Exchange,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  sendJsonText(exchange, status, JSON.stringify(body), headers);
}

/** The same for what is JSON already. */
export function sendJsonText(
  exchange: Exchange,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  send(exchange, status, text, 'application/json; charset=utf-8', { 'cache-control': 'no-store', ...headers });
}

/** Answers whatever was thrown in the shape of contract 8; a defect is logged with the request id, which is all the caller learns of it. */
export function sendError(exchange: Exchange, thrown: unknown, log: Logger): void {
  const error = toServiceError(thrown);
  if (error.code === 'internal') log.error({ err: thrown, requestId: exchange.requestId }, 'defect');
  if (exchange.res.headersSent) {
    // What was written still arrives; the missing end tells the client that there should have been more.
    exchange.res.socket?.end();
    return;
  }
  sendJson(exchange, statusOf[error.code], errorBody(error, exchange.requestId), headersOf(error));
}

/** The headers that go with an error (contract 8). */
export function headersOf(error: ServiceError): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.details.retry_after) headers['retry-after'] = String(error.details.retry_after);
  if (error.code === 'unauthenticated') headers['www-authenticate'] = 'Bearer';
  if (error.code === 'invalid_token') headers['www-authenticate'] = 'Bearer error="invalid_token"';
  if (error.code === 'insufficient_scope')
    headers['www-authenticate'] = `Bearer error="insufficient_scope", scope="${error.details.required_scope}"`;
  return headers;
}
