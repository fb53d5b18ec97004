import type { Register } from './register.ts';
import { withChapter } from './story.ts';

const content = 'The ferry came late. Nobody was on the quay.';

export const passage: Register = {
  feature: 'chapters',
  operations: {
    editChapter: {
      body: { edits: [{ old: 'in the world. The', new: 'in the world. The cold' }] },
      ownBook: true,
      events: ['text.updated', 'chapter.updated'],
      tools: {
        edit_chapter: {
          args: async (story) => ({
            ...(await withChapter(story, content)),
            edits: [{ old: 'came late', new: 'never came' }],
          }),
        },
      },
    },
    appendToChapter: {
      body: { text: 'In the morning the river was frozen.' },
      ownBook: true,
      events: ['text.updated', 'chapter.updated'],
      tools: {
        append_to_chapter: {
          args: async (story) => ({ ...(await withChapter(story, content)), text: 'Snow fell.' }),
        },
      },
    },
  },
};
