import { audioMediaType } from '../../domain/narration/rules.ts';
import type { PublishedAudio } from '../../domain/publication/reading.ts';
import type { Exchange } from '../exchange.ts';
import { type SentFile, sendBytes } from '../sent-file.ts';
import { robotsHeader } from './sheet.ts';

/** Sends the sound of a chapter, or the part of it that a player asks for. */
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
