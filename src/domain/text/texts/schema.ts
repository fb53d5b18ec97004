import { notFound } from '../../../errors.ts';
import { charged } from '../../../graphql/answer-size.ts';
import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { chapterStoring } from '../chapter/hooks.ts';
import { textWindow, windowOf } from '../chapter/rules.ts';
import { Chapter } from '../chapter/schema.ts';
import { chapterById } from '../chapter/store.ts';
import { chapterWithText } from './present.ts';
import { contentOf, revisionOf, textCost, withText } from './text-schema.ts';

chapterStoring.add(withText);

builder.objectFields(Chapter, (t) => ({
  content: t.string({
    complexity: textCost,
    description: 'The prose, Markdown. During a write it has the text saved so far; during a rewrite, the old text.',
    resolve: async (chapter, _args, context) => charged(context, await contentOf(chapter, context)),
  }),
  text: t.string({
    complexity: textCost,
    description: 'A part of the prose, for clients with little space.',
    args: {
      offset: t.arg.int({
        required: true,
        description: 'Start, in code points.',
        validate: { schema: textWindow.shape.offset },
      }),
      limit: t.arg.int({
        required: true,
        description: 'Maximum code points, up to 100,000.',
        validate: { schema: textWindow.shape.limit },
      }),
    },
    resolve: async (chapter, { offset, limit }, context) =>
      charged(context, windowOf(await contentOf(chapter, context), offset, limit)),
  }),
  revisionId: t.id({
    nullable: true,
    complexity: 5,
    description: 'Id of the present text; null for an empty chapter.',
    resolve: (chapter, _args, context) => revisionOf(chapter, context),
  }),
}));

builder.queryFields((t) => ({
  chapter: t.field({
    type: Chapter,
    authScopes: { scope: 'books:read' },
    description: 'One chapter.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId) },
    resolve: async (_root, { bookId, chapterId }, { read, caller, requestedFields }) => {
      const fields = requestedFields?.get('Chapter');
      const find = ['content', 'html', 'text'].some((name) => fields?.has(name)) ? chapterWithText : chapterById;
      return (await find(read, { accountId: caller.accountId, bookId, chapterId })) ?? notFound('chapter');
    },
  }),
}));
