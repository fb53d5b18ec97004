import { z } from 'zod';
import { eventsOf } from '../../record.ts';
import { records } from '../../records.gen.ts';
import { idOf } from '../shapes.ts';

/** Event types of the change log with descriptions. Derived from the record declarations. */
export const eventTypes: Readonly<Record<string, string>> = Object.assign({}, ...records.map(eventsOf));
export type EventType = string;

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
