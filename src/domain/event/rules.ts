import { z } from 'zod';
import { idOf } from '../shapes.ts';

/** Everything that the log tells, and what it means. Written by the triggers of 0008_event.sql and 0016_cover.sql. */
export const eventTypes = {
  'book.created': 'A book was made.',
  'book.updated': 'Fields of the book were changed.',
  'book.deleted': 'The book was taken out of every read.',
  'book.restored': 'A deleted book is back as it was.',
  'book.published': 'The book was published, or published anew.',
  'book.unpublished': 'The book was taken back from its readers.',
  'plan.updated': 'Fields of the plan were changed; genre and audience by way of the book too.',
  'chapter.created': 'A chapter was added.',
  'chapter.updated': 'Something in the chapter’s record changed: a field, its status, its count of words.',
  'chapter.moved': 'The chapter has another place, its own move or another chapter’s.',
  'chapter.archived': 'The chapter was deleted, merged into the one before it, or replaced by an outline.',
  'chapter.restored': 'An archived chapter is back.',
  'chapter.completed': 'A write or rewrite finished, and its text is the chapter’s.',
  'chapter.narrated':
    'The chapter has other audio. Before and after, `run.started` and `run.failed` change its `audioStatus` too.',
  'text.updated': 'The chapter has another text, more of it, or none any more.',
  'character.created': 'A character joined the cast.',
  'character.updated': 'Fields of the character were changed.',
  'character.deleted': 'A character left the cast.',
  'conflict.created': 'A conflict was added.',
  'conflict.updated': 'Fields of the conflict were changed.',
  'conflict.deleted': 'A conflict was removed, by itself or with a character.',
  'mood_reference.created': 'A mood reference was added.',
  'mood_reference.updated': 'Fields of the mood reference were changed.',
  'mood_reference.deleted': 'A mood reference was removed.',
  'outline_variant.created': 'A model made an outline beside the book’s own.',
  'outline_variant.graded': 'The variant has a grade, or another one.',
  'outline_variant.adopted': 'The variant became the book’s outline.',
  'outline_variant.deleted': 'The variant was deleted.',
  'narration.updated': 'A chapter was queued to be narrated with its book, waits, has failed, or is done.',
  'cover.created': 'A picture for the cover was made or sent.',
  'cover.chosen': 'Another picture is the cover; without an id, the drawn cover is.',
  'cover.deleted': 'A picture was deleted.',
  'run.started': 'A run began.',
  'run.completed': 'A run ended: the provider said that it was done.',
  'run.partial': 'A run stopped before its end; its text is kept.',
  'run.failed': 'A run ended because its provider failed.',
  'run.cancelled': 'A run was stopped.',
} as const;
export type EventType = keyof typeof eventTypes;

/** The log goes back so far (ours). */
export const keptDays = 30;

/** The newest events that can be asked for (contract 11). */
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
