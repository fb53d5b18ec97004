import type { z } from 'zod';
import { operation } from '../../operation.ts';
import { ListEventsDocument } from './operations.gen.ts';
import { logOptions } from './rules.ts';

const defaultLimit = 50;

export const eventOperations = [
  operation(ListEventsDocument, {
    answer: 'events',
    statements: 1,
    options: logOptions,
    variables: ({ limit, last, book_id: bookId, after }: z.output<typeof logOptions>) => ({
      limit: limit ?? (last ? undefined : defaultLimit),
      last,
      bookId,
      after,
    }),
    rest: 'GET /v1/events',
  }),
];
