import { createHash } from 'node:crypto';
import { type Exchange, send } from './exchange.ts';

/** Whether `If-None-Match` matches the entity tag; `*` matches anything (RFC 9110, 13.1.2). */
export function matchesEtag({ req }: Exchange, tag: string): boolean {
  const known = req.headers['if-none-match'];
  return known?.split(',').some((one) => ['*', tag, unmarked(tag)].includes(unmarked(one.trim()))) ?? false;
}

/**
 * An entity tag without what a compressing proxy adds: nginx `W/` in front, Apache, Jetty and others the coding at the end,
 * inside the quotes or after them.
 */
export function unmarked(tag: string): string {
  return tag.replace(/^W\//i, '').replace(/(?:--?|;)(?:gzip|br|deflate|zstd)("?)$/i, '$1');
}

/** The entity tag of some content: in hex, because a dash at its end would look like a part of a mark. */
export function tagOf(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`;
}

/** Sends text that only the caller may cache, with revalidation on each use; 304 if it is unchanged. */
export function sendPrivate(exchange: Exchange, text: string, type: string): void {
  const { res } = exchange;
  const tag = tagOf(`${type}\n${text}`);
  const vary = [res.getHeader('vary'), 'authorization', 'accept'].filter(Boolean).join(', ');
  const headers = { etag: tag, 'cache-control': 'private, no-cache', vary };
  if (matchesEtag(exchange, tag)) res.writeHead(304, headers).end();
  else send(exchange, 200, text, type, headers);
}
