import { z } from 'zod';
import { httpUrl, line, textOrNull } from '../shapes.ts';
import { beatSheetIds } from './beat.ts';

const citation = z
  .strictObject({
    title: line(300).describe('What the source is called, 1–300 characters; goes into the chapter prompt.'),
    url: httpUrl.describe(
      'Where it is, http or https, at most 2000 characters; goes into the chapter prompt, never fetched.',
    ),
  })
  .meta({ title: 'CitationInput' })
  .describe('A source that the book rests on.');
export type Citation = z.output<typeof citation>;

const percent = z.int().min(0).max(100).nullable();

/** What an author may write of a plan, and the only copy of its limits (contract 6; lengths in code points). Null clears each. */
const fields = {
  themeStatement: textOrNull(500).describe(
    'What the book is about underneath, at most 500 characters. Null leaves it out of every prompt.',
  ),
  readerPromise: textOrNull(500).describe(
    'What readers are promised and must get, at most 500 characters. Null leaves it out of every prompt.',
  ),
  compAuthors: textOrNull(500).describe(
    'Authors it should be comparable to, free text of at most 500 characters. Null leaves it out of every prompt.',
  ),
  beatSheetTemplate: z
    .enum(beatSheetIds)
    .nullable()
    .describe('Id of the beat sheet that chapters are laid along; read back as `beatSheet`. Null: none.'),
  povLock: textOrNull(40).describe(
    'Point of view that every chapter keeps: first, second, third-limited, third-omniscient, third-objective, multi, or words of your own, at most 40 characters. Null: not locked.',
  ),
  tenseLock: textOrNull(40).describe(
    'Tense that every chapter keeps: past, present, or words of your own, at most 40 characters. Null: not locked.',
  ),
  povDepth: percent.describe(
    'How deep the narration goes into its viewpoint, from 0 (a camera) to 100 (inside the mind). Null: not said.',
  ),
  genre: textOrNull(120).describe(
    'Genre, at most 120 characters; one value with the book. Null: left to the outliner to detect.',
  ),
  audience: textOrNull(120).describe(
    'Who it is for, at most 120 characters; one value with the book. Null: left to the outliner to detect.',
  ),
  genreConfidence: percent.describe(
    'How sure the genre is, 0–100; the outliner says so of one that it detected. Null: not said.',
  ),
  audienceConfidence: percent.describe(
    'How sure the audience is, 0–100; the outliner says so of one that it detected. Null: not said.',
  ),
  autoDetectedGenre: z
    .boolean()
    .nullable()
    .transform((value) => value ?? false)
    .describe(
      'Whether the outliner found genre or audience. Writing one of them sets it to false unless the same call says otherwise. Null: false.',
    ),
  researchCitations: z
    .array(citation)
    .max(50)
    .nullable()
    .transform((list) => list ?? [])
    .describe('Up to 50 sources, in place of those there are. Null: none.'),
};

/** Absent stays; null clears. */
export const planPatch = z.strictObject(fields).partial();
export type PlanPatch = z.output<typeof planPatch>;
