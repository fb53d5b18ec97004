import type { Register } from './register.ts';
import { ofBook } from './story.ts';

export const style: Register = {
  feature: 'plan',
  operations: {
    style: { tools: { get_style: { args: ofBook } } },
    updateStyle: {
      reader: 'style',
      events: ['style.updated'],
      tools: {
        set_style: {
          args: async (story) => ({ ...(await ofBook(story)), styleGuide: 'Plain words.', avoid: ['suddenly'] }),
        },
      },
    },
  },
};
