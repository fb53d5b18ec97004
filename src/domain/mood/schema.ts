import DataLoader from 'dataloader';
import { invalidState, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { listCost } from '../../graphql/connection.ts';
import { changes, creates, removes } from '../../graphql/effect.ts';
import { enumOf, inputOf } from '../../graphql/input.ts';
import { implementNode } from '../../graphql/node.ts';
import { perOperation } from '../../graphql/operation-cache.ts';
import { rowType } from '../../graphql/rows.ts';
import { answerUnchanged, applyPatch, versionArgument } from '../../graphql/versions.ts';
import { Book, booksOf } from '../book/schema.ts';
import { moodRecord } from './record.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const MoodKind = enumOf('MoodKind', rules.moodKinds, 'Kind of a mood reference.', {
  image: 'A picture, a painting, a photograph.',
  music: 'A piece, a record, a sound.',
  film: 'A film, a series or a scene of one.',
  text: 'Another book, a poem, a letter.',
  place: 'A real place, present or past.',
  other: 'Anything else; the note says what.',
});

export const MoodReference = rowType<store.MoodReferenceRow>('MoodReference', {
  description: 'Something outside the book that describes its mood. Title and note are part of every chapter prompt.',
  columns: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `mood_…`.' }),
    kind: t.expose('kind', {
      type: MoodKind,
      description: 'Kind; part of the chapter prompt.',
    }),
    title: t.exposeString('title', { description: 'Title; part of the chapter prompt.' }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'URL for the author; never fetched and never part of a prompt.',
    }),
    note: t.exposeString('note', { description: 'What to take from it; empty by default.' }),
    version: t.exposeInt('version', { description: 'Increases with each change; send it as `expectedVersion`.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was created; lists have this order.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When a field last changed.' }),
  }),
  fields: (t) => ({
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book whose mood it describes.',
      resolve: (mood, _args, context) => booksOf(context).load(mood.bookId),
    }),
  }),
});

implementNode(moodRecord, MoodReference, ({ read, caller, requestedFields }, ids) =>
  store.moodReferencesByIds(read, caller, ids, store.moodColumns.selected(requestedFields?.get('MoodReference'))),
);

const moodReferencesOf = perOperation(
  ({ read, caller, requestedFields }) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const selection = store.moodColumns.selected(requestedFields?.get('MoodReference'));
      const moods = Map.groupBy(
        await store.moodReferencesOfBooks(read, caller.accountId, bookIds, selection),
        (mood) => mood.bookId,
      );
      return bookIds.map((bookId) => moods.get(bookId) ?? []);
    }),
);

const complexity = listCost(rules.moodReferencesMax);

builder.objectField(Book, 'moodReferences', (t) =>
  t.field({
    type: [MoodReference],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'Its mood references, oldest first.',
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
    resolve: async (_root, { bookId }, { read, caller, requestedFields }) => {
      const key = { accountId: caller.accountId, bookId };
      const selection = store.moodColumns.selected(requestedFields?.get('MoodReference'));
      return (await store.moodReferencesOfBook(read, key, selection)) ?? notFound('book');
    },
  }),
}));

const NewMoodReference = inputOf('NewMoodReference', rules.newMoodReference, 'A mood reference to add.');
const MoodReferencePatch = inputOf(
  'MoodReferencePatch',
  rules.moodReferencePatch,
  'Fields to change; omitted fields stay unchanged, and null clears the URL.',
);
const RemovedMoodReference = builder.objectRef<{ id: string }>('RemovedMoodReference').implement({
  description: 'A deleted mood reference.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The mood reference, for client caches.' }),
  }),
});

builder.mutationFields((t) => ({
  addMoodReference: t.field({
    ...creates,
    type: MoodReference,
    authScopes: { scope: 'books:write' },
    description: `Adds a mood reference. A book has at most ${rules.moodReferencesMax}.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewMoodReference, required: true, description: 'At least a kind and a title.' }),
    },
    resolve: async (_root, { bookId, input }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const made = await store.insertMoodReference(sql, key, input);
      if (made) return made;
      if (!(await store.moodReferencesOfBook(sql, key, store.moodColumns.all))) notFound('book');
      return invalidState(`A book holds at most ${rules.moodReferencesMax} mood references. Remove one first.`);
    },
  }),
  updateMoodReference: t.field({
    ...changes,
    type: MoodReference,
    authScopes: { scope: 'books:write' },
    description: 'Changes the given fields. New chapter prompts use the changed record.',
    args: {
      bookId: t.arg.id(bookId),
      moodId: t.arg.id(moodId),
      patch: t.arg({
        type: MoodReferencePatch,
        required: true,
        description: 'Fields to change; omitted fields stay unchanged.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: (_root, { bookId, moodId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, moodId };
      return applyPatch({
        what: 'mood reference',
        patch,
        expectedVersion,
        write: (expected) => store.updateMoodReference(sql, key, patch, expected),
        read: () => store.moodReferenceById(sql, key),
      });
    },
  }),
  removeMoodReference: t.field({
    ...removes,
    type: RemovedMoodReference,
    authScopes: { scope: 'books:write' },
    description: 'Deletes a mood reference permanently. It is no longer part of new chapter prompts.',
    args: { bookId: t.arg.id(bookId), moodId: t.arg.id(moodId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, moodId, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, moodId };
      const isGone = await store.deleteMoodReference(sql, key, expectedVersion ?? undefined);
      if (!isGone) answerUnchanged(await store.moodReferenceById(sql, key), 'mood reference', expectedVersion);
      return { id: moodId };
    },
  }),
}));
