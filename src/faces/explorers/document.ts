import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { matchesEtag, tagOf } from '../../http/conditional.ts';
import { type Exchange, send } from '../../http/exchange.ts';
import { once } from '../../once.ts';

export type Page = (exchange: Exchange) => void | Promise<void>;

const zip = promisify(gzip);

/** Whether content of this media type is compressed already. */
export function isCompressed(type: string): boolean {
  return /^image\/(?:png|jpeg|webp)$/.test(type);
}

/** A smaller response fits into one packet without compression. */
const zippedBytesMin = 1_000;

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

type Content = string | Buffer;

/** Content that is ready to send. */
export interface StaticContent {
  content: Content;
  type: string;
  headers: Record<string, string>;
  zipped: () => Promise<Buffer>;
  /** Whether all readers share it for the life of the process. */
  isShared?: boolean;
}

/** Serves content that is constant for the life of the process. `make` is called on first use. */
export function staticPage(
  make: () => Content | Promise<Content>,
  type: string,
  headers: Record<string, string> = {},
): (exchange: Exchange) => Promise<void> {
  const prepared = once(async () => ({ ...staticContent(asBuffer(await make()), type, headers), isShared: true }));
  return async (exchange) => sendStatic(exchange, await prepared());
}

/** A string would be copied for each reader. */
function asBuffer(content: Content): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : content;
}

/** Adds the ETag to content. Compresses it on first use. */
export function staticContent(content: Content, type: string, headers: Record<string, string>): StaticContent {
  return {
    content,
    type,
    headers: { etag: tagOf(content), 'cache-control': 'no-cache', ...headers },
    zipped: once(() => zip(content)),
  };
}

/** Sends text generated for one request. */
export async function sendFresh(
  exchange: Exchange,
  content: string,
  { type, headers }: { type: string; headers: Record<string, string> },
): Promise<void> {
  const all = { etag: tagOf(content), 'cache-control': 'no-cache', ...headers };
  await sendStatic(exchange, { content, type, headers: all, zipped: () => zip(content) });
}

/** Sends content, compressed if the caller accepts it; 304 if `If-None-Match` names its ETag. */
export async function sendStatic(exchange: Exchange, page: StaticContent): Promise<void> {
  const { req, res } = exchange;
  const { content, type, headers, zipped, isShared } = page;
  const vary = ['accept-encoding', headers.vary].filter(Boolean).join(', ');
  const all = { ...commonHeaders, ...headers, vary };
  if (headers.etag && matchesEtag(exchange, headers.etag)) {
    res.writeHead(304, all).end();
    return;
  }
  const mayZip = content.length >= zippedBytesMin && !isCompressed(type);
  const isZipped = mayZip && /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''));
  if (isZipped) send(exchange, 200, await zipped(), type, { ...all, 'content-encoding': 'gzip' }, isShared);
  else send(exchange, 200, content, type, all, isShared);
}

/** Hash of content, 22 characters of base64url. */
export function hashOf(content: Content): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
