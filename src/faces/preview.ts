import { z } from 'zod';

/** Option of operations that have a preview. */
export const previewOption = z.strictObject({
  preview: z.boolean().optional().describe('True: shows prompt and price, or chapters, and starts nothing.'),
});
