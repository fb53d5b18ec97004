import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf, listCost, listPageCost, pageArgumentsOf, pageOf, rangeOf } from '../../../graphql/connection.ts';
import type { Context } from '../../../graphql/context.ts';
import { enumOf } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { computedFrom, rowType } from '../../../graphql/rows.ts';
import { type ListPlace, listCursorAt, listPageArguments, listPlaceOf, rowsBetween } from '../../page.ts';
import { Book, booksOf } from '../../story/book/schema.ts';
import { Character, memberOf, shownCastOf } from '../../story/character/schema.ts';
import { PersonOfNarration } from '../../story/plan/person-schema.ts';
import { chapterStoring } from './hooks.ts';
import { chapterRecord } from './record.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

export const ChapterStatus = enumOf('ChapterStatus', rules.chapterStatuses, 'State of the text of a chapter.', {
  empty: 'No text yet.',
  generating: 'A write is running; `content` has the text saved so far.',
  partial: 'A write stopped before the end; writing again continues from the last saved character.',
  complete: 'Complete, or set by hand.',
});
export const Chapter = rowType<store.ChapterRow>('Chapter', {
  lean: ['id', 'order', 'title', 'status', 'wordCount', 'version'],
  description: 'A chapter: its outline, participants and prose.',
  kept: async (chapter, context) => Object.assign({ ...chapter }, ...(await chapterStoring.run(chapter, context))),
  columns: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `ch_…`.' }),
    bookId: t.exposeID('bookId', { description: 'The book that contains it.' }),
    order: t.exposeInt('order', {
      description:
        'Place in the book, from 1, without gaps. It changes without a new version when another chapter is moved, added or deleted before it. An archived chapter keeps its former place.',
    }),
    title: t.exposeString('title', { description: 'Heading of the chapter.' }),
    summary: t.exposeString('summary', {
      description: 'What happens in it; the main part of its prompt.',
    }),
    notes: t.exposeString('notes', { description: 'The author’s notes; part of its prompt.' }),
    status: t.expose('status', {
      type: ChapterStatus,
      description: 'State of its text.',
    }),
    wordCount: t.exposeInt('wordCount', {
      description: 'Words of its text, counted by the rules of the book’s language; during a write, those before it.',
    }),
    beatKeys: t.exposeStringList('beatKeys', { description: 'Keys of the plan’s beats that it carries.' }),
    povCharacterId: t.exposeID('povCharacterId', {
      nullable: true,
      description: 'The viewpoint character; null leaves it to the plan.',
    }),
    participantIds: t.exposeIDList('participantIds', {
      description: 'The listed participants; empty means all characters named in it, without `mentionedIds`.',
    }),
    mentionedIds: t.exposeIDList('mentionedIds', {
      description: 'People of whom it only speaks. One who is also a listed participant takes part.',
    }),
    targetWords: t.exposeInt('targetWords', {
      nullable: true,
      description: 'Target length in words; null: an even share of the book’s target.',
    }),
    person: t.expose('person', {
      type: PersonOfNarration,
      nullable: true,
      description: 'Person of its narration; null: that of the book.',
    }),
    tense: t.exposeString('tense', { nullable: true, description: 'Tense of its narration; null: that of the book.' }),
    version: t.exposeInt('version', {
      description:
        'Increases with each change of the chapter, at the end of a write and when a rewrite completes; send it as `expectedVersion`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change of the chapter or its text.' }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted or replaced; null if it is not.',
    }),
  }),
  fields: (t) => ({
    readingTimeSec: computedFrom(t, 'wordCount').int({
      description: 'Reading time in seconds, at 238 words a minute.',
      resolve: (chapter) => rules.readingSeconds(chapter.wordCount),
    }),
    povCharacter: computedFrom(t, 'povCharacterId').field({
      type: Character,
      authScopes: { scope: 'books:read' },
      nullable: true,
      description: 'The character behind `povCharacterId`.',
      resolve: async (chapter, _args, context) =>
        (chapter.povCharacterId &&
          memberOf(context, await shownCastOf(context).load(chapter.bookId), chapter.povCharacterId)) ||
        null,
    }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book that contains it.',
      resolve: (chapter, _args, context) => booksOf(context).load(chapter.bookId),
    }),
  }),
});

implementNode(chapterRecord, Chapter, ({ read, caller, requestedFields }, ids) =>
  store.chaptersByIds(read, caller, ids, store.chapterColumns.selected(requestedFields?.get('Chapter'))),
);

/** Loads complete live chapters by book, in order, for computed fields. */
export const chaptersOf = perOperation(({ read, caller }) =>
  outlines(read, caller.accountId, store.chapterColumns.all),
);

/** Loads the requested fields of live chapters by book, in order. */
export const shownChaptersOf = perOperation(({ read, caller, requestedFields }) =>
  outlines(read, caller.accountId, store.chapterColumns.selected(requestedFields?.get('Chapter'))),
);

function outlines<Row extends store.ChapterRow>(
  read: Context['read'],
  accountId: string,
  selection: store.Selection<Row>,
) {
  return new DataLoader(async (bookIds: readonly string[]) => {
    const byBook = Map.groupBy(
      await store.chaptersOfBooks(read, accountId, bookIds, selection),
      (chapter) => chapter.bookId,
    );
    return bookIds.map((bookId) => byBook.get(bookId) ?? []);
  });
}

export const manyChapters = listCost(rules.chaptersMax);

builder.objectField(Book, 'chapters', (t) =>
  t.field({
    type: [Chapter],
    authScopes: { scope: 'books:read' },
    complexity: manyChapters,
    description: 'Its chapters in order, without the archived ones.',
    resolve: (book, _args, context) => shownChaptersOf(context).load(book.id),
  }),
);

const ChapterConnection = connectionOf('Chapter', Chapter);

builder.objectField(Book, 'chapterConnection', (t) =>
  t.field({
    type: ChapterConnection,
    authScopes: { scope: 'books:read' },
    complexity: listPageCost(rules.chaptersMax),
    description: 'A page of its chapters in order, without the archived ones.',
    args: pageArgumentsOf(t.arg, listPageArguments),
    resolve: async (book, page, context) => {
      const range = rangeOf(page, listPlaceOf);
      const rows = rowsBetween(await shownChaptersOf(context).load(book.id), range, placeIn);
      return pageOf(rows, range, (row) => listCursorAt(placeIn(row)));
    },
  }),
);

function placeIn({ order, id }: store.ChapterRow): ListPlace {
  return { order, id };
}

builder.queryFields((t) => ({
  chapters: t.field({
    type: [Chapter],
    authScopes: { scope: 'books:read' },
    complexity: manyChapters,
    description: 'The chapters of a book in order, or the archived ones.',
    args: {
      bookId: t.arg.id(bookId),
      archived: t.arg.boolean({ description: 'True: only archived chapters, last archived first.' }),
    },
    resolve: async (_root, { bookId, archived }, { read, caller }) =>
      (await store.chaptersOfBook(read, { accountId: caller.accountId, bookId }, archived ? 'archived' : 'live')) ??
      notFound('book'),
  }),
}));
