import type { Register } from './register.ts';
import { ofBook } from './story.ts';

export const search: Register = {
  feature: 'books',
  operations: {
    searchBook: {
      options: { q: 'rain' },
      tools: {
        search_book: {
          args: async (story) => {
            await story.answer('save_chapter');
            return { ...(await ofBook(story)), q: 'lamp', in: ['prose', 'summary'] };
          },
        },
      },
    },
    searchBooks: {
      options: { q: 'rain' },
      tools: {
        search_books: {
          args: async (story) => {
            await story.answer('save_chapter');
            return { q: 'lamp', in: ['prose'] };
          },
        },
      },
    },
  },
};
