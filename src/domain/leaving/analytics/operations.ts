import { operation } from '../../../operation.ts';
import { GetAnalyticsDocument } from './operations.gen.ts';
import { analyticsRange } from './rules.ts';

export const analyticsOperations = [
  operation(GetAnalyticsDocument, {
    answer: 'analytics',
    statements: 1,
    options: analyticsRange,
    rest: 'GET /v1/books/{bookId}/analytics',
    tool: {
      name: 'get_analytics',
      feature: 'books',
      description:
        'How a published book is read: views and visitors in all, by day and by chapter, and how many get to the end (completion). At most 366 days.',
    },
  }),
];
