import { operation } from '../../operation.ts';
import { GetPublicationDocument, PublishBookDocument } from './operations.gen.ts';
import { publication } from './rules.ts';

/** What publishing does not touch: out of an agent's answer, for the sake of its context. */
const untouched = [
  ...['subtitle', 'premise', 'author', 'description', 'language', 'genre', 'audience', 'toneStyle', 'modelTier'],
  ...['coverColor', 'targetWords', 'wordCount', 'createdAt', 'updatedAt'],
];

export const publicationOperations = [
  operation(PublishBookDocument, {
    answer: 'publishBook',
    statements: 5,
    body: ['input', publication],
    hidden: { tool: untouched },
    rest: 'POST /v1/books/{bookId}/publish',
    tool: {
      name: 'publish_book',
      description:
        'Show readers the chapters as they stand, or take the book back. Later changes show only after publishing again. Ask the author first.',
      without: ['expectedVersion'],
    },
  }),
  operation(GetPublicationDocument, {
    answer: 'publication',
    statements: 2,
    rest: 'GET /v1/books/{bookId}/publication',
  }),
];
