import type { Register } from './register.ts';
import { ofBook } from './story.ts';

export const picture: Register = {
  feature: 'books',
  operations: {
    bookPicture: {
      options: { picture: 'conflicts' },
      tools: { get_book_picture: { args: async (story) => ({ ...(await ofBook(story)), picture: 'relationships' }) } },
    },
  },
};
