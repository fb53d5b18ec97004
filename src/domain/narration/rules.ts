import { createHash } from 'node:crypto';
import { z } from 'zod';
import { waitSecondsMax } from '../generation/rules.ts';
import { line } from '../shapes.ts';

const voice = line(100)
  .optional()
  .describe('A voice of the speech provider, 1–100 characters. Default: that of the instance.');

/** What a narration may be asked (docs/narration.md). */
export const narrationRequest = z.strictObject({ voice });
export type NarrationRequest = z.output<typeof narrationRequest>;

/** The same over REST, with whether to wait. */
export const narrationBody = z.strictObject({
  voice,
  wait: z
    .boolean()
    .optional()
    .describe(`True waits for the end, at most ${waitSecondsMax} seconds: then it is 200, else 202.`),
});

export type NarrationBody = z.output<typeof narrationBody>;

/** Characters of one request to the provider at most (docs/generation.md, "Narration"); OpenAI takes 4,096. */
export const segmentMax = 4_000;
/** Requests of one run at the same time (ours). */
export const requestsAtOnce = 4;
/** Segments that were not used for so long are spoken anew (ours). */
export const unusedDaysMax = 30;
/** Bytes of a piece of a file but for the last (ours). */
export const pieceBytes = 256 * 1024;

/** Where the file of a chapter is. */
export const audioPath = '/v1/books/{bookId}/chapters/{chapterId}/audio';
export const audioMediaType = 'audio/mpeg';

/** Equal for what sounds alike. */
export function segmentHash(model: string, voiceName: string, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([model, voiceName, text]))
    .digest('hex');
}
