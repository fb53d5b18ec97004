import { z } from 'zod';
import { idOf, line, patchOf, text, textOrNull } from '../../shapes.ts';

/** States of a character in a chapter. */
export const lifeStatuses = ['alive', 'dead', 'away'] as const;

const fromChapterId = idOf('chapter')
  .nullable()
  .default(null)
  .describe('Id of the chapter. Default: the beginning of the book.');

const statusFrom = z
  .strictObject({
    is: z.enum(lifeStatuses).describe('dead: after the chapter; away: from it on.'),
    fromChapterId,
  })
  .meta({ title: 'CharacterStatusInput' })
  .describe('Since when somebody is so.');

const datedAlias = z
  .strictObject({ text: line(120).describe('Name in the prose.'), fromChapterId })
  .meta({ title: 'DatedAliasInput' })
  .describe('A name from a chapter on.');

/** Entries of each of the two lists. Ours. */
const datesMax = 20;

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
  status: z
    .array(statusFrom)
    .max(datesMax)
    .describe('Since when they are dead, away or back. Default: none.')
    .default([]),
  datedAliases: z
    .array(datedAlias)
    .max(datesMax)
    .describe('Names from a chapter on, such as a married name. Default: none.')
    .default([]),
});

export type NewCharacter = z.output<typeof newCharacter>;

/** Absent fields stay unchanged; a null or blank clause is cleared. */
export const characterPatch = patchOf(newCharacter);
/** The fields of a patch that begin with a chapter. */
export const characterDates = characterPatch.pick({ status: true, datedAliases: true });
export type CharacterPatch = Partial<NewCharacter>;

/** Maximum characters of a book (contract 6). */
export const charactersMax = 500;
