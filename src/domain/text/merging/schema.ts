import { charged } from '../../../graphql/answer-size.ts';
import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { inputOf } from '../../../graphql/input.ts';
import { requireScope } from '../../../graphql/permit.ts';
import { refuseGrowth } from '../../../limits/space.ts';
import { refuse } from '../chapter/refusal-schema.ts';
import { Chapter } from '../chapter/schema.ts';
import { savingOf } from '../texts/edit-schema.ts';
import { contentOf } from '../texts/text-schema.ts';
import type { PlacedConflict, PlacedPart } from './combine.ts';
import { type MergedText as Merged, mergeText } from './merge-text.ts';
import { textMerge } from './rules.ts';

const MergeConflict = builder.objectRef<PlacedConflict>('MergeConflict').implement({
  description: 'What two changes of the same words make of them.',
  fields: (t) => ({
    line: t.exposeInt('line', {
      description: 'The line of the merge in which it begins, from 1, with the current words of other conflicts.',
    }),
    base: t.exposeString('base', { description: 'The words in the text that both have changed.' }),
    yours: t.exposeString('mine', { description: 'What stands there in your text.' }),
    present: t.exposeString('theirs', { description: 'What stands there in the present text.' }),
  }),
});

const MergePart = builder.objectRef<PlacedPart>('MergePart').implement({
  description: 'A part of a merge that has conflicts: either merged text or a conflict.',
  fields: (t) => ({
    text: t.exposeString('text', { nullable: true, description: 'Merged text; null for a conflict.' }),
    conflict: t.expose('conflict', {
      type: MergeConflict,
      nullable: true,
      description: 'Changes between which somebody must choose; null for merged text.',
    }),
  }),
});

const MergedText = builder.objectRef<Merged>('MergedText').implement({
  description: 'The merge of your text with the current one of a chapter.',
  fields: (t) => ({
    chapter: t.expose('chapter', {
      type: Chapter,
      description: 'The chapter after the save; without one, in the version with which your text was merged.',
    }),
    isSaved: t.boolean({
      description: 'Whether the chapter has the merged text.',
      resolve: ({ unsaved, parts }) => unsaved === null && parts.length === 0,
    }),
    text: t.string({
      nullable: true,
      // A stored answer is replayed to other keys of the account, too.
      authScopes: { scope: 'books:read' },
      description: 'The merged text; null if there are conflicts.',
      resolve: async ({ chapter, unsaved, parts }, _args, context) =>
        parts.length > 0 ? null : charged(context, unsaved ?? (await contentOf(chapter, context))),
    }),
    conflicts: t.field({
      type: [MergeConflict],
      authScopes: { scope: 'books:read' },
      description: 'What must be decided before the text can be saved, in order.',
      resolve: ({ parts }) => parts.flatMap(({ conflict }) => conflict ?? []),
    }),
    parts: t.expose('parts', {
      type: [MergePart],
      authScopes: { scope: 'books:read' },
      description: 'The whole text in order, if there are conflicts. Choose, join the parts and save them.',
    }),
  }),
});

const TextMerge = inputOf(
  'TextMerge',
  textMerge,
  'A text that was changed from one that is no longer the current one.',
);

builder.mutationField('mergeText', (t) =>
  t.field({
    space: 'changes',
    repeatable: false,
    destructive: false,
    keepsAnswer: true,
    type: MergedText,
    authScopes: { scope: 'books:write' },
    // Each of two texts is compared with the base, like two revisions.
    complexity: 120_000,
    description:
      'Merges your text with the current one, word by word, when somebody else has saved since you read it. Changes of different words are all made; changes of the same or of touching words are a conflict unless they are equal. Saves only with `save: true` and without conflicts; the former text is kept as a revision. The key needs `books:read` too.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: TextMerge, required: true, description: 'Your text, and the one that you changed.' }),
    },
    resolve: async (_root, { bookId, chapterId, input }, context) => {
      const { caller, config, sql, work, keepAnswer } = context;
      requireScope(caller, 'books:read');
      const outcome = await mergeText({ accountId: caller.accountId, bookId, chapterId }, input, {
        sql,
        work,
        by: savingOf(context, true),
        saved: (tx) => refuseGrowth(config, tx, caller.accountId, 'changes'),
        keep: keepAnswer,
      });
      return 'refused' in outcome ? refuse(outcome) : outcome;
    },
  }),
);
