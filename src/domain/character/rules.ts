import { z } from 'zod';
import { line, text, textOrNull } from '../shapes.ts';

/** What an author may write of a character, and the only copy of its limits (contract 6; lengths in code points). */
const fields = {
  name: line(120).describe('What the prose calls them, 1–120 characters.'),
  aliases: z.array(line(120)).max(20).describe('Up to 20 other names by which the prose may know them. Default: none.'),
  role: text(120).describe(
    'Their part in the story, free-form: protagonist, mentor, the lighthouse… At most 120 characters.',
  ),
  bio: text(2000).describe(
    'Who they are and where they come from, up to 2000 characters. First to be shortened when a prompt grows too long.',
  ),
  voiceProfile: text(2000).describe('How they talk: rhythm, words they use and never use, up to 2000 characters.'),
  want: textOrNull(240).describe(
    'What they are after, one short clause of at most 240 characters. Null leaves it out of the chapter prompt.',
  ),
  fear: textOrNull(240).describe(
    'What they dread, one short clause of at most 240 characters. Null leaves it out of the chapter prompt.',
  ),
  lie: textOrNull(240).describe(
    'The false thing they believe, one short clause of at most 240 characters. Null leaves it out of the chapter prompt.',
  ),
  isPov: z
    .boolean()
    .describe(
      'True for a character whose point of view carries chapters; a multi-POV book needs at least one. Default: false.',
    ),
};

export const newCharacter = z.strictObject({
  name: fields.name,
  aliases: fields.aliases.default([]),
  role: fields.role.default(''),
  bio: fields.bio.default(''),
  voiceProfile: fields.voiceProfile.default(''),
  want: fields.want.default(null),
  fear: fields.fear.default(null),
  lie: fields.lie.default(null),
  isPov: fields.isPov.default(false),
});
export type NewCharacter = z.output<typeof newCharacter>;

/** Absent stays; a null or blank clause is cleared. */
export const characterPatch = z.strictObject(fields).partial();
export type CharacterPatch = z.output<typeof characterPatch>;

/** A book's cast at most (contract 6). */
export const charactersMax = 500;
