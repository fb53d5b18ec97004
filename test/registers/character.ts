import type { Register } from './register.ts';
import { ofBook, ofCharacter } from './story.ts';

export const character: Register = {
  feature: 'characters',
  ids: {
    characterId: { prefix: 'chr', make: ({ make }) => make('createCharacter', { name: 'A' }) },
    otherId: { prefix: 'chr', make: ({ make }) => make('createCharacter', { name: 'B' }) },
  },
  operations: {
    characters: {
      tools: { list_characters: { args: async (story) => ({ ...(await ofBook(story)), detail: 'full' }) } },
    },
    character: { tools: { get_character: { args: ofCharacter } } },
    createCharacter: {
      events: ['character.created'],
      tools: {
        create_character: {
          args: async (story) => ({
            ...(await ofBook(story)),
            name: 'Emma',
            want: 'to keep the lamp lit',
            isPov: true,
          }),
        },
      },
    },
    updateCharacter: {
      reader: 'character',
      events: ['character.updated'],
      tools: {
        update_character: { args: async (story) => ({ ...(await ofCharacter(story)), fear: 'the sea', want: null }) },
        date_character: { args: async (story) => ({ ...(await ofCharacter(story)), status: [{ is: 'away' }] }) },
      },
    },
    deleteCharacter: {
      reader: 'character',
      events: ['character.deleted', 'conflict.deleted'],
      tools: { delete_character: { args: ofCharacter, last: true } },
    },
  },
};
