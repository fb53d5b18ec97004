import type { Register, Story } from './register.ts';
import { ofBook } from './story.ts';

const ofMood = async (story: Story) => ({
  ...(await ofBook(story)),
  moodId: (await story.answer('add_mood_reference')).id,
});

export const mood: Register = {
  feature: 'plan',
  ids: {
    moodId: { prefix: 'mood', make: ({ make }) => make('addMoodReference', { kind: 'film', title: 'Fog' }) },
  },
  operations: {
    moodReferences: { tools: { list_mood_references: { args: ofBook } } },
    addMoodReference: {
      events: ['mood_reference.created'],
      tools: {
        add_mood_reference: {
          args: async (story) => ({
            ...(await ofBook(story)),
            kind: 'music',
            title: 'Rain on tin',
            note: 'How patient it is.',
          }),
        },
      },
    },
    updateMoodReference: {
      reader: null,
      events: ['mood_reference.updated'],
      tools: {
        update_mood_reference: { args: async (story) => ({ ...(await ofMood(story)), note: 'How loud it is.' }) },
      },
    },
    removeMoodReference: {
      reader: null,
      events: ['mood_reference.deleted'],
      tools: { remove_mood_reference: { args: ofMood, last: true } },
    },
  },
};
