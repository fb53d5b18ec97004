import { z } from 'zod';
import { idOf, line, text } from '../../shapes.ts';
import { orderedLength } from '../../text/chapter/rules.ts';

/** Input of `writeChapter` (docs/generation.md, "REST"). */
export const writeRequest = z.strictObject({
  instructions: text(2000).optional().describe('Instructions for this call, up to 2000 characters.'),
  restart: z.boolean().optional().describe('True: start over; the old text is kept as a revision.'),
  continue: z.boolean().optional().describe('True: append to a complete chapter; its text is kept as a revision.'),
  words: orderedLength
    .optional()
    .describe('Ordered length, 50–30,000 words; with `continue`, of the addition. Default: `targetWords`.'),
});
export type WriteRequest = z.output<typeof writeRequest>;

/** Notes that a rewrite can name, and their characters in all (ours). */
const notesMax = 20;
export const noteCharactersMax = 10_000;

/** Input of `rewriteChapter` (docs/generation.md, "REST"). */
export const rewriteRequest = z.strictObject({
  directive: line(2000).describe('What to change in the chapter, or how to tell it, 1–2000 characters.'),
  noteIds: z
    .array(idOf('note'))
    .max(notesMax)
    .optional()
    .describe('Notes on the chapter or the book that the rewrite takes into account, at most 20.'),
});
export type RewriteRequest = z.output<typeof rewriteRequest>;

/** Minimum words that a call cut for length must add; otherwise the run stops (docs/generation.md, "Provider calls"). */
export const callWordsMin = 20;
