import type { Register, Story } from './register.ts';
import { ofBook } from './story.ts';

const ofConflict = async (story: Story) => ({
  ...(await ofBook(story)),
  conflictId: (await story.answer('add_character_conflict')).id,
});

export const conflict: Register = {
  feature: 'conflicts',
  ids: {
    conflictId: {
      prefix: 'cfl',
      make: ({ make, ids }) =>
        make('addConflict', {
          fromCharacterId: ids.characterId,
          toCharacterId: ids.otherId,
          kind: 'love',
          description: 'Unsaid.',
        }),
    },
  },
  operations: {
    conflicts: { tools: { list_character_conflicts: { args: ofBook } } },
    addConflict: {
      events: ['conflict.created'],
      tools: {
        add_character_conflict: {
          args: async (story) => {
            const book = await ofBook(story);
            const { id: fromCharacterId } = await story.answer('create_character');
            const { id: toCharacterId } = await story.call('create_character', { ...book, name: 'Jonas' });
            return { ...book, fromCharacterId, toCharacterId, kind: 'goal', description: 'Both want the light.' };
          },
        },
      },
    },
    conflict: { tools: { get_character_conflict: { args: ofConflict } } },
    updateConflict: {
      reader: 'conflict',
      events: ['conflict.updated'],
      tools: { update_character_conflict: { args: async (story) => ({ ...(await ofConflict(story)), intensity: 4 }) } },
    },
    removeConflict: {
      reader: 'conflict',
      events: ['conflict.deleted'],
      tools: {
        remove_character_conflict: { last: true, args: ofConflict },
      },
    },
  },
};
