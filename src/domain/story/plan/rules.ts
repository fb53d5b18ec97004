import { z } from 'zod';
import { httpUrl, line, textOrNull } from '../../shapes.ts';
import { beatSheetIds } from './beat.ts';

/** Grammatical person of a narration. */
export const persons = ['first', 'second', 'third'] as const;
export type Person = (typeof persons)[number];

const citation = z
  .strictObject({
    title: line(300).describe('Its title, for the chapter prompt.'),
    url: httpUrl.describe('Its URL, for the chapter prompt; never fetched.'),
  })
  .meta({ title: 'CitationInput' })
  .describe('A source of the book.');
export type Citation = z.output<typeof citation>;

const percent = z.int().min(0).max(100).nullable();

/** Writable fields of a plan: the single source of their limits (contract 6; lengths in code points). Null clears. */
const fields = {
  themeStatement: textOrNull(500).describe('Theme of the book.'),
  readerPromise: textOrNull(500).describe('What the book promises its readers.'),
  compAuthors: textOrNull(500).describe('Comparable authors, free text.'),
  beatSheetTemplate: z
    .enum(beatSheetIds)
    .nullable()
    .describe('The beat sheet, which is the story structure; read it as `beatSheet`.'),
  povLock: textOrNull(40).describe(
    'Point of view of every chapter: first, second, third-limited, third-omniscient, third-objective, multi, or free text. Null: not locked.',
  ),
  tenseLock: textOrNull(40).describe('Tense of every chapter: past, present, or free text. Null: not locked.'),
  povDepth: percent.describe('Narrative depth, from 0 (a camera) to 100 (inside the mind).'),
  genre: textOrNull(120).describe('Genre. Null: the outliner detects it.'),
  audience: textOrNull(120).describe('Who it is for. Null: the outliner detects it.'),
  genreConfidence: percent.describe('Confidence in a detected genre, 0–100.'),
  audienceConfidence: percent.describe('Confidence in a detected audience, 0–100.'),
  autoDetectedGenre: z
    .boolean()
    .nullable()
    .transform((value) => value ?? false)
    .describe('Whether the outliner detected genre or audience. Setting one of them resets it.'),
  researchCitations: z
    .array(citation)
    .max(50)
    .nullable()
    .transform((list) => list ?? [])
    .describe('Sources; replaces the existing list.'),
};

/** Absent fields stay unchanged; null clears. */
export const planPatch = z.strictObject(fields).partial();
export type PlanPatch = z.output<typeof planPatch>;
