import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, defaultPageSize, pageCost, pageOf } from '../../graphql/connection.ts';
import { perOperation } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/input.ts';
import { cursorAt, pageArguments, placeOf } from '../page.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const ModelTier = enumOf(
  'ModelTier',
  rules.modelTiers,
  'How much model a chapter gets: the model behind each tier is the instance’s configuration.',
  {
    draft: 'Quick and cheap, for trying things.',
    standard: 'The usual one.',
    editorial: 'The best prose the instance offers, at the highest price.',
  },
);
enumOf(
  'ModelTierInput',
  rules.acceptedTiers,
  'A tier, or one of the spellings of older clients, which answers show under today’s name.',
  {
    haiku: 'Means `draft`.',
    sonnet: 'Means `standard`.',
    opus: 'Means `editorial`.',
  },
);
const Visibility = enumOf('Visibility', rules.visibilities, 'Who may read a published book.', {
  private: 'Nobody but its author.',
  unlisted: 'Whoever has the link; search engines are asked to stay away.',
  public: 'Everybody.',
});
const BookStatus = enumOf(
  'BookStatus',
  rules.bookStatuses,
  'Where a book stands; it follows from its chapters and is never set.',
  {
    draft: 'It has no chapters yet.',
    writing: 'At least one chapter is not complete.',
    ready: 'Every chapter is complete.',
    published: 'Readers can see it as it was when it was last published.',
  },
);

export const Book = builder.objectRef<store.Book>('Book').implement({
  description: 'A book and everything that belongs to it: chapters, cast, conflicts and plan.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `bk_…`.' }),
    title: t.exposeString('title', { description: 'The title; `Untitled Book` until somebody gives it one.' }),
    subtitle: t.exposeString('subtitle', { nullable: true, description: 'Second line of the title page.' }),
    premise: t.exposeString('premise', { description: 'What the book is about: outline and chapters start from it.' }),
    author: t.exposeString('author', { description: 'The name on the title page.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What readers see before they open it.',
    }),
    language: t.exposeString('language', {
      description: 'BCP 47 tag; chapters are written, and their words counted, in it.',
    }),
    genre: t.exposeString('genre', {
      nullable: true,
      description: 'One value with `Plan.genre`. Null: to be detected by the outliner.',
    }),
    audience: t.exposeString('audience', {
      nullable: true,
      description: 'One value with `Plan.audience`. Null: to be detected by the outliner.',
    }),
    toneStyle: t.exposeString('toneStyle', {
      nullable: true,
      description: 'How it should sound; part of every chapter prompt.',
    }),
    modelTier: t.expose('modelTier', {
      type: ModelTier,
      description: 'Which model writes its chapters.',
    }),
    coverColor: t.exposeString('coverColor', { nullable: true, description: 'Colour of the drawn cover, `#rrggbb`.' }),
    targetWords: t.exposeInt('targetWords', { nullable: true, description: 'Length aimed at, in words.' }),
    status: t.expose('status', {
      type: BookStatus,
      description: 'Follows from the chapters and from publishing.',
    }),
    visibility: t.expose('visibility', {
      type: Visibility,
      description: 'Who may read it once it is published.',
    }),
    slug: t.exposeString('slug', {
      nullable: true,
      description: 'Readable part of its address; minted when it is first published, then kept for ever.',
    }),
    readerUrl: t.string({
      nullable: true,
      description: 'Where readers find it; null while nobody can read it: not published, private or deleted.',
      resolve: (book, _args, { publicUrl }) =>
        book.publishedAt && book.visibility !== 'private' && !book.deletedAt
          ? `${publicUrl()}/read/${book.slug}`
          : null,
    }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the present snapshot was taken; null while not published.',
    }),
    wordCount: t.exposeInt('wordCount', {
      description: 'Words in all its chapters, counted as the language counts them.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Last change of the book’s own fields; a chapter’s change is the chapter’s.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted; null for a live one. What belongs to a deleted book is `not_found`.',
    }),
    version: t.exposeInt('version', {
      description: 'Grows with each change of the book’s own fields; send it as `expectedVersion`.',
    }),
  }),
});

const BookConnection = connectionOf('Book', Book);
const cursorOf = (book: store.Book) => cursorAt(book.deletedAt ?? book.updatedAt, book.id);

builder.queryFields((t) => ({
  books: t.field({
    type: BookConnection,
    authScopes: { scope: 'books:read' },
    complexity: pageCost,
    description: 'Your books, newest-updated first, or those that were deleted.',
    args: {
      first: t.arg.int({
        description: 'How many at most, 1–100; default 20.',
        validate: { schema: pageArguments.first },
      }),
      after: t.arg.string({
        description: '`endCursor` of the page before.',
        validate: { schema: pageArguments.after },
      }),
      deleted: t.arg.boolean({ description: rules.bookList.shape.deleted.description ?? '' }),
    },
    resolve: async (_root, { first, after, deleted }, { read, caller, asked }) => {
      const [size, list] = [first ?? defaultPageSize, deleted ? store.deletedBooksOf : store.booksOf];
      const place = after ? placeOf(after) : undefined;
      return pageOf(await list(read, caller.accountId, size + 1, place, asked?.get('Book')), size, cursorOf);
    },
  }),
  book: t.field({
    type: Book,
    nullable: true,
    authScopes: { scope: 'books:read' },
    description:
      'One book; an editor asks for everything on its screen under this field. Null, with `not_found`, when you have no such book.',
    args: { bookId: t.arg.id({ required: true, description: 'The book.' }) },
    resolve: async (_root, { bookId }, { read, caller, asked }) =>
      (await store.bookById(read, { accountId: caller.accountId, bookId }, asked?.get('Book'))) ?? notFound('book'),
  }),
}));

/** Books by id, for children that lead back to theirs: one statement for all of an operation. */
export const booksOf = perOperation(
  ({ read, caller, asked }) =>
    new DataLoader(async (ids: readonly string[]) => {
      const found = new Map(
        (await store.booksByIds(read, caller.accountId, ids, asked?.get('Book'))).map((book) => [book.id, book]),
      );
      return ids.map((id) => found.get(id) ?? new Error(`Book ${id} is gone.`));
    }),
);
