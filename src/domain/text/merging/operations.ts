import { operation } from '../../../operation.ts';
import { MergeTextDocument, MergeTextWithoutProseDocument } from './operations.gen.ts';
import { textMerge } from './rules.ts';

const shared = {
  answer: 'mergeText',
  statements: 9,
  body: ['input', textMerge],
  example: { baseText: 'The ferry came late.', text: 'The ferry came late. Nobody was on the quay.' },
} as const;

export const mergingOperations = [
  operation(MergeTextDocument, {
    ...shared,
    rest: 'POST /v1/books/{bookId}/chapters/{chapterId}/text/merge',
  }),
  operation(MergeTextWithoutProseDocument, {
    ...shared,
    tool: {
      name: 'merge_text',
      feature: 'chapters',
      description:
        'Merge your whole text of a chapter with the present one, word by word, after a conflict. Answers what both have changed; saves only with save: true.',
    },
  }),
];
