import type { OutgoingHttpHeaders } from 'node:http';
import { notFound } from '../errors.ts';
import { alreadyHas } from './conditional.ts';
import type { Exchange } from './exchange.ts';
import { drained } from './fetch.ts';
import { rangeAsked } from './range.ts';

/** A file as it is sent: made for this answer, or kept, and then read where it is asked for. */
export interface SentFile {
  mediaType: string;
  sizeBytes: number;
  /** In hexadecimal. */
  sha256: string;
  pieces?: Iterable<Uint8Array>;
  /** Its bytes from one to another, both included. */
  read?: (first: number, last: number) => AsyncIterable<Uint8Array>;
}

/** Sends a file under its hash as entity tag, or the range of a kept one that is asked for; 304 to whoever has it. `headers` go with either, `described` with the file. */
export async function sendBytes(
  exchange: Exchange,
  file: SentFile,
  headers: OutgoingHttpHeaders,
  described: OutgoingHttpHeaders = {},
): Promise<void> {
  const { res, method, signal } = exchange;
  const etag = `"${file.sha256}"`;
  const always = { etag, ...headers, ...(file.read ? { 'accept-ranges': 'bytes' } : {}) };
  if (method !== 'POST' && alreadyHas(exchange, etag)) {
    res.writeHead(304, always).end();
    return;
  }
  const range = file.read && rangeAsked(exchange, file.sizeBytes, etag);
  const { first, last } = range ?? { first: 0, last: file.sizeBytes - 1 };
  res.writeHead(range ? 206 : 200, {
    ...always,
    ...described,
    ...(range ? { 'content-range': `bytes ${first}-${last}/${file.sizeBytes}` } : {}),
    'content-type': file.mediaType,
    'content-length': last + 1 - first,
  });
  let left = method === 'HEAD' ? 0 : last + 1 - first;
  if (left > 0)
    for await (const piece of file.read?.(first, last) ?? file.pieces ?? []) {
      if (signal.aborted) return;
      left -= piece.length;
      if (!res.write(piece)) await drained(res);
    }
  // Its caller would wait for the rest.
  if (left > 0) notFound('file any more');
  res.end();
}
