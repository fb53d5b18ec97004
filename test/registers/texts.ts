import type { Register } from './register.ts';
import { ofChapter, ofRevision } from './story.ts';

export const texts: Register = {
  feature: 'chapters',
  ids: {
    revisionId: {
      prefix: 'rev',
      // A former text, which can be restored and deleted.
      make: async ({ call, ids: { bookId, chapterId } }) => {
        const { content } = await call('chapter', { bookId, chapterId });
        await call('updateChapter', { bookId, chapterId, keepRevision: true, patch: { content: `${content} Later.` } });
        return (await call('revisions', { bookId, chapterId }))[1].id;
      },
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
    deleteRevision: {
      events: ['revision.deleted'],
      unversioned: 'Revisions never change.',
      tools: { delete_revision: { args: ofRevision, last: true } },
    },
    thinRevisions: {
      body: { keep: 0 },
      events: ['revision.deleted'],
      unversioned: 'Former texts never change.',
      tools: { thin_revisions: { args: async (story) => ({ ...(await ofChapter(story)), keep: 20, preview: true }) } },
    },
    restoreRevision: { events: ['text.updated', 'chapter.updated'], tools: { restore_revision: { args: ofRevision } } },
  },
};
