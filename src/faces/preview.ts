import { z } from 'zod';

/** Option of operations that have a preview. */
export const previewOption = z.strictObject({
  preview: z.boolean().optional().describe('True: shows what would come of it, and starts nothing.'),
});
