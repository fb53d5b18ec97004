import DataLoader from 'dataloader';
import { invalidRequest, invalidState, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { type Context, perOperation } from '../../graphql/context.ts';
import { enumOf, inputOf } from '../../graphql/input.ts';
import { unchanged, versionArgument } from '../../graphql/versions.ts';
import { Book, booksOf } from '../book/schema.ts';
import { Character, castOf } from '../character/schema.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const ConflictKind = enumOf('ConflictKind', rules.conflictKinds, 'What a conflict is about.', {
  goal: 'They want things that cannot both be had.',
  value: 'They disagree about what matters.',
  loyalty: 'One owes faithfulness that the other claims or betrays.',
  secret: 'One hides something from the other.',
  power: 'One has a hold over the other, or both fight for it.',
  rivalry: 'They compete for the same place.',
  love: 'Affection that is unequal, forbidden or at odds.',
  debt: 'One owes the other something, not only money.',
  ideology: 'They hold beliefs that exclude each other.',
  other: 'Anything else; the description says what.',
});
const ConflictStatus = enumOf('ConflictStatus', rules.conflictStatuses, 'How far a conflict has come.', {
  latent: 'There, but neither of them has acted on it.',
  open: 'Known and unsettled.',
  escalating: 'Getting worse.',
  resolved: 'Settled; the chapter writer is told not to open it again.',
});

export const Conflict = builder.objectRef<store.Conflict>('Conflict').implement({
  description: 'An edge of the conflict matrix: what stands between two characters of a book.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `cfl_…`.' }),
    fromCharacterId: t.exposeID('fromCharacterId', { description: 'Id of the character at the first end.' }),
    toCharacterId: t.exposeID('toCharacterId', { description: 'Id of the character at the other end.' }),
    from: t.field({
      type: Character,
      authScopes: { scope: 'books:read' },
      description: 'Whose conflict it is. Costs one statement for all conflicts of a book.',
      resolve: (conflict, _args, context) => endOf(context, conflict.bookId, conflict.fromCharacterId),
    }),
    to: t.field({
      type: Character,
      authScopes: { scope: 'books:read' },
      description: 'Whom it is with.',
      resolve: (conflict, _args, context) => endOf(context, conflict.bookId, conflict.toCharacterId),
    }),
    mutual: t.exposeBoolean('mutual', {
      description: 'Whether both sides feel it; a mutual conflict is the same read from either end.',
    }),
    kind: t.field({
      type: ConflictKind,
      description: 'What it is about; with the pair it is what makes a conflict the only one.',
      resolve: (conflict) => conflict.kind,
    }),
    description: t.exposeString('description', {
      description: 'What stands between them, as the chapter writer reads it.',
    }),
    stakes: t.exposeString('stakes', {
      nullable: true,
      description: 'What is lost if it goes wrong. `null` keeps it out of the chapter prompt.',
    }),
    connection: t.exposeString('connection', {
      nullable: true,
      description: 'What ties them together all the same. `null` keeps it out of the chapter prompt.',
    }),
    intensity: t.exposeInt('intensity', {
      description: 'From 1 to 5; the strongest come first in the chapter prompt.',
    }),
    status: t.field({
      type: ConflictStatus,
      description: 'How far it has come; set by the author, never by a chapter.',
      resolve: (conflict) => conflict.status,
    }),
    version: t.exposeInt('version', { description: 'Grows with each change; send it as `expectedVersion`.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was added, which is also its place in the list.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Last change of a field of its own; a change of an end’s name is the character’s.',
    }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book whose characters it sets against each other.',
      resolve: (conflict, _args, context) => booksOf(context).load(conflict.bookId),
    }),
  }),
});

async function endOf(context: Context, bookId: string, characterId: string) {
  const cast = await castOf(context).load(bookId);
  return cast.get(characterId) ?? notFound('character');
}

/** Conflicts by book, oldest first. */
export const conflictsOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const conflicts = Map.groupBy(
        await store.conflictsOfBooks(read, caller.accountId, bookIds),
        (conflict) => conflict.bookId,
      );
      return bookIds.map((bookId) => conflicts.get(bookId) ?? []);
    }),
);

const complexity = { field: 1, multiplier: rules.conflictsMax / 10 };

builder.objectField(Book, 'conflicts', (t) =>
  t.field({
    type: [Conflict],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'The conflicts between its characters, oldest first.',
    resolve: (book, _args, context) => conflictsOf(context).load(book.id),
  }),
);

