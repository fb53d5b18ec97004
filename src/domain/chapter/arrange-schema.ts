import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { unchanged, versionArgument } from '../../graphql/versions.ts';
import { cancelRunsOf } from '../generation/cancel.ts';
import { archiveChapter, moveChapter, restoreChapter } from './arrange.ts';
import { orRefuse } from './edit-schema.ts';
import { chapterMove } from './rules.ts';
import { Chapter } from './schema.ts';
import { chapterById } from './store.ts';

const bookId = { required: true, description: 'The book.' } as const;
const chapterId = { required: true, description: 'The chapter.' } as const;

const DeletedChapter = builder.objectRef<{ id: string }>('DeletedChapter').implement({
  description: 'A chapter that was archived, text and all.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The chapter; `restoreChapter` brings it back.' }),
  }),
});

builder.mutationFields((t) => ({
  moveChapter: t.field({
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description: 'Puts a chapter at another place; the others close up.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      order: t.arg.int({
        required: true,
        description: 'The new place, 1 for the first; beyond the end is the end.',
        validate: { schema: chapterMove.shape.order },
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, order, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      const moved = await moveChapter(context.sql, key, order, expectedVersion ?? undefined);
      return orRefuse(moved ?? notFound('chapter'), key, context, expectedVersion);
    },
  }),
  deleteChapter: t.field({
    type: DeletedChapter,
    authScopes: { scope: 'books:write' },
    description:
      'Archives a chapter with its text and revisions and closes the gap. A run on it is cancelled first; what it had written is kept.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, chapterId, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      // A run that ends makes a new version: who asks for one is told before it is cancelled.
      if (expectedVersion) unchanged(await chapterById(context.sql, key), 'chapter', expectedVersion);
      await cancelRunsOf(context, key);
      return (await archiveChapter(context.sql, key)) ? { id: chapterId } : notFound('chapter');
    },
  }),
  restoreChapter: t.field({
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description: 'Brings an archived chapter back to its former place. A live one stays as it is.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId) },
    resolve: async (_root, { bookId, chapterId }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      return orRefuse((await restoreChapter(context.sql, key)) ?? notFound('chapter'), key, context);
    },
  }),
}));
