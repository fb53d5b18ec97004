import type { Register, Story } from './register.ts';
import { ofChapter, withChapter } from './story.ts';

const ofFinding = async (story: Story) => {
  const key = await withChapter(story, 'The rain will not stop for anybody in the world. '.repeat(2));
  const { findings } = await story.call('lint_chapter', key);
  return { ...key, findingId: findings[0].id };
};

export const lint: Register = {
  feature: 'chapters',
  ids: {
    findingId: {
      prefix: 'fnd',
      async make({ call, ids: { bookId, chapterId } }) {
        const [{ id: findingId }] = (await call('lintChapter', { bookId, chapterId })).findings;
        await call('waiveFinding', { bookId, chapterId, input: { findingId, reason: 'It will not.' } });
        return findingId;
      },
    },
  },
  operations: {
    lintChapter: {
      tools: {
        lint_chapter: {
          args: async (story) => {
            await story.answer('save_chapter');
            return ofChapter(story);
          },
        },
      },
    },
    waiveFinding: {
      unversioned: 'a waiver has no version: it exists or not',
      events: [],
      tools: {
        waive_finding: { args: async (story) => ({ ...(await ofFinding(story)), reason: 'It is meant.' }) },
      },
    },
    removeWaiver: {
      unversioned: 'a waiver has no version: it exists or not',
      events: [],
      tools: {
        remove_waiver: {
          args: async (story) => {
            const finding = await ofFinding(story);
            await story.call('waive_finding', { ...finding, reason: 'It is meant.' });
            return finding;
          },
        },
      },
    },
  },
};
