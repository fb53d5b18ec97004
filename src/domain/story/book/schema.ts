import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf, pageArgumentsOf, pageCost, pageOf, rangeOf } from '../../../graphql/connection.ts';
import { enumOf } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { computedFrom, rowType } from '../../../graphql/rows.ts';
import { cursorAt, pageArguments, positionOf } from '../../page.ts';
import { deletedBooksOf } from './deleted-store.ts';
import { bookRecord } from './record.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const ModelTier = enumOf(
  'ModelTier',
  rules.modelTiers,
  'Model quality for chapters. The instance configures the model of each tier.',
  {
    draft: 'Fast and cheap, for trying things.',
    standard: 'The default.',
    editorial: 'Best prose, at the highest price.',
  },
);
enumOf(
  'ModelTierInput',
  rules.acceptedTiers,
  'A tier, or one of its former names, which answers show under the current name.',
  {
    haiku: 'Means `draft`.',
    sonnet: 'Means `standard`.',
    opus: 'Means `editorial`.',
  },
);
export const Visibility = enumOf('Visibility', rules.visibilities, 'Who can read a published book.', {
  private: 'Only its author.',
  unlisted: 'Everyone with the link; search engines are told not to index it.',
  public: 'Everybody.',
});
const BookStatus = enumOf('BookStatus', rules.bookStatuses, 'State of a book, derived from its chapters.', {
  draft: 'It has no chapters yet.',
  writing: 'At least one chapter is not complete.',
  ready: 'Every chapter is complete.',
  published: 'Readers see the snapshot that was last published.',
});

export const Book = rowType<store.BookRow>('Book', {
  lean: ['id', 'title', 'language', 'genre', 'status', 'wordCount', 'version', 'updatedAt', 'deletedAt'],
  description: 'A book and everything that belongs to it: chapters, cast, conflicts and plan.',
  hiddenOnceDeleted: 'book',
  columns: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `bk_…`.' }),
    title: t.exposeString('title', { description: 'The title; `Untitled Book` by default.' }),
    subtitle: t.exposeString('subtitle', { nullable: true, description: 'Second line of the title page.' }),
    premise: t.exposeString('premise', { description: 'What the book is about: outline and chapters start from it.' }),
    author: t.exposeString('author', { description: 'The name on the title page.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Shown to readers before they open the book.',
    }),
    language: t.exposeString('language', {
      description: 'BCP 47 tag of the language of the chapters; words are counted by its rules.',
    }),
    genre: t.exposeString('genre', {
      nullable: true,
      description: 'Same value as `Plan.genre`. Null: the outliner detects it.',
    }),
    audience: t.exposeString('audience', {
      nullable: true,
      description: 'Same value as `Plan.audience`. Null: the outliner detects it.',
    }),
    toneStyle: t.exposeString('toneStyle', {
      nullable: true,
      description: 'Tone of the prose; part of every chapter prompt.',
    }),
    modelTier: t.expose('modelTier', {
      type: ModelTier,
      description: 'Which model writes its chapters.',
    }),
    coverColor: t.exposeString('coverColor', { nullable: true, description: 'Colour of the drawn cover, `#rrggbb`.' }),
    targetWords: t.exposeInt('targetWords', { nullable: true, description: 'Target length, words.' }),
    status: t.expose('status', {
      type: BookStatus,
      description: 'Derived from its chapters and its publication.',
    }),
    visibility: t.expose('visibility', {
      type: Visibility,
      description: 'Who can read it once it is published.',
    }),
    slug: t.exposeString('slug', {
      nullable: true,
      description:
        'Its address while it is public: `/read/{slug}`. Derived from the title when the book is first public, and never changed.',
    }),
    readerKey: t.exposeString('readerKey', {
      nullable: true,
      description:
        'Its address while it is unlisted: `/read/{readerKey}`. Created when the book is first unlisted; `rotateReaderKey` replaces it.',
    }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the published snapshot was taken; null if it is not published.',
    }),
    wordCount: t.exposeInt('wordCount', {
      description: 'Words of all its chapters, counted by the rules of its language.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Last change of the book’s own fields; changes of chapters do not count.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted; null if it is not. The parts of a deleted book are `not_found`.',
    }),
    version: t.exposeInt('version', {
      description: 'Increases with each change of the book’s own fields; send it as `expectedVersion`.',
    }),
  }),
  fields: (t) => ({
    readerUrl: computedFrom(t, 'visibility', 'slug', 'readerKey', 'publishedAt').string({
      nullable: true,
      description:
        'Current URL for readers: with the slug if it is public, with the reader key if it is unlisted. Null if it is not published, private or deleted.',
      resolve: (book, _args, { publicUrl }) => {
        const address = rules.readerAddress(book);
        return book.publishedAt && address && !book.deletedAt ? `${publicUrl()}/read/${address}` : null;
      },
    }),
  }),
});

implementNode(bookRecord, Book, ({ read, caller, requestedFields }, ids) =>
  store.booksOfShelf(read, caller, ids, store.bookColumns.selected(requestedFields?.get('Book'))),
);

const BookConnection = connectionOf('Book', Book);
const cursorOf = (book: store.BookRow) => cursorAt(book.deletedAt ?? book.updatedAt, book.id);

builder.queryFields((t) => ({
  books: t.field({
    bounds: 'narrowed',
    type: BookConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description: 'Your books, most recently updated first, or the deleted ones.',
    args: {
      ...pageArgumentsOf(t.arg, pageArguments),
      deleted: t.arg.boolean({ description: rules.bookList.shape.deleted.description ?? '' }),
    },
    resolve: async (_root, { deleted, ...page }, { read, caller, requestedFields }) => {
      const [range, list] = [rangeOf(page, positionOf), deleted ? deletedBooksOf : store.booksOf];
      return pageOf(
        await list(read, caller, range, store.bookColumns.selected(requestedFields?.get('Book'))),
        range,
        cursorOf,
      );
    },
  }),
  book: t.field({
    type: Book,
    nullable: true,
    extensions: { nullOnlyBesideError: true },
    authScopes: { scope: 'books:read' },
    description:
      'One book. A client can load a whole screen with this field. Null with the error `not_found` if you have no such book.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, { read, caller, requestedFields }) => {
      const key = { accountId: caller.accountId, bookId };
      return (
        (await store.selectedBook(read, key, store.bookColumns.selected(requestedFields?.get('Book')))) ??
        notFound('book')
      );
    },
  }),
}));

/** Loads parent books by id, in one statement per operation. */
export const booksOf = perOperation(
  ({ read, caller, requestedFields }) =>
    new DataLoader(async (ids: readonly string[]) => {
      const selection = store.bookColumns.selected(requestedFields?.get('Book'));
      const books = await store.booksByIds(read, caller.accountId, ids, selection);
      const found = new Map(books.map((book) => [book.id, book]));
      return ids.map((id) => found.get(id) ?? new Error(`Book ${id} is gone.`));
    }),
);
