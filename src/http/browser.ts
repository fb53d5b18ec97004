import { invalidRequest } from '../errors.ts';
import type { Exchange } from './exchange.ts';

const corsPaths = /^\/(v1|graphql|mcp|\.well-known|register|authorize|token)(\/|$)/;
/** Request headers of the service. */
const ourHeaders =
  'authorization, content-type, accept, idempotency-key, if-match, if-none-match, last-event-id, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id'.split(
    ', ',
  );
/** Headers with secrets that the service does not take. */
const secret: ReadonlySet<string> = new Set(['cookie', 'cookie2', 'proxy-authorization', 'set-cookie']);
/** Requested headers that are echoed (ours). Tracing and client libraries add a few. */
const requestedMax = 100;

/** CORS for the configured origins, never with credentials (contract 10). True if a preflight was answered. */
export function allowBrowser({ req, res, path, method }: Exchange, allowed: readonly string[]): boolean {
  if (!corsPaths.test(path)) return false;
  const { origin } = req.headers;
  const isAllowed = origin !== undefined && allowed.includes(origin);
  const isPreflight = method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;
  if (allowed.length > 0) res.setHeader('vary', isPreflight ? 'origin, access-control-request-headers' : 'origin');
  if (isAllowed) {
    res.setHeader('access-control-allow-origin', origin);
    res.setHeader(
      'access-control-expose-headers',
      'etag, retry-after, www-authenticate, idempotency-replayed, ratelimit, ratelimit-policy, x-request-id, x-run-id, x-chapter-id, x-offset',
    );
  }
  if (!isPreflight) return false;
  if (isAllowed) {
    res.setHeader('access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE');
    const allowedHeaders = new Set([...ourHeaders, ...requestedHeaders(req.headers['access-control-request-headers'])]);
    res.setHeader('access-control-allow-headers', [...allowedHeaders].join(', '));
    res.setHeader('access-control-max-age', '600');
  }
  res.writeHead(204).end();
  return true;
}

/** The headers in a preflight that are names of headers (RFC 9110, 5.1). The service ignores those that it does not know. */
function requestedHeaders(requested = ''): string[] {
  const names = requested.split(',', requestedMax).map((name) => name.trim().toLowerCase());
  return names.filter((name) => /^[!#$%&'*+.^_`|~a-z0-9-]{1,100}$/.test(name) && !secret.has(name));
}

/** Throws `invalid_request` for a WebSocket: subscriptions are sent as events. */
export function refuseWebSocket({ req }: Exchange): void {
  if (req.headers.upgrade?.toLowerCase() !== 'websocket') return;
  const message =
    'cannot be websocket. Subscribe over Server-Sent Events: POST /graphql with Accept: text/event-stream.';
  throw invalidRequest([{ path: 'Upgrade', message }]);
}
