import DataLoader from 'dataloader';
import { invalidState, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { perOperation } from '../../graphql/context.ts';
import { enumOf, inputOf } from '../../graphql/input.ts';
import { unchanged, versionArgument } from '../../graphql/versions.ts';
import { Book, booksOf } from '../book/schema.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const MoodKind = enumOf('MoodKind', rules.moodKinds, 'What sort of thing sets the mood.', {
  image: 'A picture, a painting, a photograph.',
  music: 'A piece, a record, a sound.',
  film: 'A film, a series or a scene of one.',
  text: 'Another book, a poem, a letter.',
  place: 'Somewhere that exists, or did.',
  other: 'Anything else; the note says what.',
});

export const MoodReference = builder.objectRef<store.MoodReference>('MoodReference').implement({
  description:
    'Something outside the book that says how it should feel. Title and note are part of every chapter prompt.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `mood_…`.' }),
    kind: t.expose('kind', {
      type: MoodKind,
      description: 'What sort of thing it is; the chapter writer is told.',
    }),
    title: t.exposeString('title', { description: 'What it is called; with the note it enters the chapter prompt.' }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'Where the author finds it; never fetched, never part of a prompt.',
    }),
    note: t.exposeString('note', { description: 'What to take from it; empty when nobody said.' }),
    version: t.exposeInt('version', { description: 'Grows with each change; send it as `expectedVersion`.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was added, which is also its place in the list.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change of a field of its own.' }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book whose mood it sets.',
      resolve: (mood, _args, context) => booksOf(context).load(mood.bookId),
    }),
  }),
});

const moodReferencesOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const moods = Map.groupBy(
        await store.moodReferencesOfBooks(read, caller.accountId, bookIds),
        (mood) => mood.bookId,
      );
      return bookIds.map((bookId) => moods.get(bookId) ?? []);
    }),
);

const complexity = { field: 1, multiplier: rules.moodReferencesMax / 10 };

builder.objectField(Book, 'moodReferences', (t) =>
  t.field({
    type: [MoodReference],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'What it should feel like, oldest first.',
    resolve: (book, _args, context) => moodReferencesOf(context).load(book.id),
  }),
);

const bookId = { required: true, description: 'The book.' } as const;
const moodId = { required: true, description: 'The mood reference.' } as const;

builder.queryFields((t) => ({
  moodReferences: t.field({
    type: [MoodReference],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'The mood references of a book, oldest first.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, { read, caller }) =>
      (await store.moodReferencesOfBook(read, { accountId: caller.accountId, bookId })) ?? notFound('book'),
  }),
}));

const NewMoodReference = inputOf('NewMoodReference', rules.newMoodReference, 'A mood reference to add.');
const MoodReferencePatch = inputOf(
  'MoodReferencePatch',
  rules.moodReferencePatch,
  'Fields to change; those left out stay, a null address is cleared.',
);
const RemovedMoodReference = builder.objectRef<{ id: string }>('RemovedMoodReference').implement({
  description: 'A mood reference that no longer belongs to its book.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The mood reference, so that a client can drop it from its lists.' }),
  }),
});

builder.mutationFields((t) => ({
  addMoodReference: t.field({
    type: MoodReference,
    authScopes: { scope: 'books:write' },
    description: `Adds a mood reference to the book, of at most ${rules.moodReferencesMax}.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewMoodReference, required: true, description: 'A kind and a title at least.' }),
    },
    resolve: async (_root, { bookId, input }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const made = await store.insertMoodReference(sql, key, input);
      if (made) return made;
      if (!(await store.moodReferencesOfBook(sql, key))) notFound('book');
      return invalidState(`A book holds at most ${rules.moodReferencesMax} mood references. Remove one first.`);
    },
  }),
  updateMoodReference: t.field({
    type: MoodReference,
    authScopes: { scope: 'books:write' },
    description: 'Changes the fields that are sent; chapters written from now on see it.',
    args: {
      bookId: t.arg.id(bookId),
      moodId: t.arg.id(moodId),
      patch: t.arg({
        type: MoodReferencePatch,
        required: true,
        description: 'The fields to change; those that are left out stay as they are.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, moodId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, moodId };
      const changed =
        Object.keys(patch).length > 0
          ? await store.updateMoodReference(sql, key, patch, expectedVersion ?? undefined)
          : undefined;
      return changed ?? unchanged(await store.moodReferenceById(sql, key), 'mood reference', expectedVersion);
    },
  }),
  removeMoodReference: t.field({
    type: RemovedMoodReference,
    authScopes: { scope: 'books:write' },
    description: 'Removes a mood reference for good; chapters written from now on do without it.',
    args: { bookId: t.arg.id(bookId), moodId: t.arg.id(moodId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, moodId, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, moodId };
      const isGone = await store.deleteMoodReference(sql, key, expectedVersion ?? undefined);
      if (!isGone) unchanged(await store.moodReferenceById(sql, key), 'mood reference', expectedVersion);
      return { id: moodId };
    },
  }),
}));
