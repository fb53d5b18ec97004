import { z } from 'zod';
import { operation } from '../../../operation.ts';
import { idOf } from '../../shapes.ts';
import { ListEventsDocument } from './operations.gen.ts';
import { logOptions } from './rules.ts';

const defaultLimit = 50;

export const eventOperations = [
  operation(ListEventsDocument, {
    answer: 'events',
    statements: 1,
    options: logOptions,
    variables: ({
      limit,
      last,
      book_id,
      bookId = book_id,
      after,
    }: z.output<typeof logOptions> & { bookId?: string }) => ({
      limit: limit ?? (last ? undefined : defaultLimit),
      last,
      bookId,
      after,
    }),
    rest: 'GET /v1/events',
    tool: {
      name: 'list_events',
      feature: 'books',
      without: ['book_id'],
      options: z.strictObject({ bookId: idOf('book').optional().describe('Only those of this book.') }),
      description:
        'The change log of your books, oldest first: what was created, changed or deleted, and when. last: 20 gives the newest twenty.',
    },
  }),
];
