import { z } from 'zod';
import { idOf } from '../../shapes.ts';
import { eventTypes } from './event-types.gen.ts';

export { eventTypes };

/** Type of a change in the log. */
export type EventType = keyof typeof eventTypes;

/** Retention of the log (ours). */
export const keptDays = 30;

/** Number of newest events to read (contract 11). */
export const last = z.int().min(1).max(100);

/** Query parameters of the log. */
export const logOptions = z.strictObject({
  after: idOf('event').optional().describe('The id of the last event you have; absent for the oldest there is.'),
  limit: z.int().min(1).max(100).optional().describe('How many at most, 1–100; default 50.'),
  last: last
    .optional()
    .describe('Only so many of the newest, 1–100: 1 tells where the log ends. With neither `after` nor `limit`.'),
  book_id: idOf('book').optional().describe('Only those of this book; none for a book that is not yours.'),
});
