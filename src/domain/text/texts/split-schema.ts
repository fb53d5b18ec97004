import { notFound } from '../../../errors.ts';
import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { creates } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { versionArgument } from '../../../graphql/versions.ts';
import { idBeside } from '../../../ids/id.ts';
import { chapterOrThrow, refuse } from '../chapter/refusal-schema.ts';
import { chapterMerge, chapterSplit } from '../chapter/rules.ts';
import { Chapter } from '../chapter/schema.ts';
import { mergeChapters } from './merge-chapters.ts';
import { type Halves, splitChapter } from './split.ts';
import { withText } from './text-schema.ts';

const SplitChapter = builder.objectRef<Halves>('SplitChapter').implement({
  description: 'The two chapters after a split.',
  kept: async ({ chapter, next }: Halves, context) => ({
    chapter: await withText(chapter, context),
    next: await withText(next, context),
  }),
  fields: (t) => ({
    id: t.id({
      description: 'Id of this answer, made from the second part’s id.',
      resolve: ({ next }) => idBeside('split', next.id),
    }),
    chapter: t.expose('chapter', {
      type: Chapter,
      description: 'The first part; it keeps id, title, summary and revisions.',
    }),
    next: t.expose('next', {
      type: Chapter,
      description: 'The second part, a new chapter after it with the same viewpoint and participants.',
    }),
  }),
});

const ChapterSplit = inputOf('ChapterSplit', chapterSplit, 'Where to split a chapter.');
const ChapterMerge = inputOf('ChapterMerge', chapterMerge, 'How to merge a chapter with the next one.');

builder.mutationFields((t) => ({
  splitChapter: t.field({
    ...creates,
    type: SplitChapter,
    authScopes: { scope: 'books:write' },
    description:
      'Splits a chapter: the text from a position on becomes a new chapter after it. The whole text is kept as a revision. Fails with `invalid_state` while a run writes the chapter.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({
        type: ChapterSplit,
        required: true,
        description: 'Position of the cut, and the title of the second part.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, input, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, chapterId };
      const halves = (await splitChapter(sql, key, input, expectedVersion ?? undefined)) ?? notFound('chapter');
      return 'refused' in halves ? refuse(halves) : halves;
    },
  }),
  mergeChapters: t.field({
    ...creates,
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description:
      'Appends the next chapter’s text, summary, notes, beats and participants, and archives the next chapter. Both former texts are kept as revisions. Fails with `invalid_state` while a run writes either chapter.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id({ required: true, description: 'The chapter that stays, the first of the two.' }),
      input: t.arg({ type: ChapterMerge, description: 'Separator of the texts, and the version of the next chapter.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, input, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      const merged = await mergeChapters(context.sql, key, input ?? {}, expectedVersion ?? undefined);
      return chapterOrThrow(merged ?? notFound('chapter'), key, context);
    },
  }),
}));
