import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { once } from '../../once.ts';
import { type Exchange, send } from '../exchange.ts';

export type Page = (exchange: Exchange) => void | Promise<void>;

const zip = promisify(gzip);

/** Whether what is of this type is packed in itself. */
export function isPacked(type: string): boolean {
  return /^image\/(?:png|jpeg|webp)$/.test(type);
}

/** Below it, compressing saves no packet. */
const zippedBytesMin = 1_000;

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

type Content = string | Buffer;

/** What is sent of a text that does not change. */
export interface Kept {
  content: Content;
  type: string;
  headers: Record<string, string>;
  zipped: () => Promise<Buffer>;
}

/** A text or file that does not change while the process lives, made when it is first asked for. */
export function kept(
  make: () => Content | Promise<Content>,
  type: string,
  headers: Record<string, string> = {},
): (exchange: Exchange) => Promise<void> {
  const keeping = once(async () => keptOf(await make(), type, headers));
  return async (exchange) => sendKept(exchange, await keeping());
}

/** A content with its entity tag, packed when somebody first wants it so. */
export function keptOf(content: Content, type: string, headers: Record<string, string>): Kept {
  return {
    content,
    type,
    headers: { etag: tagOf(content), 'cache-control': 'no-cache', ...headers },
    zipped: once(() => zip(content)),
  };
}

/** A text made for this one request. With somebody's key in it, nothing keeps it and nothing can ask whether it changed. */
export async function sendFresh(
  exchange: Exchange,
  content: string,
  { type, headers, isPrivate }: { type: string; headers: Record<string, string>; isPrivate: boolean },
): Promise<void> {
  const caching: Record<string, string> = isPrivate
    ? { 'cache-control': 'no-store' }
    : { etag: tagOf(content), 'cache-control': 'no-cache' };
  await sendKept(exchange, { content, type, headers: { ...caching, ...headers }, zipped: () => zip(content) });
}

/** Sends it as the caller takes it; 304 where they have it. */
export async function sendKept(exchange: Exchange, { content, type, headers, zipped }: Kept): Promise<void> {
  const { req, res } = exchange;
  const vary = ['accept-encoding', headers.vary].filter(Boolean).join(', ');
  const all = { ...always, ...headers, vary };
  if (headers.etag && isNamed(headers.etag, req.headers['if-none-match'])) {
    res.writeHead(304, all).end();
    return;
  }
  const mayZip = content.length >= zippedBytesMin && !isPacked(type);
  const isZipped = mayZip && /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''));
  if (isZipped) send(exchange, 200, await zipped(), type, { ...all, 'content-encoding': 'gzip' });
  else send(exchange, 200, content, type, all);
}

function isNamed(etag: string, given: string | undefined): boolean {
  return (given ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
}

function tagOf(content: Content): string {
  return `"${hashOf(content)}"`;
}

/** Tells two contents apart. */
export function hashOf(content: Content): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
