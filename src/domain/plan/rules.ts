import { z } from 'zod';
import { httpUrl, line, textOrNull } from '../shapes.ts';
import { beatSheetIds } from './beat.ts';

const citation = z
  .strictObject({
    title: line(300).describe('Title of the source, 1–300 characters; part of the chapter prompt.'),
    url: httpUrl.describe('URL, http or https, at most 2000 characters; part of the chapter prompt, never fetched.'),
  })
  .meta({ title: 'CitationInput' })
  .describe('A source of the book.');
export type Citation = z.output<typeof citation>;

const percent = z.int().min(0).max(100).nullable();

/** Writable fields of a plan: the single source of their limits (contract 6; lengths in code points). Null clears. */
const fields = {
  themeStatement: textOrNull(500).describe(
    'Theme of the book, at most 500 characters. Null omits it from every prompt.',
  ),
  readerPromise: textOrNull(500).describe(
    'The promise that the book makes to its readers, at most 500 characters. Null omits it from every prompt.',
  ),
  compAuthors: textOrNull(500).describe(
    'Comparable authors, free text of at most 500 characters. Null omits it from every prompt.',
  ),
  beatSheetTemplate: z
    .enum(beatSheetIds)
    .nullable()
    .describe('Id of the beat sheet, the story structure of the book; read it as `beatSheet`. Null: none.'),
  povLock: textOrNull(40).describe(
    'Point of view of every chapter: first, second, third-limited, third-omniscient, third-objective, multi, or free text of at most 40 characters. Null: not locked.',
  ),
  tenseLock: textOrNull(40).describe(
    'Tense of every chapter: past, present, or free text of at most 40 characters. Null: not locked.',
  ),
  povDepth: percent.describe('Narrative depth, from 0 (a camera) to 100 (inside the mind). Null: not set.'),
  genre: textOrNull(120).describe(
    'Genre, at most 120 characters; the same value as in the book. Null: the outliner detects it.',
  ),
  audience: textOrNull(120).describe(
    'Who it is for, at most 120 characters; the same value as in the book. Null: the outliner detects it.',
  ),
  genreConfidence: percent.describe(
    'Confidence in the genre, 0–100; the outliner sets it when it detects one. Null: not set.',
  ),
  audienceConfidence: percent.describe(
    'Confidence in the audience, 0–100; the outliner sets it when it detects one. Null: not set.',
  ),
  autoDetectedGenre: z
    .boolean()
    .nullable()
    .transform((value) => value ?? false)
    .describe(
      'Whether the outliner detected genre or audience. Setting one of them resets it to false, unless the same call sets it. Null: false.',
    ),
  researchCitations: z
    .array(citation)
    .max(50)
    .nullable()
    .transform((list) => list ?? [])
    .describe('Up to 50 sources; replaces the existing list. Null: none.'),
};

/** Absent fields stay unchanged; null clears. */
export const planPatch = z.strictObject(fields).partial();
export type PlanPatch = z.output<typeof planPatch>;
