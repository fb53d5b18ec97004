import { z } from 'zod';

/** Arguments of the tool that previews another one. */
export const previewCall = z.strictObject({
  tool: z.string().min(1).describe('Name of the tool that would be paid for, such as write_chapter.'),
  arguments: z.looseObject({}).default({}).describe('Its arguments, by its inputSchema.'),
});
