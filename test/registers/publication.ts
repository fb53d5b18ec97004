import type { Register } from './register.ts';
import { ofBook } from './story.ts';

export const publication: Register = {
  feature: 'books',
  operations: {
    publishBook: {
      body: { publish: false },
      reader: 'book',
      scope: 'publish:write',
      events: ['book.updated'],
      tools: { publish_book: { args: async (story) => ({ ...(await ofBook(story)), publish: false }) } },
    },
    rotateReaderKey: {
      reader: 'book',
      scope: 'publish:write',
      events: ['book.updated'],
      tools: { rotate_reader_key: { args: ofBook } },
    },
    publishWarnings: { tools: { get_publish_warnings: { args: ofBook } } },
    publication: { tools: { get_publication: { args: ofBook } } },
  },
};
