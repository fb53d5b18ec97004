import { operation } from '../../../operation.ts';
import { GetRevisionDiffDocument } from './operations.gen.ts';
import { type DiffPart, diffBriefly, diffOptions, markedText } from './rules.ts';

export const comparisonOperations = [
  operation(GetRevisionDiffDocument, {
    answer: 'revisionDiff',
    statements: 4,
    options: diffOptions,
    rest: 'GET /v1/books/{bookId}/chapters/{chapterId}/revisions/{revisionId}/diff',
  }),
  operation(GetRevisionDiffDocument, {
    answer: 'revisionDiff',
    statements: 4,
    options: diffBriefly,
    tool: {
      name: 'get_revision_diff',
      feature: 'chapters',
      description:
        'How one text of a chapter differs from the present one (or another), as text: {+what it has more+}, [-what it lacks-].',
      textOf: ({ parts, wordsAdded, wordsRemoved }: { parts: DiffPart[]; wordsAdded: number; wordsRemoved: number }) =>
        markedText(parts, wordsAdded, wordsRemoved),
    },
  }),
];