const bookId = { required: true, description: 'The book.' } as const;
const conflictId = { required: true, description: 'The conflict.' } as const;

builder.queryFields((t) => ({
  conflicts: t.field({
    type: [Conflict],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'The conflicts between the characters of a book, oldest first.',
    args: {
      bookId: t.arg.id(bookId),
      characterId: t.arg.id({
        description: 'Only those with this character at either end; none for an id that is not in the cast.',
      }),
    },
    resolve: async (_root, { bookId, characterId }, { read, caller }) =>
      (await store.conflictsOfBook(read, { accountId: caller.accountId, bookId }, characterId ?? undefined)) ??
      notFound('book'),
  }),
  conflict: t.field({
    type: Conflict,
    authScopes: { scope: 'books:read' },
    description: 'One conflict of a book.',
    args: { bookId: t.arg.id(bookId), conflictId: t.arg.id(conflictId) },
    resolve: async (_root, { bookId, conflictId }, { read, caller }) =>
      (await store.conflictById(read, { accountId: caller.accountId, bookId, conflictId })) ?? notFound('conflict'),
  }),
}));

const NewConflict = inputOf('NewConflict', rules.newConflict, 'A conflict to add between two characters of the book.');
const ConflictPatch = inputOf(
  'ConflictPatch',
  rules.conflictPatch,
  'Fields to change, ends included; those left out stay, null stakes or connection are cleared.',
);
const RemovedConflict = builder.objectRef<{ id: string }>('RemovedConflict').implement({
  description: 'A conflict that is no longer between its two characters.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The conflict, so that a client can drop it from its lists.' }),
  }),
});

builder.mutationFields((t) => ({
  addConflict: t.field({
    type: Conflict,
    authScopes: { scope: 'books:write' },
    description: `Adds a conflict between two characters of the book, of at most ${rules.conflictsMax}. A second one of the same pair and kind is \`invalid_state\`, which names the first.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewConflict, required: true, description: 'Both ends, a kind and a description at least.' }),
    },
    resolve: async (_root, { bookId, input }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const made = await store.insertConflict(sql, key, input);
      if (made) return accepted(made);
      const ends = (await store.endsInCast(sql, key, input)) ?? notFound('book');
      if (ends < 2) notFound('character');
      refuseTwin(await store.twinOf(sql, key, input));
      return invalidState(
        `The conflict matrix is full: a book holds at most ${rules.conflictsMax} conflicts. Remove one first.`,
      );
    },
  }),
  updateConflict: t.field({
    type: Conflict,
    authScopes: { scope: 'books:write' },
    description: 'Changes the fields that are sent, the ends too; chapters written from now on see it.',
    args: {
      bookId: t.arg.id(bookId),
      conflictId: t.arg.id(conflictId),
      patch: t.arg({ type: ConflictPatch, required: true, description: 'What to change.' }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, conflictId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, conflictId };
      const isEmpty = Object.keys(patch).length === 0;
      const changed = isEmpty ? undefined : await store.updateConflict(sql, key, patch, expectedVersion ?? undefined);
      if (changed) return accepted(changed);
      const current = unchanged(await store.conflictById(sql, key), 'conflict', expectedVersion);
      if (isEmpty) return current;
      refuseTwin(await store.twinOf(sql, key, rules.edgeAfter(current, patch), conflictId));
      return invalidState('The conflicts of this book changed at the same moment. Try again.');
    },
  }),
  removeConflict: t.field({
    type: RemovedConflict,
    authScopes: { scope: 'books:write' },
    description: 'Removes a conflict for good. Its characters and all prose stay as they are.',
    args: { bookId: t.arg.id(bookId), conflictId: t.arg.id(conflictId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, conflictId, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, conflictId };
      const isGone = await store.deleteConflict(sql, key, expectedVersion ?? undefined);
      if (!isGone) unchanged(await store.conflictById(sql, key), 'conflict', expectedVersion);
      return { id: conflictId };
    },
  }),
}));

function accepted(written: store.Conflict | store.Refusal): store.Conflict {
  if (written === 'missing_end') return notFound('character');
  if (written === 'same_ends') throw invalidRequest([{ path: 'toCharacterId', message: rules.sameEnds }]);
  return written;
}

function refuseTwin(id: string | undefined): void {
  if (id) invalidState(`These two have a conflict of this kind already: ${id}. Change or remove that one.`);
}
