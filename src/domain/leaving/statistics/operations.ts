import { operation } from '../../../operation.ts';
import { GetStatisticsDocument, GetStatisticsSummaryDocument } from './operations.gen.ts';
import { statisticsOptions } from './rules.ts';

export const statisticsOperations = [
  operation(GetStatisticsDocument, {
    answer: 'statistics',
    statements: 11,
    options: statisticsOptions,
    rest: 'GET /v1/books/{bookId}/statistics',
  }),
  // Figures per day and chapter, which depend on a range, would fill a model's context.
  operation(GetStatisticsSummaryDocument, {
    answer: 'statistics',
    statements: 10,
    tool: {
      name: 'get_statistics',
      feature: 'books',
      formerly: ['get_book_statistics'],
      description:
        'Figures of a book: target and pace, chapters by state, balance of viewpoints, how beats, conflicts and characters are spread over the chapters, readability. 0 chapters: never on stage.',
    },
  }),
];
