import type { Register } from './register.ts';
import { withChapter } from './story.ts';

const baseText = 'The ferry came late. Nobody was on the quay.';

/** The text of the sample chapter. */
const world = 'The rain will not stop for anybody in the world. '.repeat(2);

export const merging: Register = {
  feature: 'chapters',
  operations: {
    mergeText: {
      body: { baseText: world, text: `Snow fell. ${world}`, save: true },
      ownBook: true,
      unversioned: 'It merges with the present text, whatever its version.',
      events: ['text.updated', 'chapter.updated'],
      tools: {
        merge_text: {
          args: async (story) => ({
            ...(await withChapter(story, 'The ferry never came. Nobody was on the quay.')),
            baseText,
            text: 'The ferry came late. Nobody stood on the quay.',
          }),
        },
      },
    },
  },
};
