import { z } from 'zod';
import { idOf, text } from '../../shapes.ts';
import { anchorFields } from '../passage/rules.ts';

export const noteKinds = ['comment', 'todo', 'question'] as const;
export type NoteKind = (typeof noteKinds)[number];

/** Notes and replies of a book. */
export const notesMax = 2_000;

const body = text(10_000).min(1).describe('Markdown, 1–10,000 characters.');

export const newNote = z.strictObject({
  body,
  kind: z.enum(noteKinds).optional().describe('Default: `comment`.'),
  chapterId: idOf('chapter').optional().describe('The chapter; absent for a note on the book.'),
  ...anchorFields,
  parentId: idOf('note')
    .optional()
    .describe('The note that this one replies to. A reply is where that note is, and takes no place of its own.'),
});
export type NewNote = z.output<typeof newNote>;

export const notePatch = z.strictObject({
  body: body.optional(),
  resolved: z.boolean().optional().describe('True: it is settled. False: it is open again.'),
});
export type NotePatch = z.output<typeof notePatch>;

/** Which notes a list has. */
export const noteFilter = z.strictObject({
  chapterId: idOf('chapter').optional().describe('Only those of this chapter.'),
  kind: z.enum(noteKinds).optional().describe('Only those of this kind.'),
  resolved: z
    .boolean()
    .optional()
    .describe('True: only resolved notes. False: only open ones. Replies count as their note.'),
});
export type NoteFilter = z.output<typeof noteFilter>;
