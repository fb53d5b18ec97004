import DataLoader from 'dataloader';
import { invalidState, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { type Context, perOperation } from '../../graphql/context.ts';
import { inputOf } from '../../graphql/input.ts';
import { unchanged, versionArgument } from '../../graphql/versions.ts';
import { Book } from '../book/schema.ts';
import { type Book as BookRow, bookById } from '../book/store.ts';
import { chaptersMax, readingSeconds } from '../chapter/rules.ts';
import { type Outcome, publishBook } from './publish.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const editionOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const editions = await store.editionsOfBooks(read, caller.accountId, bookIds);
      const found = new Map(editions.map((edition) => [edition.bookId, edition]));
      return bookIds.map((bookId) => found.get(bookId) ?? null);
    }),
);

const chaptersOfEdition = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const chapters = await store.editionChaptersOfBooks(read, caller.accountId, bookIds);
      const found = Map.groupBy(chapters, ({ bookId }) => bookId);
      return bookIds.map((bookId) => found.get(bookId) ?? []);
    }),
);

type ChapterOfEdition = store.EditionChapter & Pick<store.Edition, 'visibility' | 'slug'>;

const EditionChapter = builder.objectRef<ChapterOfEdition>('EditionChapter').implement({
  description: 'A chapter as it was when the book was published.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'The chapter it was taken of, which may be archived since.' }),
    revisionId: t.exposeID('revisionId', { description: 'The text that readers see, present or former.' }),
    order: t.exposeInt('order', { description: 'Its place and the number in its address; 1 for the first.' }),
    title: t.exposeString('title', { description: 'The heading over it.' }),
    wordCount: t.exposeInt('wordCount', { description: 'Words of the text that readers see.' }),
    readingTimeSec: t.int({
      description: 'Seconds of reading, as of `Chapter`; readers are told the minutes.',
      resolve: ({ wordCount }) => readingSeconds(wordCount),
    }),
    readerUrl: t.string({
      nullable: true,
      description: 'Where readers find this chapter; null while the book is private.',
      resolve: ({ visibility, slug, order }, _args, { publicUrl }) =>
        visibility === 'private' ? null : `${publicUrl()}/read/${slug}/${order}`,
    }),
  }),
});

const Edition = builder.objectRef<store.Edition>('Edition').implement({
  description: 'A book as its readers see it: as it stood when it was last published.',
  fields: (t) => ({
    publishedAt: t.expose('publishedAt', { type: 'DateTime', description: 'When it was taken.' }),
    title: t.exposeString('title', { description: 'The title that readers see.' }),
    wordCount: t.exposeInt('wordCount', { description: 'Words of all chapters that readers see.' }),
    hasChanges: t.exposeBoolean('hasChanges', {
      description:
        'Whether publishing again would show readers something else: a field of the title page, the picture on the cover, or the place, title or text of a chapter.',
    }),
    chapters: t.field({
      type: [EditionChapter],
      authScopes: { scope: 'books:read' },
      complexity: { field: 1, multiplier: chaptersMax / 10 },
      description: 'What readers find in the contents, in order.',
      resolve: async ({ bookId, visibility, slug }, _args, context) => {
        const chapters = await chaptersOfEdition(context).load(bookId);
        return chapters.map((chapter) => ({ ...chapter, visibility, slug }));
      },
    }),
  }),
});

builder.objectField(Book, 'publication', (t) =>
  t.field({
    type: Edition,
    nullable: true,
    authScopes: { scope: 'books:read' },
    description: 'What readers see of it; null while it is not published.',
    resolve: (book, _args, context) => editionOf(context).load(book.id),
  }),
);

const bookId = { required: true, description: 'The book.' } as const;

builder.queryField('publication', (t) =>
  t.field({
    type: Edition,
    nullable: true,
    authScopes: { scope: 'books:read' },
    description: 'A book as its readers see it, and whether it has changed since. Null while it is not published.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, context: Context) => {
      const edition = await editionOf(context).load(bookId);
      if (edition) return edition;
      return (await bookById(context.read, { accountId: context.caller.accountId, bookId })) ? null : notFound('book');
    },
  }),
);

const Publication = inputOf('Publication', rules.publication, 'Whether and for whom a book is published.');

builder.mutationField('publishBook', (t) =>
  t.field({
    type: Book,
    authScopes: { scope: 'publish:write' },
    description:
      'Publishes a book whose chapters are all complete, or takes it back. Readers see it as it now stands until it is published again. Otherwise `invalid_state` names the chapters that are not.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: Publication, required: true, description: 'Publish or take back, and for whom.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, input, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const outcome = await publishBook(sql, key, input, expectedVersion ?? undefined);
      return outcome ? accepted(outcome, expectedVersion) : notFound('book');
    },
  }),
);

function accepted({ book, refused }: Outcome, expectedVersion: number | null | undefined): BookRow {
  if (refused === undefined) return book;
  if (refused === 'stale') return unchanged(book, 'book', expectedVersion);
  if (refused === 'empty')
    return invalidState('The book has no chapters. Add at least one and complete it before you publish.');
  const { unfinished } = refused;
  const named = unfinished.slice(0, 20).map(({ position, title }) => `${position} (${title})`);
  const more = unfinished.length > 20 ? ` and ${unfinished.length - 20} more` : '';
  return invalidState(`These chapters are not complete: ${named.join(', ')}${more}. Write them, then publish.`);
}
