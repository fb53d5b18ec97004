import type { Register } from './register.ts';
import { withChapter } from './story.ts';

const content = 'The ferry came late. Nobody was on the quay.';

export const passage: Register = {
  feature: 'chapters',
  operations: {
    editChapter: {
      body: { edits: [{ old: 'will not stop for anybody in the world. The', new: 'stops. The' }] },
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
