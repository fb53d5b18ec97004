import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { inputOf } from '../../graphql/input.ts';
import { unchanged, versionArgument } from '../../graphql/versions.ts';
import { recountWords } from '../chapter/text.ts';
import { cancelRunsOf } from '../generation/cancel.ts';
import * as rules from './rules.ts';
import { Book } from './schema.ts';
import * as store from './store.ts';

const NewBook = inputOf('NewBook', rules.newBook, 'A book to make. Only the premise is required.');
const BookPatch = inputOf('BookPatch', rules.bookPatch, 'Fields to change; those left out stay as they are.');
const DeletedBook = builder.objectRef<{ id: string }>('DeletedBook').implement({
  description: 'A book that was taken out of every read.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The book; `restoreBook` brings it back within 30 days.' }),
  }),
});

const bookId = { required: true, description: 'The book.' } as const;

builder.mutationFields((t) => ({
  createBook: t.field({
    type: Book,
    authScopes: { scope: 'books:write' },
    description: 'Makes a new book, every time it is called, unless the call has an `idempotencyKey` that was used.',
    args: { input: t.arg({ type: NewBook, required: true, description: 'At least a premise.' }) },
    resolve: (_root, { input }, { sql, caller }) => store.insertBook(sql, caller.accountId, input),
  }),
  updateBook: t.field({
    type: Book,
    authScopes: { scope: 'books:write' },
    description: 'Changes the fields that are sent.',
    args: {
      bookId: t.arg.id(bookId),
      patch: t.arg({ type: BookPatch, required: true, description: 'What to change.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const changed =
        Object.keys(patch).length > 0
          ? await store.updateBook(sql, key, patch, expectedVersion ?? undefined)
          : undefined;
      // Words are counted as the language counts them (contract 5).
      if (changed && patch.language) {
        await recountWords(sql, key, patch.language);
        return (await store.bookById(sql, key)) ?? notFound('book');
      }
      return changed ?? unchanged(await store.bookById(sql, key), 'book', expectedVersion);
    },
  }),
  deleteBook: t.field({
    type: DeletedBook,
    authScopes: { scope: 'books:write' },
    description: 'Takes a book out of every read at once; it can be restored for 30 days. Runs on it are cancelled.',
    args: { bookId: t.arg.id(bookId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      if (expectedVersion) unchanged(await store.bookById(context.sql, key), 'book', expectedVersion);
      await cancelRunsOf(context, key);
      if (await store.deleteBook(context.sql, key, expectedVersion ?? undefined)) return { id: bookId };
      unchanged(await store.bookById(context.sql, key), 'book', expectedVersion);
      return notFound('book');
    },
  }),
  restoreBook: t.field({
    type: Book,
    authScopes: { scope: 'books:write' },
    description: 'Brings a deleted book back as it was, within 30 days. A book that is not deleted stays as it is.',
    args: { bookId: t.arg.id(bookId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const restored = await store.restoreBook(sql, key, expectedVersion ?? undefined);
      return restored ?? unchanged(await store.keptBookById(sql, key), 'book', expectedVersion);
    },
  }),
}));
