import { operation } from '../../../operation.ts';
import { ListStalenessDocument } from './operations.gen.ts';

export const stalenessOperations = [
  operation(ListStalenessDocument, {
    answer: 'staleness',
    statements: 8,
    rest: 'GET /v1/books/{bookId}/staleness',
    tool: {
      name: 'get_staleness',
      feature: 'chapters',
      description:
        'Which written chapters were built on inputs that have changed since (plan, style, people, conflicts, outline, moods), and what changed. Texts set by hand are never listed.',
    },
  }),
];
