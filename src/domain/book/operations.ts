import { z } from 'zod';
import { operation } from '../../operation.ts';
import {
  CreateBookDocument,
  DeleteBookDocument,
  GetBookDocument,
  ListBooksDocument,
  RestoreBookDocument,
  UpdateBookDocument,
} from './operations.gen.ts';
import { bookList, bookPatch, newBook } from './rules.ts';

export const bookOperations = [
  operation(ListBooksDocument, {
    answer: 'books',
    statements: 1,
    options: bookList,
    rest: 'GET /v1/books',
    tool: {
      name: 'list_books',
      description:
        'Your books, newest-updated first, without chapters. Start here: every other tool wants a book id. Pass `next_cursor` back as `cursor` for more.',
      without: ['deleted'],
    },
  }),
  operation(CreateBookDocument, {
    answer: 'createBook',
    statements: 1,
    body: ['input', newBook],
    rest: 'POST /v1/books 201',
    tool: {
      name: 'create_book',
      description:
        'Make a new book from a premise (10–4000 characters). Always makes another one; look with list_books first. Next: set_plan, create_character, create_chapter.',
    },
  }),
  operation(GetBookDocument, {
    answer: 'book',
    statements: 4,
    options: z.strictObject({
      include: z.literal('content').optional().describe('`content` adds the prose of every chapter.'),
    }),
    variables: ({ include, ...rest }: { include?: 'content' }) => ({ ...rest, withContent: include === 'content' }),
    rest: 'GET /v1/books/{bookId}',
    revalidates: false,
    tool: {
      name: 'get_book',
      description: 'One book with its chapter list, without prose. Read prose with read_chapter.',
      without: ['include'],
    },
  }),
  operation(UpdateBookDocument, {
    answer: 'updateBook',
    statements: 1,
    body: ['patch', bookPatch],
    rest: 'PATCH /v1/books/{bookId}',
    tool: {
      name: 'update_book',
      description: 'Change the fields you send; the rest stay. Null clears a field that has no default.',
    },
  }),
  operation(DeleteBookDocument, {
    answer: 'deleteBook',
    statements: 2,
    rest: 'DELETE /v1/books/{bookId}',
    tool: {
      name: 'delete_book',
      description: 'Take a book out of every list. It can be restored over REST for 30 days. Ask the author first.',
      without: ['expectedVersion'],
    },
  }),
  operation(RestoreBookDocument, { answer: 'restoreBook', statements: 1, rest: 'POST /v1/books/{bookId}/restore' }),
];
