import { builder } from '../../graphql/builder.ts';
import { enumOf } from '../../graphql/input.ts';
import { type Comparison, compareRevisions } from './compare.ts';
import * as rules from './rules.ts';

const DiffKind = enumOf('DiffKind', rules.diffKinds, 'What a stretch of a comparison is.', {
  equal: 'In both texts.',
  insert: 'In the revision alone.',
  delete: 'In the other text alone.',
  gap: 'Equal text that was left out, because `context` asked for less.',
});

const DiffPart = builder.objectRef<rules.DiffPart>('DiffPart').implement({
  description: 'One stretch of a comparison.',
  fields: (t) => ({
    kind: t.field({ type: DiffKind, description: 'Which of the texts has it.', resolve: ({ kind }) => kind }),
    text: t.exposeString('text', { description: 'The words themselves, blanks and all; empty for a gap.' }),
    words: t.exposeInt('words', { description: 'How many words it has, in a gap too.' }),
  }),
});

const RevisionDiff = builder.objectRef<Comparison>('RevisionDiff').implement({
  description:
    'How a revision differs from another text, word by word. Equal and deleted parts in order are the other text, equal and inserted ones the revision.',
  fields: (t) => ({
    revisionId: t.exposeID('revisionId', { description: 'The revision that was asked about.' }),
    againstId: t.exposeID('againstId', {
      nullable: true,
      description: 'What it is compared with; null where there is none, which counts as an empty text.',
    }),
    wordsAdded: t.exposeInt('wordsAdded', { description: 'Words that the revision has and the other text lacks.' }),
    wordsRemoved: t.exposeInt('wordsRemoved', { description: 'Words that the other text has and the revision lacks.' }),
    parts: t.expose('parts', {
      type: [DiffPart],
      description:
        'From the first word to the last; where texts differ, what is deleted comes before what is inserted.',
    }),
  }),
});

builder.queryField('revisionDiff', (t) =>
  t.field({
    type: RevisionDiff,
    authScopes: { scope: 'books:read' },
    // Two whole texts are compared: a handful in one document.
    complexity: 120_000,
    description: 'How a revision differs from the present text, from the one before it, or from another one.',
    args: {
      bookId: t.arg.id({ required: true, description: 'The book.' }),
      chapterId: t.arg.id({ required: true, description: 'The chapter, archived or not.' }),
      revisionId: t.arg.id({ required: true, description: 'The revision that is asked about.' }),
      against: t.arg.string({
        description: '`current` (the default), `previous`, or the id of another revision of the chapter.',
        validate: { schema: rules.diffOptions.shape.against },
      }),
      context: t.arg.int({
        description: 'How many equal words to keep on each side of a change, 0–1000; all of them by default.',
        validate: { schema: rules.diffOptions.shape.context.unwrap() },
      }),
    },
    resolve: (_root, { bookId, chapterId, revisionId, against, context }, { read, caller }) =>
      compareRevisions(
        read,
        { accountId: caller.accountId, bookId, chapterId, revisionId },
        against ?? 'current',
        context ?? undefined,
      ),
  }),
);
