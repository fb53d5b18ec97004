import { z } from 'zod';
import { text } from '../shapes.ts';

/** Chapters that one outline may have (docs/generation.md, "Outliner"). */
export const chapterCountMax = 100;

/** Longest that a call waits for a whole run of this kind, seconds: its 300 and what a lost node's lease adds. */
export const waitSecondsMax = 330;
export const waitSeconds = z.int().min(0).max(waitSecondsMax);

/** Variants of one request, and of one book (ours). */
const variantsAtOnceMax = 5;
export const variantsMax = 50;

const wishes = {
  chapterCount: z
    .int()
    .min(1)
    .max(chapterCountMax)
    .optional()
    .describe('How many chapters, 1–100. Default: what the length and the beat sheet of the book suggest.'),
  instructions: text(2000).optional().describe('Wishes for this one outline, up to 2000 characters.'),
};
const replaceWritten = z
  .boolean()
  .optional()
  .describe('True replaces chapters that have text too; they are archived and can be restored. Default: refuse.');

/** What an outline may be asked (docs/generation.md, "Outlines"). */
export const outlineRequest = z.strictObject({ ...wishes, replaceWritten });
export type OutlineRequest = z.output<typeof outlineRequest>;

export const variantsRequest = z.strictObject({
  count: z.int().min(1).max(variantsAtOnceMax).describe(`How many variants, 1–${variantsAtOnceMax}.`),
  ...wishes,
});
export type VariantsRequest = z.output<typeof variantsRequest>;

export const adoption = z.strictObject({ replaceWritten });
export type Adoption = z.output<typeof adoption>;

export const gradeRequest = z.strictObject({
  judge: z
    .boolean()
    .optional()
    .describe(
      'False: only what is found without a model, at no cost. True: a model judges as well. Default: true where the instance has a provider.',
    ),
});
export type GradeRequest = z.output<typeof gradeRequest>;
