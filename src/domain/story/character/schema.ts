import { z } from 'zod';
import type { Context } from '../../../graphql/context.ts';
import { enumOf } from '../../../graphql/input.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { idsMax } from '../../shapes.ts';
import { rosterSchema } from '../roster/schema.ts';
import { changeOf, insert } from './dates.ts';
import * as rules from './rules.ts';
import { type CharacterRow, characterRoster, deleteCharacter } from './store.ts';

enumOf('LifeStatus', rules.lifeStatuses, 'State of a character from a chapter on.', {
  alive: 'They take part where a chapter names or lists them.',
  dead: 'They died in the chapter, and take no part in later ones.',
  away: 'They take no part from the chapter on.',
});

export const {
  Type: Character,
  /** Complete casts by book, for computed fields. */
  whole: castOf,
  /** The requested fields of casts: one statement per operation for all books and all ends of their conflicts. */
  shown: shownCastOf,
} = rosterSchema(characterRoster, {
  lean: ['id', 'name', 'aliases', 'role', 'want', 'fear', 'lie', 'isPov', 'status', 'datedAliases', 'version'],
  patch: rules.characterPatch,
  filter: {
    name: 'ids',
    argument: (arg) =>
      arg.idList({
        description: `Only these characters, at most ${idsMax}; unknown ids are ignored.`,
        validate: { schema: z.array(z.string()).max(idsMax) },
      }),
    where: (ids: readonly string[]) => (sql) => sql`AND r.id = ANY(${[...ids]})`,
  },
  insert,
  update: changeOf,
  remove: deleteCharacter,
  removedFields: (t) => ({
    conflictIds: t.exposeIDList('conflictIds', {
      description: 'Their conflicts, which were deleted in the same transaction.',
    }),
  }),
  words: {
    description: 'A character of a book, as described to the chapter writer.',
    members: {
      name: 'Name in the prose.',
      aliases: 'Other names in the prose; a chapter that uses one has the character in it.',
      role: 'Their part in the story; empty by default.',
      bio: 'Who they are; the first text to be shortened if a prompt is too long.',
      voiceProfile: 'How they talk, for their dialogue and for chapters from their point of view.',
      want: 'What they want, in one short clause. `null` omits it from the chapter prompt.',
      fear: 'What they fear, in one short clause. `null` omits it from the chapter prompt.',
      lie: 'Their false belief, in one short clause. `null` omits it from the chapter prompt.',
      isPov: 'Whether chapters can be told from their point of view.',
      status:
        'Since when they are dead, away or back, as set. Who is dead takes no part in the chapters after that one, and who is away none from it on, unless they are in `participantIds`. Empty: alive throughout.',
      datedAliases:
        'Names that they have from a chapter on. Dates of archived chapters do not count until those are restored.',
    },
    createdAt: 'When they were created; the cast is listed in this order.',
    book: 'The book that contains them.',
    ofBook: 'The cast, oldest first.',
    list: 'The cast of a book, oldest first.',
    page: 'A page of the cast, oldest first.',
    one: 'One character.',
    input: 'A character to add. Only the name is required.',
    needs: 'At least a name.',
    patch: 'Fields to change; omitted fields stay unchanged, and null clears want, fear or lie.',
    removed: 'A deleted character, with its deleted conflicts.',
    removedId: 'The removed character; the id is not reused.',
    add: `Adds a character to the cast. A book has at most ${rules.charactersMax}.`,
    change: 'Changes the given fields. New chapter prompts use the changed record.',
    remove:
      'Deletes a character with their conflicts, and removes them from the participants of chapters. Prose is not changed.',
    full: `The cast is full: a book holds at most ${rules.charactersMax} characters. Delete one first.`,
  },
});

/** Characters of a book, oldest first. */
export type Cast = readonly CharacterRow[];

const indices = perOperation(() => new Map<Cast, ReadonlyMap<string, CharacterRow>>());

/** Finds a member of a cast. The index is built on first use; most casts never need it. */
export function memberOf(context: Context, cast: Cast, characterId: string): CharacterRow | undefined {
  const known = indices(context);
  const index = known.get(cast) ?? new Map(cast.map((character) => [character.id, character]));
  known.set(cast, index);
  return index.get(characterId);
}
