import { createHash } from 'node:crypto';
import { z } from 'zod';
import { waitSecondsMax } from '../../calls/run/rules.ts';
import { line } from '../../shapes.ts';

const voice = line(100)
  .optional()
  .describe('A voice of the speech provider, 1–100 characters. Default: that of the instance.');

/** Options of a narration (docs/narration.md). */
export const narrationRequest = z.strictObject({ voice });
export type NarrationRequest = z.output<typeof narrationRequest>;

/** REST body: the options, and whether to wait. */
export const narrationBody = z.strictObject({
  voice,
  wait: z
    .boolean()
    .optional()
    .describe(`True waits for the end, at most ${waitSecondsMax} seconds: then it is 200, else 202.`),
});

export type NarrationBody = z.output<typeof narrationBody>;

/** Maximum characters per provider request (docs/narration.md); OpenAI accepts 4,096. */
export const segmentMax = 4_000;
/** Concurrent provider requests of one run (ours). */
export const requestsAtOnce = 4;
/** Retention of unused cached speech (ours). */
export const unusedDaysMax = 30;
/** Piece size of a file in bytes, except for the last (ours). */
export const pieceBytes = 256 * 1024;

/** Path of a chapter's audio. */
export const audioPath = '/v1/books/{bookId}/chapters/{chapterId}/audio';
export const audioMediaType = 'audio/mpeg';

/** Cache key: equal for requests that sound alike. */
export function segmentHash(model: string, voiceName: string, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([model, voiceName, text]))
    .digest('hex');
}
