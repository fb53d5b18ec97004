import type { Register } from './register.ts';
import { ofBook, ofChapter } from './story.ts';

export const arc: Register = {
  feature: 'chapters',
  operations: {
    arcs: { tools: { list_arcs: { args: ofBook } } },
    setArc: {
      reader: null,
      after: 'setArc',
      events: ['arc.updated'],
      tools: {
        set_arc: {
          args: async (story) => ({ ...(await ofChapter(story)), events: 'It rained.', state: 'All are wet.' }),
        },
      },
    },
  },
};
