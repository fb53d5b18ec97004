import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { errorBody, ServiceError, statusOf } from '../errors.ts';
import { logFault, toServiceError } from '../graphql/service-error.ts';
import type { RateLimitState } from '../limits/rate-limit.ts';
import type { RequestClient } from './connections.ts';
import { drainRequest } from './drain.ts';
import { meantPath } from './path.ts';
import { pieceBytes, writePieces } from './write.ts';

/** One request and its response. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  /** As meant (path.ts), percent-encoded. */
  path: string;
  query: URLSearchParams;
  requestId: string;
  /** Aborted if the caller disconnects before the response is finished. */
  signal: AbortSignal;
  /** The client that the response counts for. */
  client: RequestClient;
  /** States of the limits that the request drew on, by name. */
  limits: Map<string, RateLimitState>;
  /** Further parameters of `WWW-Authenticate`. */
  challenge?: string | undefined;
  /** Name of the GraphQL operation or MCP tool that was called, for the log. */
  operation?: string | undefined;
}

export function newExchange(req: IncomingMessage, res: ServerResponse, client: RequestClient): Exchange {
  // A target may include a host (RFC 9112, 3.2.2), which is ignored.
  const target = (req.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const cut = target.indexOf('?');
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  const requestId = newRequestId();
  res.setHeader('x-request-id', requestId);
  const method = req.method ?? 'GET';
  return {
    req,
    res,
    method,
    path: meantPath(method, cut < 0 ? target : target.slice(0, cut)),
    query: new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1)),
    requestId,
    signal: gone.signal,
    client,
    limits: new Map(),
  };
}

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** Throws `method_not_allowed` with `Allow` unless the method is allowed. */
export function requireMethod({ method, path, res }: Exchange, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  res.setHeader('allow', allowed.join(', '));
  throw new ServiceError('method_not_allowed', `${path} takes ${allowed.join(', ')}.`);
}

/**
 * Sends a response. A refusal may precede the end of the request; then the connection lingers so that the caller can read
 * it. A large body counts for the client until it is sent, unless all readers share it.
 */
export function send(
  { req, res, method, client }: Exchange,
  status: number,
  body: string | Buffer,
  type: string,
  headers: Record<string, string> = {},
  isShared = false,
): void {
  // A long text is encoded once.
  const sent = typeof body === 'string' && body.length > pieceBytes ? Buffer.from(body) : body;
  const length = Buffer.byteLength(sent);
  const all = { 'content-type': type, 'content-length': length, ...headers };
  const content = method === 'HEAD' ? '' : sent;
  if (typeof content !== 'string' && content.length > pieceBytes) {
    const release = isShared ? () => {} : client.hold(length);
    res.writeHead(status, all);
    void writePieces(res, content)
      .then(() => res.end())
      .finally(release);
    return;
  }
  if (status < 400 || req.complete) {
    res.writeHead(status, all).end(content);
    return;
  }
  res.writeHead(status, { ...all, connection: 'close' }).flushHeaders();
  if (content) res.write(content);
  void drainRequest(req).then(() => res.end());
}

export function sendJson(
  exchange: Exchange,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  sendJsonText(exchange, status, JSON.stringify(body), headers);
}

/** The same for JSON text. */
export function sendJsonText(
  exchange: Exchange,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  send(exchange, status, text, 'application/json; charset=utf-8', { 'cache-control': 'no-store', ...headers });
}

/** Answers an error in the shape of contract 8. A defect is logged; the caller learns only the request id. */
export function sendError(exchange: Exchange, thrown: unknown, log: Logger): void {
  const error = toServiceError(thrown);
  logFault(log, thrown, error, exchange.requestId);
  if (exchange.res.headersSent) {
    // Bytes sent so far arrive; the missing end tells the client that the answer is incomplete.
    exchange.res.socket?.end();
    return;
  }
  sendJson(exchange, statusOf[error.code], errorBody(error, exchange.requestId), headersOf(error, exchange.challenge));
}

/** Headers of an error (contract 8). */
export function headersOf(error: ServiceError, challenge?: string): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.details.retry_after) headers['retry-after'] = String(error.details.retry_after);
  const named = challengeOf(error);
  if (named) headers['www-authenticate'] = `Bearer ${[...named, ...(challenge ? [challenge] : [])].join(', ')}`.trim();
  return headers;
}

/** Parameters of the challenge for an error (RFC 6750, 3). Bounds of a key are not scopes. */
function challengeOf({ code, details: { required_scope: scope } }: ServiceError): string[] | undefined {
  if (code === 'unauthenticated') return [];
  if (code === 'invalid_token') return ['error="invalid_token"'];
  if (code !== 'insufficient_scope') return undefined;
  return ['error="insufficient_scope"', ...(scope === undefined ? [] : [`scope="${scope}"`])];
}
