import type { Register } from './register.ts';
import { ofBook } from './story.ts';

export const port: Register = {
  feature: 'books',
  operations: {
    bookExport: {
      body: { format: 'text' },
      tools: { get_book_export: { args: async (story) => ({ ...(await ofBook(story)), format: 'text' }) } },
    },
    importBook: {
      body: { format: 'markdown', content: '# Landfall\n\nRain.\n' },
      otherBody: { format: 'text', content: 'Fog.' },
      unversioned: 'it makes a new book',
      events: [],
      tools: { import_book: { args: () => ({ format: 'text', content: 'Chapter 1\n\nRain.\n' }) } },
    },
  },
};
