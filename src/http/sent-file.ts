import type { OutgoingHttpHeaders } from 'node:http';
import { notFound } from '../errors.ts';
import { matchesEtag } from './conditional.ts';
import type { Exchange } from './exchange.ts';
import { requestedRange } from './range.ts';
import { write } from './write.ts';

/** A file to send: either generated, or stored and read by range. */
export interface SentFile {
  mediaType: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
  pieces?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Reads bytes of a stored file, both positions inclusive. */
  read?: (first: number, last: number) => AsyncIterable<Uint8Array>;
}

/**
 * Sends a file with its hash as entity tag, or a range of a stored one; 304 if the caller has it. `headers` are sent in
 * either case, `described` only with the file.
 */
export async function sendBytes(
  exchange: Exchange,
  file: SentFile,
  headers: OutgoingHttpHeaders,
  described: OutgoingHttpHeaders = {},
): Promise<void> {
  const { res, method, signal } = exchange;
  const etag = `"${file.sha256}"`;
  const always = { etag, ...headers, ...(file.read ? { 'accept-ranges': 'bytes' } : {}) };
  if (method !== 'POST' && matchesEtag(exchange, etag)) {
    res.writeHead(304, always).end();
    return;
  }
  const range = file.read && requestedRange(exchange, file.sizeBytes, etag);
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
      await write(exchange, piece);
    }
  // The file was deleted meanwhile; the caller would wait for the rest.
  if (left > 0) notFound('file any more');
  res.end();
}
