import type { Register } from './register.ts';
import { ofChapter, ofRevision } from './story.ts';

export const revision: Register = {
  feature: 'chapters',
  ids: {
    revisionId: {
      prefix: 'rev',
      make: async ({ call, ids: { bookId, chapterId } }) => (await call('revisions', { bookId, chapterId }))[0].id,
    },
  },
  operations: {
    revisions: {
      tools: {
        list_revisions: {
          args: async (story) => {
            await story.answer('save_chapter');
            return ofChapter(story);
          },
        },
      },
    },
    revision: { tools: { get_revision: { args: ofRevision }, read_revision: { args: ofRevision } } },
    restoreRevision: { events: [], tools: { restore_revision: { args: ofRevision } } },
  },
};
