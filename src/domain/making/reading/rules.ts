import { z } from 'zod';

const order = z.int().min(1).max(10_000).optional();

/** Which chapters to read. */
export const readRequest = z.strictObject({
  from: order.describe('Position of the first chapter, 1–10,000. Default: the first of the book.'),
  to: order.describe('Position of the last chapter, 1–10,000. Default: the last of the book.'),
});
export type ReadRequest = z.output<typeof readRequest>;

/** States of a chapter in the reading of its manuscript, in order. */
export const readingStates = ['empty', 'missing', 'stale', 'queued', 'running', 'ready', 'failed'] as const;
export type ReadingState = (typeof readingStates)[number];
