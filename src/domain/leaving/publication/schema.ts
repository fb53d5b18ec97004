import DataLoader from 'dataloader';
import { invalidState, notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { listCost } from '../../../graphql/connection.ts';
import type { Context } from '../../../graphql/context.ts';
import { creates } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { answerUnchanged, versionArgument } from '../../../graphql/versions.ts';
import { readerAddress } from '../../story/book/rules.ts';
import { Book, Visibility } from '../../story/book/schema.ts';
import { bookById, type Book as WholeBook } from '../../story/book/store.ts';
import type { Warned } from '../../story/book/warnings.ts';
import { chaptersMax, readingSeconds } from '../../text/chapter/rules.ts';
import { type Outcome, publishBook, rotateReaderKey } from './publish.ts';
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

type ChapterOfEdition = store.EditionChapter & { address: string | null };

const EditionChapter = builder.objectRef<ChapterOfEdition>('EditionChapter').implement({
  description: 'A chapter of the published snapshot.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'The chapter; it may be archived by now.' }),
    revisionId: t.exposeID('revisionId', { description: 'The revision that readers see.' }),
    order: t.exposeInt('order', { description: 'Position in the book and number in its address, from 1.' }),
    title: t.exposeString('title', { description: 'Heading that readers see.' }),
    wordCount: t.exposeInt('wordCount', { description: 'Words of the text that readers see.' }),
    readingTimeSec: t.int({
      description: 'Reading time in seconds, at 238 words a minute.',
      resolve: ({ wordCount }) => readingSeconds(wordCount),
    }),
    readerUrl: t.string({
      nullable: true,
      description: 'URL for readers; null while the book is private.',
      resolve: ({ address, order }, _args, { publicUrl }) => address && `${publicUrl()}/read/${address}/${order}`,
    }),
  }),
});

const Edition = builder.objectRef<store.Edition>('Edition').implement({
  description: 'The published snapshot of a book, as its readers see it.',
  fields: (t) => ({
    publishedAt: t.expose('publishedAt', { type: 'DateTime', description: 'When the snapshot was taken.' }),
    title: t.exposeString('title', { description: 'The title that readers see.' }),
    wordCount: t.exposeInt('wordCount', { description: 'Words of all chapters that readers see.' }),
    hasChanges: t.exposeBoolean('hasChanges', {
      description:
        'Whether the book has changed since: a field of the title page, the cover picture, or the order, title or text of a chapter.',
    }),
    visibility: t.expose('visibility', { type: Visibility, description: 'Who can read it.' }),
    slug: t.exposeString('slug', {
      nullable: true,
      description: 'Its address while it is public; null if it never was.',
    }),
    readerKey: t.exposeString('readerKey', {
      nullable: true,
      description: 'Its address while it is unlisted; null if it never was.',
    }),
    readerUrl: t.string({
      nullable: true,
      description: 'URL for readers; null while it is private.',
      resolve: (edition, _args, { publicUrl }) => {
        const address = readerAddress(edition);
        return address && `${publicUrl()}/read/${address}`;
      },
    }),
    isGuessable: t.boolean({
      description:
        'True if it is unlisted at an old address that is derived from its title. Rotate the reader key to get an address that cannot be guessed.',
      resolve: rules.isGuessable,
    }),
    chapters: t.field({
      type: [EditionChapter],
      authScopes: { scope: 'books:read' },
      complexity: listCost(chaptersMax),
      description: 'Its chapters, in order.',
      resolve: async (edition, _args, context) => {
        const chapters = await chaptersOfEdition(context).load(edition.bookId);
        const address = readerAddress(edition);
        return chapters.map((chapter) => ({ ...chapter, address }));
      },
    }),
  }),
});

builder.objectField(Book, 'publication', (t) =>
  t.field({
    type: Edition,
    nullable: true,
    authScopes: { scope: 'books:read' },
    description: 'Its published state; null if it is not published.',
    resolve: (book, _args, context) => editionOf(context).load(book.id),
  }),
);

builder.queryField('publication', (t) =>
  t.field({
    type: Edition,
    nullable: true,
    authScopes: { scope: 'books:read' },
    description:
      'The published snapshot of a book, and whether the book has changed since. Null if it is not published.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, context: Context) => {
      const edition = await editionOf(context).load(bookId);
      if (edition) return edition;
      return (await bookById(context.read, { accountId: context.caller.accountId, bookId })) ? null : notFound('book');
    },
  }),
);

const Publication = inputOf('Publication', rules.publication, 'Publication state and visibility of a book.');

builder.mutationField('publishBook', (t) =>
  t.field({
    ...creates,
    repeatable: 'keyed',
    type: Book,
    authScopes: { scope: 'publish:write' },
    description:
      'Publishes or unpublishes a book. Readers see a snapshot until the book is published again. If a chapter is not complete, the answer is `invalid_state` with the incomplete chapters.',
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({
        type: Publication,
        required: true,
        description: 'Whether to publish or unpublish, and the visibility.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, input, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const outcome = await publishBook(sql, key, input, expectedVersion ?? undefined);
      const book = outcome ? accepted(outcome, expectedVersion) : notFound('book');
      return { ...book, isJustPublished: input.publish } satisfies Warned;
    },
  }),
);

builder.mutationField('rotateReaderKey', (t) =>
  t.field({
    space: 'frees',
    repeatable: false,
    destructive: false,
    type: Book,
    authScopes: { scope: 'publish:write' },
    description:
      'Replaces the reader key of a book, and so its address while it is unlisted. The former address answers 404 immediately.',
    args: { bookId: t.arg.id(bookId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const outcome = await rotateReaderKey(sql, key, expectedVersion ?? undefined);
      return outcome ? accepted(outcome, expectedVersion) : notFound('book');
    },
  }),
);

function accepted({ book, refused }: Outcome, expectedVersion: number | null | undefined): WholeBook {
  if (refused === undefined) return book;
  if (refused === 'stale') return answerUnchanged(book, 'book', expectedVersion);
  if (refused === 'empty')
    return invalidState('The book has no chapters. Add at least one and complete it before you publish.');
  const { unfinished } = refused;
  const named = unfinished.slice(0, 20).map(({ place, id }) => `${place} (${id})`);
  const more = unfinished.length > 20 ? ` and ${unfinished.length - 20} more` : '';
  return invalidState(`These chapters are not complete: ${named.join(', ')}${more}. Write them, then publish.`);
}
