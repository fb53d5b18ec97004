import { type Issue, invalidRequest, notFound } from '../../../errors.ts';
import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { arranges, changes, removes } from '../../../graphql/effect.ts';
import { answerUnchanged, versionArgument } from '../../../graphql/versions.ts';
import { cancelRunsOf } from '../../calls/run/cancel.ts';
import { archiveChapter, moveChapter, type OrderFaults, reorderChapters, restoreChapter } from './arrange.ts';
import { chapterOrThrow, refuse } from './refusal-schema.ts';
import { removeChapter } from './remove.ts';
import { chapterMove, chapterOrder, deleting } from './rules.ts';
import { Chapter, manyChapters } from './schema.ts';
import { chapterById, chaptersOfBook } from './store.ts';

const DeletedChapter = builder.objectRef<{ id: string }>('DeletedChapter').implement({
  description: 'A chapter that was archived with its text, or deleted for good.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The chapter; `restoreChapter` restores it within 30 days.' }),
  }),
});

/** Faults of an order for the error; a limited number of ids suffices. */
function faultsOf({ unknown, repeated, missing }: OrderFaults): Issue[] {
  const at = (index: number, message: string) => ({ path: `chapterIds[${index}]`, message });
  const lacking = `lacks ${missing.slice(0, 10).join(', ')}${missing.length > 10 ? ` and ${missing.length - 10} more` : ''}. Name every chapter of the book once.`;
  return [
    ...unknown.map((index) => at(index, 'is no chapter in the order of this book. Leave it out.')),
    ...repeated.map((index) => at(index, 'occurs more than once. Name every chapter once.')),
    ...(missing.length > 0 ? [{ path: 'chapterIds', message: lacking }] : []),
  ];
}

builder.mutationFields((t) => ({
  moveChapter: t.field({
    ...arranges,
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description: 'Moves a chapter to another position; the others move up or down.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      order: t.arg.int({
        required: true,
        description: 'The new position, from 1; a larger number than that of the last chapter means the end.',
        validate: { schema: chapterMove.shape.order },
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, order, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      const moved = await moveChapter(context.sql, key, order, expectedVersion ?? undefined);
      return chapterOrThrow(moved ?? notFound('chapter'), key, context);
    },
  }),
  reorderChapters: t.field({
    ...arranges,
    type: [Chapter],
    authScopes: { scope: 'books:write' },
    complexity: manyChapters,
    description:
      'Reorders all chapters of a book in one step. The list must name each chapter exactly once; otherwise it is refused, so that a chapter added meanwhile is not lost.',
    args: {
      bookId: t.arg.id(bookId),
      chapterIds: t.arg.idList({
        required: true,
        description: chapterOrder.shape.chapterIds.description ?? '',
        validate: { schema: chapterOrder.shape.chapterIds },
      }),
    },
    resolve: async (_root, { bookId, chapterIds }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const done = (await reorderChapters(sql, key, chapterIds)) ?? notFound('book');
      if (done !== 'done') throw invalidRequest(faultsOf(done));
      return (await chaptersOfBook(sql, key)) ?? notFound('book');
    },
  }),
  deleteChapter: t.field({
    ...removes,
    type: DeletedChapter,
    authScopes: { scope: 'books:write' },
    description:
      'Archives a chapter with its text and revisions for 30 days; later chapters move up. A run on it is cancelled first, and its text so far is kept.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      expectedVersion: t.arg.int(versionArgument),
      forever: t.arg.boolean({ description: deleting.shape.forever.description ?? '' }),
    },
    resolve: async (_root, { bookId, chapterId, expectedVersion, forever }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      if (forever) {
        const removed = (await removeChapter(context.sql, key, expectedVersion ?? undefined)) ?? notFound('chapter');
        return 'refused' in removed ? refuse(removed) : removed;
      }
      if (expectedVersion) answerUnchanged(await chapterById(context.sql, key), 'chapter', expectedVersion);
      const cancelled = await cancelRunsOf(context, key);
      // If a run has changed the chapter at its end, the caller could not expect that version.
      const expected = cancelled > 0 ? undefined : (expectedVersion ?? undefined);
      const gone = (await archiveChapter(context.sql, key, expected)) ?? notFound('chapter');
      return 'refused' in gone ? refuse(gone) : gone;
    },
  }),
  restoreChapter: t.field({
    ...changes,
    repeatable: 'keyed',
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description:
      'Restores a chapter that was archived within the last 30 days at its former position. A live chapter is not changed.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, chapterId, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      const restored = await restoreChapter(context.sql, key, expectedVersion ?? undefined);
      return chapterOrThrow(restored ?? notFound('chapter'), key, context);
    },
  }),
}));
