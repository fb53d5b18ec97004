import { z } from 'zod';
import { contentMax, idOf, text } from '../../shapes.ts';

/** A text that was changed from one that is no longer the present one. */
export const textMerge = z.strictObject({
  baseRevisionId: idOf('revision')
    .optional()
    .describe('The revision that you changed: the `revisionId` that you have read.'),
  baseText: text(contentMax)
    .optional()
    .describe(
      'In place of the id: that text itself. Small saves of one session keep no revision; empty: there was none.',
    ),
  text: text(contentMax).describe('Your whole text, Markdown.'),
  save: z.boolean().optional().describe('Save the result, if there is no conflict. Default: only show it.'),
});
export type TextMerge = z.output<typeof textMerge>;
