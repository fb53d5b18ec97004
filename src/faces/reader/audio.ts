import type { PublishedAudio } from '../../domain/leaving/publication/published.ts';
import { audioMediaType } from '../../domain/making/narration/rules.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type SentFile, sendBytes } from '../../http/sent-file.ts';
import { robotsHeader } from './book-page.ts';

/** Sends the audio of a chapter, or a range of it. */
export function sendAudio(
  exchange: Exchange,
  audio: PublishedAudio,
  read: NonNullable<SentFile['read']>,
): Promise<void> {
  const { sizeBytes, sha256 } = audio;
  return sendBytes(
    exchange,
    { mediaType: audioMediaType, sizeBytes, sha256, read },
    {
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      ...robotsHeader(audio),
    },
  );
}
