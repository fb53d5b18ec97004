import type { Register } from './register.ts';
import { ofBook } from './story.ts';

export const analytics: Register = {
  feature: 'books',
  operations: {
    analytics: {
      scope: 'analytics:read',
      tools: {
        get_analytics: {
          args: async (story) => ({ ...(await ofBook(story)), from: '2026-01-01', to: '2026-01-31' }),
        },
      },
    },
  },
};
