import { z } from 'zod';
import { line, textOrNull } from '../../shapes.ts';
import { persons } from '../plan/rules.ts';

/** Maximum entries of the list of words to avoid. */
const avoidedMax = 200;

/** Writable fields of a style: the single source of their limits. Null clears. */
const fields = {
  styleGuide: textOrNull(4000).describe(
    'Rules of the book’s prose, at most 4000 characters: diction, rhythm, spelling, what dialogue looks like. Null: none.',
  ),
  styleSample: textOrNull(12_000).describe(
    'Prose in the wanted voice, at most 12,000 characters; a model imitates its voice, never its content. Null: earlier chapters show the voice.',
  ),
  avoid: z
    .array(line(80).describe('A word or phrase, 1–80 characters.'))
    .max(avoidedMax)
    .nullable()
    .transform((list) => list ?? [])
    .describe(
      `Words and phrases that the prose avoids, at most ${avoidedMax} of 80 characters; replaces the existing list. Lint reports them. Null: none.`,
    ),
  personLock: z
    .enum(persons)
    .nullable()
    .describe(
      'Person of the narration: first, second or third. With `povLock` `multi` it applies to every viewpoint. Null: not locked.',
    ),
  prosePatterns: z
    .boolean()
    .nullable()
    .transform((value) => value ?? true)
    .describe('Whether lint looks for worn phrases and patterns of prose. Null: true.'),
};

/** Absent fields stay unchanged; null clears. */
export const stylePatch = z.strictObject(fields).partial();
export type StylePatch = z.output<typeof stylePatch>;
