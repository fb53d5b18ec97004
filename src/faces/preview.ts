import { z } from 'zod';

/** Option of operations that have a preview. */
export const previewOption = z.strictObject({
  preview: z.boolean().optional().describe('True: answers prompt and price, starts nothing.'),
});
