import { z } from 'zod';
import { line, patchOf, text, textOrNull } from '../shapes.ts';

/** What an author may write of a character, and the only copy of its limits (contract 6; lengths in code points). A new member goes to the end. */
export const newCharacter = z.strictObject({
  name: line(120).describe('Name in the prose.'),
  aliases: z.array(line(120)).max(20).describe('Other names in the prose. Default: none.').default([]),
  role: text(120).describe('Their part in the story: protagonist, mentor, a place.').default(''),
  bio: text(2000).describe('Who they are and where they come from, up to 2000 characters.').default(''),
  voiceProfile: text(2000).describe('How they talk: rhythm, words they use and never use.').default(''),
  want: textOrNull(240).describe('What they want, one short clause.').default(null),
  fear: textOrNull(240).describe('What they fear, likewise.').default(null),
  lie: textOrNull(240).describe('Their false belief, likewise.').default(null),
  isPov: z.boolean().describe('True if chapters can be told from their point of view. Default: false.').default(false),
});

/** Absent fields stay unchanged; a null or blank clause is cleared. */
export const characterPatch = patchOf(newCharacter);

/** Maximum characters of a book (contract 6). */
export const charactersMax = 500;
