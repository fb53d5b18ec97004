import type { Register } from './register.ts';
import { withChapter } from './story.ts';

export const recap: Register = {
  feature: 'chapters',
  operations: {
    recap: {
      after: 'setRecap',
      tools: {
        get_recap: {
          args: async (story) => {
            const key = await withChapter(story, 'The bell was gone.');
            await story.call('set_recap', { ...key, events: 'Emma misses the bell.' });
            return key;
          },
        },
      },
    },
    setRecap: {
      reader: 'recap',
      after: 'setRecap',
      events: ['recap.updated'],
      tools: {
        set_recap: {
          args: async (story) => ({
            ...(await withChapter(story, 'Rain.')),
            events: 'It rained.',
            state: 'All are wet.',
          }),
        },
      },
    },
    generateRecap: {
      body: {},
      scope: 'generation:run',
      events: ['run.started', 'recap.updated', 'run.completed'],
      tools: {
        generate_recap: {
          args: async (story) => ({ ...(await withChapter(story, 'Rain. The lamp went out.')), waitSeconds: 20 }),
        },
      },
    },
  },
};
