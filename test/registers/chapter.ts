import type { Register } from './register.ts';
import { ofBook, ofChapter, withChapter, withChapters } from './story.ts';

const content = 'The rain will not stop for anybody in the world. '.repeat(2);

export const chapter: Register = {
  feature: 'chapters',
  ids: {
    chapterId: { prefix: 'ch', make: ({ make }) => make('createChapter', { content }) },
    nextChapterId: { prefix: 'ch', make: ({ make }) => make('createChapter', { title: 'Two', summary: 'Rain.' }) },
  },
  operations: {
    chapters: { tools: { list_chapters: { args: ofBook } } },
    createChapter: {
      events: ['chapter.created'],
      tools: {
        create_chapter: {
          args: async (story) => ({
            ...(await ofBook(story)),
            title: 'The Lamp',
            summary: 'Emma lights the lamp.',
          }),
        },
      },
    },
    chapter: {
      tools: {
        get_chapter: { args: ofChapter },
        read_chapter: { args: async (story) => ({ ...(await ofChapter(story)), limit: 1000 }) },
      },
    },
    updateChapter: {
      body: { content: 'Rain.' },
      events: ['text.updated', 'chapter.updated'],
      tools: {
        update_chapter: {
          args: async (story) => ({ ...(await ofChapter(story)), notes: 'Keep it short.', expectedVersion: 1 }),
        },
        save_chapter: {
          args: async (story) => {
            await story.answer('narrate_chapter');
            return { ...(await ofChapter(story)), content: 'Rain. The lamp went out.' };
          },
        },
      },
    },
    moveChapter: {
      body: { order: 1 },
      events: [],
      tools: { move_chapter: { args: async (story) => ({ ...(await ofChapter(story)), order: 1 }) } },
    },
    reorderChapters: {
      body: ({ nextChapterId, chapterId }) => ({ chapterIds: [nextChapterId, chapterId] }),
      unversioned: 'it names every chapter of the book itself, and is refused when one was added or removed',
      ownBook: true,
      events: ['chapter.moved'],
      tools: {
        reorder_chapters: {
          args: async (story) => {
            const { bookId, chapterIds } = await withChapters(story, 'One.', 'Two.');
            return { bookId, chapterIds: chapterIds.toReversed() };
          },
        },
      },
    },
    splitChapter: {
      body: { at: 20 },
      ownBook: true,
      events: ['chapter.created', 'text.updated', 'chapter.updated'],
      tools: { split_chapter: { args: async (story) => ({ ...(await withChapter(story, content)), at: 20 }) } },
    },
    mergeChapters: {
      ownBook: true,
      events: ['text.updated', 'chapter.archived', 'chapter.updated'],
      tools: {
        merge_chapters: {
          args: async (story) => {
            const { bookId, chapterIds } = await withChapters(story, 'One.', 'Two.');
            return { bookId, chapterId: chapterIds[0] };
          },
        },
      },
    },
    deleteChapter: {
      events: ['chapter.archived'],
      tools: { delete_chapter: { args: (story) => withChapter(story, content) } },
    },
    restoreChapter: {
      after: 'deleteChapter',
      reader: null,
      events: [],
      tools: {
        restore_chapter: {
          args: async (story) => {
            const key = await withChapter(story, content);
            await story.call('delete_chapter', key);
            return key;
          },
        },
      },
    },
  },
};
