import type { Register } from './register.ts';
import { withChapter } from './story.ts';

const told = async (story: Parameters<typeof withChapter>[0]) => {
  const key = await withChapter(story, 'Rain. The lamp went out.');
  await story.call('set_recap', { ...key, events: 'Emma sees the lamp go out.', state: 'Emma is at the quay.' });
  return { bookId: key.bookId };
};

export const profile: Register = {
  feature: 'books',
  operations: {
    bookProfile: {
      tools: {
        get_book_profile: {
          args: async (story) => {
            const key = await told(story);
            await story.call('generate_profile', { ...key, waitSeconds: 20 });
            return key;
          },
        },
      },
    },
    generateProfile: {
      after: 'setRecap',
      body: {},
      scope: 'generation:run',
      events: ['run.started', 'profile.updated', 'run.completed'],
      tools: { generate_profile: { args: async (story) => ({ ...(await told(story)), waitSeconds: 20 }) } },
    },
  },
};
