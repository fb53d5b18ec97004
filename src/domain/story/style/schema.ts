import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { changes } from '../../../graphql/effect.ts';
import { inputOf } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { applyPatch, versionArgument } from '../../../graphql/versions.ts';
import { Book, booksOf } from '../book/schema.ts';
import { PersonOfNarration } from '../plan/person-schema.ts';
import { styleRecord } from './record.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

export const Style = builder.objectRef<store.Style>('Style').implement({
  description: 'How the prose of a book sounds. Every write and rewrite follows it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `sty_…`; it never changes.' }),
    styleGuide: t.exposeString('styleGuide', {
      nullable: true,
      description: 'Rules of the prose, in the author’s words; part of every chapter prompt. Null: none.',
    }),
    styleSample: t.exposeString('styleSample', {
      nullable: true,
      description: 'Prose in the wanted voice; part of every chapter prompt. Null: earlier chapters show the voice.',
    }),
    avoid: t.exposeStringList('avoid', {
      complexity: 1,
      description: 'Words and phrases to avoid; part of every chapter prompt, and reported by lint.',
    }),
    personLock: t.expose('personLock', {
      type: PersonOfNarration,
      nullable: true,
      description: 'Person of the narration; with `povLock` `multi`, of every viewpoint. Null: not locked.',
    }),
    prosePatterns: t.exposeBoolean('prosePatterns', {
      description: 'Whether lint looks for worn phrases and patterns of prose.',
    }),
    version: t.exposeInt('version', { description: 'Increases with each change; send it as `expectedVersion`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the book was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When a field last changed.' }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book whose prose follows it.',
      resolve: (style, _args, context) => booksOf(context).load(style.bookId),
    }),
  }),
});

implementNode(styleRecord, Style, ({ read, caller }, ids) => store.stylesByIds(read, caller, ids));

const stylesOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const found = await store.stylesOfBooks(read, caller.accountId, bookIds);
      const styles = new Map(found.map((style) => [style.bookId, style]));
      return bookIds.map((bookId) => styles.get(bookId) ?? new Error(`Book ${bookId} is gone.`));
    }),
);

builder.objectField(Book, 'style', (t) =>
  t.field({
    type: Style,
    authScopes: { scope: 'books:read' },
    description: 'How its prose sounds: guide, sample, words to avoid, person.',
    resolve: (book, _args, context) => stylesOf(context).load(book.id),
  }),
);

builder.queryField('style', (t) =>
  t.field({
    type: Style,
    authScopes: { scope: 'books:read' },
    description: 'The style of a book. Every book has one; unset fields are null or empty.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, { read, caller }) =>
      (await store.styleOfBook(read, { accountId: caller.accountId, bookId })) ?? notFound('book'),
  }),
);

const StylePatch = inputOf(
  'StylePatch',
  rules.stylePatch,
  'Fields to change; omitted fields stay unchanged, and null clears a field.',
);

builder.mutationField('updateStyle', (t) =>
  t.field({
    ...changes,
    type: Style,
    authScopes: { scope: 'books:write' },
    description: 'Changes the given fields. They apply from the next write or rewrite on.',
    args: {
      bookId: t.arg.id(bookId),
      patch: t.arg({
        type: StylePatch,
        required: true,
        description: 'Fields to change; omitted fields stay unchanged.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: (_root, { bookId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      return applyPatch({
        what: 'style',
        patch,
        expectedVersion,
        write: (expected) => store.updateStyle(sql, key, patch, expected),
        read: async () => (await store.styleOfBook(sql, key)) ?? notFound('book'),
      });
    },
  }),
);
