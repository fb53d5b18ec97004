import { z } from 'zod';
import { operation } from '../../../operation.ts';
import {
  CreateBookDocument,
  DeleteBookDocument,
  GetBookDocument,
  ListBooksDocument,
  RestoreBookDocument,
  UpdateBookDocument,
} from './operations.gen.ts';
import { bookList, bookPatch, newBook } from './rules.ts';

/** Members of a book that say what it is to be; the rest is for readers and pages. */
const aboutBook = [
  ...['subtitle', 'premise', 'author', 'description', 'audience', 'toneStyle', 'modelTier', 'targetWords'],
  ...['visibility', 'readerUrl', 'publishedAt'],
];

export const bookOperations = [
  operation(ListBooksDocument, {
    answer: 'books',
    statements: 1,
    options: bookList,
    rest: 'GET /v1/books',
    tool: {
      name: 'list_books',
      feature: 'books',
      isDirect: true,
      spansBooks: true,
      description: 'Your books, newest-updated first, without chapters. Start here: every other tool wants a book id.',
    },
  }),
  operation(CreateBookDocument, {
    answer: 'createBook',
    statements: 1,
    body: ['input', newBook],
    example: {
      title: 'Low Water',
      premise: 'A ferry pilot finds a letter to herself, dated tomorrow.',
      language: 'en',
      genre: 'Mystery',
    },
    rest: 'POST /v1/books 201',
    tool: {
      name: 'create_book',
      feature: 'books',
      isDirect: true,
      spansBooks: true,
      description:
        'Make a new book from a premise. Always makes another one; look with list_books first. Next: set_plan, create_character, create_chapter.',
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
      feature: 'books',
      isDirect: true,
      description: 'One book: premise, description, audience, tone, length, state. Its chapters: list_chapters.',
      also: aboutBook,
      without: ['include'],
    },
  }),
  operation(UpdateBookDocument, {
    answer: 'updateBook',
    statements: 1,
    body: ['patch', bookPatch],
    example: { subtitle: 'A novel of the river' },
    rest: 'PATCH /v1/books/{bookId}',
    tool: {
      name: 'update_book',
      feature: 'books',
      description: 'Change the fields you send; the rest stay. Null clears a field that has no default.',
    },
  }),
  operation(DeleteBookDocument, {
    answer: 'deleteBook',
    statements: 2,
    rest: 'DELETE /v1/books/{bookId}',
    tool: {
      name: 'delete_book',
      feature: 'books',
      description: 'Take a book out of every list. restore_book brings it back for 30 days. Ask the author first.',
      without: ['expectedVersion'],
    },
  }),
  operation(RestoreBookDocument, {
    answer: 'restoreBook',
    statements: 1,
    rest: 'POST /v1/books/{bookId}/restore',
    tool: {
      name: 'restore_book',
      feature: 'books',
      description:
        'Bring back a book that was deleted in the last 30 days. list_books with deleted: true shows such books.',
    },
  }),
];
