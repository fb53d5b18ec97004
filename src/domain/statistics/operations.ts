import { operation } from '../../operation.ts';
import { GetStatisticsDocument, GetStatisticsSummaryDocument } from './operations.gen.ts';
import { statisticsOptions } from './rules.ts';

export const statisticsOperations = [
  operation(GetStatisticsDocument, {
    answer: 'statistics',
    options: statisticsOptions,
    rest: 'GET /v1/books/{bookId}/statistics',
  }),
  // Days and chapters one by one would fill a model's room.
  operation(GetStatisticsSummaryDocument, {
    answer: 'statistics',
    options: statisticsOptions,
    tool: {
      name: 'get_book_statistics',
      description:
        'Figures of a book: words against target, pace and finish, chapters by state, balance of viewpoints, which beats, conflicts and characters are in which chapters, readability. orders are places of chapters; 0 chapters means never on stage.',
    },
  }),
];
