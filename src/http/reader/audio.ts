import { audioMediaType } from '../../domain/narration/rules.ts';
import type { PublishedAudio } from '../../domain/publication/reading.ts';
import { alreadyHas } from '../conditional.ts';
import type { Exchange } from '../exchange.ts';
import { drained } from '../fetch.ts';
import { rangeAsked } from '../range.ts';
import { robotsHeader } from './sheet.ts';

/** Sends the sound of a chapter, or the part of it that a player asks for; `read` gives the bytes from one to another, both included. */
export async function sendAudio(
  exchange: Exchange,
  audio: PublishedAudio,
  read: (first: number, last: number) => AsyncIterable<Uint8Array>,
): Promise<void> {
  const { res, method, signal } = exchange;
  const etag = `"${audio.sha256}"`;
  const headers = {
    etag,
    'cache-control': 'no-cache',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...robotsHeader(audio),
  };
  if (alreadyHas(exchange, etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  const range = rangeAsked(exchange, audio.sizeBytes, etag);
  const { first, last } = range ?? { first: 0, last: audio.sizeBytes - 1 };
  res.writeHead(range ? 206 : 200, {
    ...headers,
    ...(range ? { 'content-range': `bytes ${first}-${last}/${audio.sizeBytes}` } : {}),
    'content-type': audioMediaType,
    'content-length': last + 1 - first,
  });
  if (method !== 'HEAD')
    for await (const piece of read(first, last)) {
      if (signal.aborted) return;
      if (!res.write(piece)) await drained(res);
    }
  res.end();
}
