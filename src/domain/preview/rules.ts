import { z } from 'zod';

const args = z.looseObject({}).optional();

/** A call that a provider is paid for: one mutation with its arguments, which its own input checks. */
export const paidCall = z.strictObject({
  writeChapter: args.describe('Arguments of `writeChapter`, without the book.'),
  rewriteChapter: args.describe('Arguments of `rewriteChapter`.'),
  generateOutline: args.describe('Arguments of `generateOutline`.'),
  generateOutlineVariants: args.describe('Arguments of `generateOutlineVariants`.'),
  gradeOutline: args.describe('Arguments of `gradeOutline`.'),
  generateRecap: args.describe('Arguments of `generateRecap`.'),
  readManuscript: args.describe('Arguments of `readManuscript`.'),
  generateProfile: args.describe('Arguments of `generateProfile`: none.'),
  generateCovers: args.describe('Arguments of `generateCovers`.'),
});
export const paidMutations = Object.keys(paidCall.shape) as (keyof typeof paidCall.shape)[];

/** Arguments of the tool that previews another one. */
export const previewCall = z.strictObject({
  tool: z.string().min(1).describe('Name of the tool that would be paid for, such as write_chapter.'),
  arguments: z.looseObject({}).default({}).describe('Its arguments, by its inputSchema.'),
});
