import type { Register } from './register.ts';
import { ofBook } from './story.ts';

/** The premise of every book that tests make. */
export const premise = 'A lighthouse keeper and a storm.';

export const book: Register = {
  feature: 'books',
  ids: {
    bookId: { prefix: 'bk', make: async ({ call }) => (await call('createBook', { input: { premise } })).id },
  },
  operations: {
    createBook: {
      body: { premise },
      otherBody: { premise: `${premise} Again.` },
      events: [],
      tools: { create_book: { args: () => ({ premise, title: 'The Light' }) } },
    },
    books: { tools: { list_books: { args: () => ({ limit: 10 }) } } },
    book: { tools: { get_book: { args: ofBook } } },
    updateBook: {
      reader: 'book',
      events: ['book.updated'],
      tools: {
        update_book: { args: async (story) => ({ ...(await ofBook(story)), genre: 'gothic', expectedVersion: 1 }) },
      },
    },
    deleteBook: {
      reader: 'book',
      events: ['book.deleted'],
      tools: { delete_book: { args: ofBook, last: true } },
    },
    restoreBook: {
      after: 'deleteBook',
      reader: null,
      events: [],
      tools: {
        restore_book: {
          args: async (story) => {
            const { id: bookId } = await story.call('create_book', { premise });
            await story.call('delete_book', { bookId });
            return { bookId };
          },
        },
      },
    },
  },
};
