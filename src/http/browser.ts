import type { Config } from '../config.ts';
import { ServiceError } from '../errors.ts';
import type { Exchange } from './exchange.ts';

const corsPaths = /^\/(v1|graphql|mcp|\.well-known|register|authorize|token)(\/|$)/;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** CORS for the configured origins, never with credentials (contract 10). True if a preflight was answered. */
export function allowBrowser({ req, res, path, method }: Exchange, allowed: readonly string[]): boolean {
  if (!corsPaths.test(path)) return false;
  const { origin } = req.headers;
  const isAllowed = origin !== undefined && allowed.includes(origin);
  if (allowed.length > 0) res.setHeader('vary', 'origin');
  if (isAllowed) {
    res.setHeader('access-control-allow-origin', origin);
    res.setHeader(
      'access-control-expose-headers',
      'etag, retry-after, idempotency-replayed, ratelimit, ratelimit-policy, x-request-id, x-run-id, x-chapter-id, x-offset',
    );
  }
  if (method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) return false;
  if (isAllowed) {
    res.setHeader('access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE');
    res.setHeader(
      'access-control-allow-headers',
      'authorization, content-type, accept, idempotency-key, if-match, if-none-match, last-event-id, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
    );
    res.setHeader('access-control-max-age', '600');
  }
  res.writeHead(204).end();
  return true;
}

/** Prevents DNS rebinding: a page of another site must not reach a local server through a host name of its own. */
export function refuseRebinding({ req }: Exchange, { host, allowedOrigins }: Config, publicUrl: string): void {
  const hosts = new Set([...loopback, host, new URL(publicUrl).hostname]);
  if (!hosts.has(hostOf(`http://${req.headers.host ?? ''}`))) throw refusal();
  const { origin } = req.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return;
  if (!hosts.has(hostOf(origin))) throw refusal();
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}

function refusal(): ServiceError {
  return new ServiceError(
    'forbidden_origin',
    'Requests from this origin or by this host name are not accepted here. The operator can add the origin to ALLOWED_ORIGINS.',
  );
}
