import { type Issue, invalidRequest, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { inputOf } from '../../graphql/input.ts';
import { unchanged, versionArgument } from '../../graphql/versions.ts';
import { cancelRunsOf } from '../generation/cancel.ts';
import { archiveChapter, type Disorder, moveChapter, reorderChapters, restoreChapter } from './arrange.ts';
import { orRefuse, refuse } from './edit-schema.ts';
import { mergeChapters } from './merge.ts';
import { chapterMerge, chapterMove, chapterOrder, chapterSplit } from './rules.ts';
import { Chapter, contentOf, manyChapters } from './schema.ts';
import { type Halves, splitChapter } from './split.ts';
import { chapterById, chaptersOfBook } from './store.ts';

const bookId = { required: true, description: 'The book.' } as const;
const chapterId = { required: true, description: 'The chapter.' } as const;

const DeletedChapter = builder.objectRef<{ id: string }>('DeletedChapter').implement({
  description: 'A chapter that was archived, text and all.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The chapter; `restoreChapter` brings it back.' }),
  }),
});

const SplitChapter = builder.objectRef<Halves>('SplitChapter').implement({
  description: 'The two chapters that were one.',
  kept: async ({ chapter, next }: Halves, context) => ({
    chapter: { ...chapter, content: await contentOf(chapter, {}, context) },
    next: { ...next, content: await contentOf(next, {}, context) },
  }),
  fields: (t) => ({
    chapter: t.expose('chapter', {
      type: Chapter,
      description: 'The first part, with id, title, summary and revisions of the whole.',
    }),
    next: t.expose('next', {
      type: Chapter,
      description: 'The second part, a new chapter right behind it, with the same point of view and participants.',
    }),
  }),
});

const ChapterSplit = inputOf('ChapterSplit', chapterSplit, 'Where to split a chapter.');
const ChapterMerge = inputOf('ChapterMerge', chapterMerge, 'How to merge a chapter with the next one.');

/** What is wrong with an order, for the one who sent it; so many ids are enough to look for. */
function faultsOf({ strangers, repeated, missing }: Disorder): Issue[] {
  const at = (index: number, message: string) => ({ path: `chapterIds[${index}]`, message });
  const lacking = `lacks ${missing.slice(0, 10).join(', ')}${missing.length > 10 ? ` and ${missing.length - 10} more` : ''}. Name every chapter of the book once.`;
  return [
    ...strangers.map((index) => at(index, 'is no chapter in the order of this book. Leave it out.')),
    ...repeated.map((index) => at(index, 'is there already. Name every chapter once.')),
    ...(missing.length > 0 ? [{ path: 'chapterIds', message: lacking }] : []),
  ];
}

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
      return orRefuse(moved ?? notFound('chapter'), key, context);
    },
  }),
  reorderChapters: t.field({
    type: [Chapter],
    authScopes: { scope: 'books:write' },
    complexity: manyChapters,
    description:
      'Puts all chapters of a book in another order, in one step. The list must name each of them once, so that none is lost that was added meanwhile.',
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
  splitChapter: t.field({
    type: SplitChapter,
    authScopes: { scope: 'books:write' },
    description:
      'Makes two chapters of one: what stands from a place on becomes a new chapter right behind it. The whole text is kept as a revision; refused while a run writes the chapter.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: ChapterSplit, required: true, description: 'Where, and what the second part is called.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, input, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, chapterId };
      const halves = (await splitChapter(sql, key, input, expectedVersion ?? undefined)) ?? notFound('chapter');
      return 'refused' in halves ? refuse(halves) : halves;
    },
  }),
  mergeChapters: t.field({
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description:
      'Puts the text of the next chapter behind that of this one, with its summary, notes, beats and participants, and archives it. Both former texts are kept; refused while a run writes either.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id({ required: true, description: 'The chapter that stays, the first of the two.' }),
      input: t.arg({ type: ChapterMerge, description: 'What stands between the texts; the version of the next one.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, chapterId, input, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      const merged = await mergeChapters(context.sql, key, input ?? {}, expectedVersion ?? undefined);
      return orRefuse(merged ?? notFound('chapter'), key, context);
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
      if (expectedVersion) unchanged(await chapterById(context.sql, key), 'chapter', expectedVersion);
      const cancelled = await cancelRunsOf(context, key);
      // A run that ends makes a new version, which the caller could not expect.
      const expected = cancelled > 0 ? undefined : (expectedVersion ?? undefined);
      const gone = (await archiveChapter(context.sql, key, expected)) ?? notFound('chapter');
      return 'refused' in gone ? refuse(gone) : gone;
    },
  }),
  restoreChapter: t.field({
    type: Chapter,
    authScopes: { scope: 'books:write' },
    description: 'Brings an archived chapter back to its former place. A live one stays as it is.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, chapterId, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId, chapterId };
      const restored = await restoreChapter(context.sql, key, expectedVersion ?? undefined);
      return orRefuse(restored ?? notFound('chapter'), key, context);
    },
  }),
}));
