import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { type Context, perOperation } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/input.ts';
import { Book, booksOf } from '../book/schema.ts';
import { Character, memberOf, shownCastOf } from '../character/schema.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

export const ChapterStatus = enumOf('ChapterStatus', rules.chapterStatuses, 'Where the text of a chapter stands.', {
  empty: 'No text yet.',
  generating: 'A write is adding to it; `content` shows what is saved so far.',
  partial: 'A write stopped before the end; writing again goes on from the last saved character.',
  complete: 'Written to the end, or set by hand.',
});
/** Texts are long and read apart, in one statement for all the chapters of an operation. */
const textOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (ids: readonly string[]) => {
      const found = new Map(
        (await store.textsOf(read, caller.accountId, ids)).map(({ chapterId, body }) => [chapterId, body]),
      );
      return ids.map((id) => found.get(id) ?? '');
    }),
);

/** A chapter as it is answered; one that was kept under an idempotency key, or read alone, has its text with it. */
type Answered = store.Chapter & { content?: string };

/** Its prose, as it was kept or read with it, or as it is saved now. */
export async function contentOf({ id, content }: Answered, _args: object, context: Context): Promise<string> {
  return content ?? textOf(context).load(id);
}

export const Chapter = builder.objectRef<Answered>('Chapter').implement({
  description: 'A chapter: its line in the outline, who is in it, and its prose.',
  kept: async (chapter: Answered, context) => ({ ...chapter, content: await contentOf(chapter, {}, context) }),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `ch_…`.' }),
    bookId: t.exposeID('bookId', { description: 'The book it belongs to.' }),
    order: t.exposeInt('order', {
      description: 'Its place, 1 for the first, without gaps. An archived one keeps the place it had.',
    }),
    title: t.exposeString('title', { description: 'Heading of the chapter.' }),
    summary: t.exposeString('summary', {
      description: 'What happens in it: its line in the outline, from which it is written.',
    }),
    content: t.string({
      complexity: 5,
      description:
        'The prose, Markdown. While a write runs, what is saved of it so far; while a rewrite runs, the old text.',
      resolve: contentOf,
    }),
    text: t.string({
      complexity: 5,
      description: 'A part of the prose, for readers with little room.',
      args: {
        offset: t.arg.int({
          required: true,
          description: 'Where to begin, in code points.',
          validate: { schema: rules.textWindow.shape.offset },
        }),
        limit: t.arg.int({
          required: true,
          description: 'How many code points at most, up to 100,000.',
          validate: { schema: rules.textWindow.shape.limit },
        }),
      },
      resolve: async (chapter, { offset, limit }, context) =>
        rules.windowOf(await contentOf(chapter, {}, context), offset, limit),
    }),
    notes: t.exposeString('notes', { description: 'Wishes and reminders; part of its prompt.' }),
    status: t.expose('status', {
      type: ChapterStatus,
      description: 'Where its text stands.',
    }),
    wordCount: t.exposeInt('wordCount', {
      description: 'Words of its text as the language of the book counts them; while a write runs, those before it.',
    }),
    readingTimeSec: t.int({
      description: 'Seconds of reading, at 238 words a minute.',
      resolve: (chapter) => rules.readingSeconds(chapter.wordCount),
    }),
    beatKeys: t.exposeStringList('beatKeys', { description: 'Beats of the plan’s beat sheet that it carries.' }),
    povCharacterId: t.exposeID('povCharacterId', {
      nullable: true,
      description: 'Whose point of view it is told from; null leaves it to the plan.',
    }),
    participantIds: t.exposeIDList('participantIds', {
      description: 'Who was said to take part; empty means whoever is named in it.',
    }),
    povCharacter: t.field({
      type: Character,
      authScopes: { scope: 'books:read' },
      nullable: true,
      description: 'The character behind `povCharacterId`.',
      resolve: async (chapter, _args, context) =>
        (chapter.povCharacterId &&
          memberOf(context, await shownCastOf(context).load(chapter.bookId), chapter.povCharacterId)) ||
        null,
    }),
    version: t.exposeInt('version', {
      description:
        'Grows with each change of the chapter, when a write ends and when a rewrite has finished; send it as `expectedVersion`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change of the chapter or its text.' }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted or replaced; null for a live one.',
    }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book it belongs to.',
      resolve: (chapter, _args, context) => booksOf(context).load(chapter.bookId),
    }),
  }),
});

/** Live chapters by book, in order, whole, for what is worked out of them. */
export const chaptersOf = perOperation(({ read, caller }) => outlines(read, caller.accountId));

/** The same to be shown: with what the document asks of any chapter. */
export const shownChaptersOf = perOperation(({ read, caller, asked }) =>
  outlines(read, caller.accountId, asked?.get('Chapter')),
);

function outlines(read: Context['read'], accountId: string, asked?: ReadonlySet<string>) {
  return new DataLoader(async (bookIds: readonly string[]) => {
    const byBook = Map.groupBy(
      await store.chaptersOfBooks(read, accountId, bookIds, asked),
      (chapter) => chapter.bookId,
    );
    return bookIds.map((bookId) => byBook.get(bookId) ?? []);
  });
}

export const manyChapters = { field: 1, multiplier: 60 };

builder.objectField(Book, 'chapters', (t) =>
  t.field({
    type: [Chapter],
    authScopes: { scope: 'books:read' },
    complexity: manyChapters,
    description: 'Its chapters in order, without the archived ones.',
    resolve: (book, _args, context) => shownChaptersOf(context).load(book.id),
  }),
);

const bookId = { required: true, description: 'The book.' } as const;
const chapterId = { required: true, description: 'The chapter.' } as const;

builder.queryFields((t) => ({
  chapters: t.field({
    type: [Chapter],
    authScopes: { scope: 'books:read' },
    complexity: manyChapters,
    description: 'The chapters of a book in order, or those that were deleted or replaced.',
    args: {
      bookId: t.arg.id(bookId),
      archived: t.arg.boolean({ description: 'True for the archived ones, last archived first.' }),
    },
    resolve: async (_root, { bookId, archived }, { read, caller }) =>
      (await store.chaptersOfBook(read, { accountId: caller.accountId, bookId }, archived ? 'archived' : 'live')) ??
      notFound('book'),
  }),
  chapter: t.field({
    type: Chapter,
    authScopes: { scope: 'books:read' },
    description: 'One chapter.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId) },
    resolve: async (_root, { bookId, chapterId }, { read, caller, asked }) => {
      const fields = asked?.get('Chapter');
      const find = fields?.has('content') || fields?.has('text') ? store.chapterWithText : store.chapterById;
      return (await find(read, { accountId: caller.accountId, bookId, chapterId })) ?? notFound('chapter');
    },
  }),
}));
