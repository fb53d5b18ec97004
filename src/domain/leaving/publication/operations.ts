import { operation } from '../../../operation.ts';
import {
  GetPublicationDocument,
  GetPublishWarningsDocument,
  PublishBookDocument,
  RotateReaderKeyDocument,
} from './operations.gen.ts';
import { publication } from './rules.ts';

export const publicationOperations = [
  operation(PublishBookDocument, {
    answer: 'publishBook',
    statements: 7,
    body: ['input', publication],
    example: { publish: true, visibility: 'unlisted' },
    beside: ['warnings'],
    rest: 'POST /v1/books/{bookId}/publish',
    tool: {
      name: 'publish_book',
      feature: 'books',
      also: ['visibility', 'slug', 'readerUrl', 'publishedAt', 'publishWarnings', 'warnings'],
      description:
        'Show readers the chapters as they stand, or take the book back. Later changes show only after publishing again. Ask the author first. Tell the author of `publishWarnings`: mistakes that readers would notice.',
      without: ['expectedVersion'],
    },
  }),
  operation(RotateReaderKeyDocument, {
    answer: 'rotateReaderKey',
    statements: 4,
    rest: 'POST /v1/books/{bookId}/reader-key/rotate',
    tool: {
      name: 'rotate_reader_key',
      feature: 'books',
      also: ['visibility', 'readerUrl'],
      description: 'Give an unlisted book a new address for readers; the old one stops working. Ask the author first.',
    },
  }),
  operation(GetPublicationDocument, {
    answer: 'publication',
    statements: 2,
    answersNull: true,
    rest: 'GET /v1/books/{bookId}/publication',
    tool: {
      name: 'get_publication',
      feature: 'books',
      description:
        'What readers see of a book: the chapters as published, where they are, and whether the book has changed since. Null: nothing.',
    },
  }),
  operation(GetPublishWarningsDocument, {
    answer: 'publishWarnings',
    statements: 3,
    rest: 'GET /v1/books/{bookId}/publish-warnings',
    tool: {
      name: 'get_publish_warnings',
      feature: 'books',
      description:
        'Mistakes that readers of a book would notice: notes of an assistant, placeholders, repeated headings, chapters of a wrong length. Call before publish_book. Mend each, or waive_finding if the author says that it is meant.',
    },
  }),
];
