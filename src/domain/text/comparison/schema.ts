import { anyChapterId, bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { enumOf } from '../../../graphql/input.ts';
import { type Comparison, compareRevisions } from './compare.ts';
import * as rules from './rules.ts';

const DiffKind = enumOf('DiffKind', rules.diffKinds, 'Kind of a part of a comparison.', {
  equal: 'In both texts.',
  insert: 'Only in the revision.',
  delete: 'Only in the other text.',
  gap: 'Equal text that was omitted because of `context`.',
});

export const DiffPart = builder.objectRef<rules.DiffPart>('DiffPart').implement({
  description: 'One part of a comparison.',
  fields: (t) => ({
    kind: t.field({ type: DiffKind, description: 'Which of the texts contains it.', resolve: ({ kind }) => kind }),
    text: t.exposeString('text', { description: 'The text with its white space; empty for a gap.' }),
    words: t.exposeInt('words', { description: 'Number of words, also of a gap.' }),
  }),
});

const RevisionDiff = builder.objectRef<Comparison>('RevisionDiff').implement({
  description:
    'Word differences between a revision and another text. Equal and deleted parts together give the other text, equal and inserted parts the revision.',
  fields: (t) => ({
    revisionId: t.exposeID('revisionId', { description: 'The revision that is compared.' }),
    againstId: t.exposeID('againstId', {
      nullable: true,
      description: 'The other revision; null for none, which counts as an empty text.',
    }),
    wordsAdded: t.exposeInt('wordsAdded', { description: 'Words only in the revision.' }),
    wordsRemoved: t.exposeInt('wordsRemoved', { description: 'Words only in the other text.' }),
    parts: t.expose('parts', {
      type: [DiffPart],
      description: 'Parts in text order; deleted parts come before inserted ones.',
    }),
  }),
});

builder.queryField('revisionDiff', (t) =>
  t.field({
    type: RevisionDiff,
    authScopes: { scope: 'books:read' },
    // Two whole texts are compared, so a document can have only a few.
    complexity: 120_000,
    description: 'Differences between a revision and the present text, the previous revision or another one.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(anyChapterId),
      revisionId: t.arg.id({ required: true, description: 'The revision to compare.' }),
      against: t.arg.string({
        description: '`current` (the default), `previous`, or the id of another revision of the chapter.',
        validate: { schema: rules.diffOptions.shape.against },
      }),
      context: t.arg.int({
        description: 'Number of equal words to keep on each side of a change, 0–1000. Default: all.',
        validate: { schema: rules.diffOptions.shape.context.unwrap() },
      }),
    },
    resolve: (_root, { bookId, chapterId, revisionId, against, context }, { read, work, caller }) =>
      compareRevisions(
        read,
        work,
        { accountId: caller.accountId, bookId, chapterId, revisionId },
        against ?? 'current',
        context ?? undefined,
      ),
  }),
);
