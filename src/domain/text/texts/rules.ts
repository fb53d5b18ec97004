import { z } from 'zod';

/** How many ids of revisions an answer lists (ours). */
export const listedRevisionsMax = 500;

/** What thinning keeps. */
export const thinRequest = z.strictObject({
  keep: z.int().min(0).max(10_000).describe('How many of the newest former texts to keep, 0–10,000.'),
  preview: z.boolean().optional().describe('True: only answers what would be deleted. Default: false.'),
});
export type ThinRequest = z.output<typeof thinRequest>;
