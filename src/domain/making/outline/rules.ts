import { z } from 'zod';
import { text } from '../../shapes.ts';

/** Maximum chapters of an outline (docs/outlines.md, "Outliner"). */
export const chapterCountMax = 100;

/** Longest wait for a run of this kind, seconds: its limit of 300 and the lease of a lost node. */
export const waitSecondsMax = 330;
export const waitSeconds = z.int().min(0).max(waitSecondsMax);

/** Maximum variants per request, and per book (ours). */
const variantsAtOnceMax = 5;
export const variantsMax = 50;

const wishes = {
  chapterCount: z
    .int()
    .min(1)
    .max(chapterCountMax)
    .optional()
    .describe('Number of chapters, 1–100. Default: derived from the target length and the beat sheet.'),
  instructions: text(2000).optional().describe('Instructions for this outline, up to 2000 characters.'),
};
const replaceWritten = z
  .boolean()
  .optional()
  .describe(
    'True: replace chapters even if they have text; they are archived and can be restored. Default: fail with `invalid_state`.',
  );

/** Options of an outline (docs/outlines.md, "Outlines"). */
export const outlineRequest = z.strictObject({ ...wishes, replaceWritten });
export type OutlineRequest = z.output<typeof outlineRequest>;

export const variantsRequest = z.strictObject({
  count: z.int().min(1).max(variantsAtOnceMax).describe(`Number of variants, 1–${variantsAtOnceMax}.`),
  ...wishes,
});
export type VariantsRequest = z.output<typeof variantsRequest>;

export const adoption = z.strictObject({ replaceWritten });

export const gradeRequest = z.strictObject({
  judge: z
    .boolean()
    .optional()
    .describe(
      'False: only the checks without a model, at no cost. True: a model judges as well. Default: true if the instance has a provider.',
    ),
});
export type GradeRequest = z.output<typeof gradeRequest>;
