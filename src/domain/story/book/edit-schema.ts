import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { changes, creates, removes } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { answerUnchanged, applyPatch, versionArgument } from '../../../graphql/versions.ts';
import { deleteBook, keptBookById, restoreBook } from './deleted-store.ts';
import { bookDeleting, bookLanguageChanged } from './hooks.ts';
import * as rules from './rules.ts';
import { Book } from './schema.ts';
import * as store from './store.ts';

const NewBook = inputOf('NewBook', rules.newBook, 'A book to create. Only the premise is required.');
const BookPatch = inputOf('BookPatch', rules.bookPatch, 'Fields to change; omitted fields stay unchanged.');
const DeletedBook = builder.objectRef<{ id: string }>('DeletedBook').implement({
  description: 'A deleted book, which can be restored for 30 days.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The book; `restoreBook` restores it within 30 days.' }),
  }),
});

builder.mutationFields((t) => ({
  createBook: t.field({
    ...creates,
    type: Book,
    bounds: 'newBook',
    authScopes: { scope: 'books:write' },
    description: 'Creates a book. Each call creates another one, unless its `idempotencyKey` was used before.',
    args: { input: t.arg({ type: NewBook, required: true, description: 'At least a premise.' }) },
    resolve: (_root, { input }, { sql, caller }) => store.insertBook(sql, caller.accountId, input),
  }),
  updateBook: t.field({
    ...changes,
    type: Book,
    authScopes: { scope: 'books:write' },
    description: 'Changes the given fields.',
    args: {
      bookId: t.arg.id(bookId),
      patch: t.arg({ type: BookPatch, required: true, description: 'What to change.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: (_root, { bookId, patch, expectedVersion }, context) => {
      const { sql, caller } = context;
      const key = { accountId: caller.accountId, bookId };
      return applyPatch({
        what: 'book',
        patch,
        expectedVersion,
        async write(expected) {
          const written = await store.updateBook(sql, key, patch, expected);
          if (!written || !patch.language) return written;
          await bookLanguageChanged.run(context, key, patch.language);
          return (await store.bookById(sql, key)) ?? notFound('book');
        },
        read: () => store.bookById(sql, key),
      });
    },
  }),
  deleteBook: t.field({
    ...removes,
    type: DeletedBook,
    authScopes: { scope: 'books:write' },
    description: 'Deletes a book. It can be restored for 30 days. Its runs are cancelled.',
    args: { bookId: t.arg.id(bookId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, expectedVersion }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      if (expectedVersion) answerUnchanged(await store.bookById(context.sql, key), 'book', expectedVersion);
      await bookDeleting.run(context, key);
      if (await deleteBook(context.sql, key, expectedVersion ?? undefined)) return { id: bookId };
      answerUnchanged(await store.bookById(context.sql, key), 'book', expectedVersion);
      return notFound('book');
    },
  }),
  restoreBook: t.field({
    ...changes,
    repeatable: 'keyed',
    type: Book,
    authScopes: { scope: 'books:write' },
    description: 'Restores a book that was deleted within the last 30 days. A live book is not changed.',
    args: { bookId: t.arg.id(bookId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const restored = await restoreBook(sql, key, expectedVersion ?? undefined);
      return restored ?? answerUnchanged(await keptBookById(sql, key), 'book', expectedVersion);
    },
  }),
}));
