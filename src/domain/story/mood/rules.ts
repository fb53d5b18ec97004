import { z } from 'zod';
import { httpUrl, line, patchOf, text } from '../../shapes.ts';

export const moodKinds = ['image', 'music', 'film', 'text', 'place', 'other'] as const;
export type MoodKind = (typeof moodKinds)[number];

/** Writable fields of a mood reference: the single source of their limits (contract 6; lengths in code points). */
export const newMoodReference = z.strictObject({
  kind: z.enum(moodKinds).describe('What sort of work or thing it is.'),
  title: line(200).describe('Title, 1–200 characters; part of the chapter prompt.'),
  url: httpUrl
    .nullable()
    .describe(
      'URL, http or https, at most 2000 characters; null for none. Only for the author: it is not part of the chapter prompt.',
    )
    .default(null),
  note: text(1000)
    .describe('What to take from it, at most 1000 characters; part of the chapter prompt. Default: empty.')
    .default(''),
});

/** Absent fields stay unchanged; a null URL is cleared. */
export const moodReferencePatch = patchOf(newMoodReference);

/** Maximum mood references of a book (contract 6). */
export const moodReferencesMax = 50;
