import { z } from 'zod';
import { httpUrl, line, text } from '../shapes.ts';

export const moodKinds = ['image', 'music', 'film', 'text', 'place', 'other'] as const;
export type MoodKind = (typeof moodKinds)[number];

/** What an author may write of a mood reference, and the only copy of its limits (contract 6; lengths in code points). */
const fields = {
  kind: z.enum(moodKinds).describe('What sort of thing it is.'),
  title: line(200).describe('What it is called, 1–200 characters; goes into the chapter prompt.'),
  url: httpUrl
    .nullable()
    .describe(
      'Where to find it, http or https, at most 2000 characters; null for nowhere. Kept for the author: the chapter writer does not see it.',
    ),
  note: text(1000).describe(
    'What to take from it, at most 1000 characters; goes into the chapter prompt. Default: empty.',
  ),
};

export const newMoodReference = z.strictObject({
  ...fields,
  url: fields.url.default(null),
  note: fields.note.default(''),
});
export type NewMoodReference = z.output<typeof newMoodReference>;

/** Absent stays; a null address is cleared. */
export const moodReferencePatch = z.strictObject(fields).partial();
export type MoodReferencePatch = z.output<typeof moodReferencePatch>;

/** A book's mood references at most (contract 6). */
export const moodReferencesMax = 50;
