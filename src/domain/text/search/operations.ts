import { operation } from '../../../operation.ts';
import { FindInBookDocument, SearchBookDocument, SearchBooksDocument } from './operations.gen.ts';
import { searchOptions } from './rules.ts';

export const searchOperations = [
  operation(SearchBooksDocument, {
    answer: 'searchBooks',
    statements: 2,
    options: searchOptions,
    rest: 'GET /v1/search',
    tool: {
      name: 'search_books',
      feature: 'books',
      spansBooks: true,
      description: 'Find words in all books of the account: prose, outline, notes, cast, conflicts, moods and plan.',
    },
  }),
  operation(SearchBookDocument, {
    answer: 'searchBook',
    statements: 2,
    options: searchOptions,
    rest: 'GET /v1/books/{bookId}/search',
  }),
  operation(FindInBookDocument, {
    answer: 'searchBook',
    statements: 2,
    options: searchOptions,
    tool: {
      name: 'search_book',
      feature: 'books',
      isDirect: true,
      description:
        'Find words in the prose, outline, notes, cast, conflicts, moods and plan of a book. Go on with read_chapter at the `offset` of a snippet.',
    },
  }),
];
