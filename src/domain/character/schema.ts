import DataLoader from 'dataloader';
import { z } from 'zod';
import { invalidState, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, listCost, listPageCost, pageArgumentsOf, pageOf, rangeOf } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { changes, creates, removes } from '../../graphql/effect.ts';
import { inputOf } from '../../graphql/input.ts';
import { implementNode } from '../../graphql/node.ts';
import { perOperation } from '../../graphql/operation-cache.ts';
import { rowType } from '../../graphql/rows.ts';
import { answerUnchanged, applyPatch, versionArgument } from '../../graphql/versions.ts';
import { Book, booksOf } from '../book/schema.ts';
import { type ListPlace, listCursorAt, listPageArguments, listPlaceOf, rowsBetween } from '../page.ts';
import { idsMax } from '../shapes.ts';
import { characterRecord } from './record.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

export const Character = rowType<store.CharacterRow>('Character', {
  lean: ['id', 'name', 'aliases', 'role', 'want', 'fear', 'lie', 'isPov', 'version'],
  description: 'A character of a book, as described to the chapter writer.',
  columns: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `chr_…`.' }),
    name: t.exposeString('name', { description: 'Name in the prose.' }),
    aliases: t.exposeStringList('aliases', {
      description: 'Other names in the prose; a chapter that uses one has the character in it.',
    }),
    role: t.exposeString('role', { description: 'Their part in the story; empty by default.' }),
    bio: t.exposeString('bio', {
      description: 'Who they are; the first text to be shortened if a prompt is too long.',
    }),
    voiceProfile: t.exposeString('voiceProfile', {
      description: 'How they talk, for their dialogue and for chapters from their point of view.',
    }),
    want: t.exposeString('want', {
      nullable: true,
      description: 'What they want, in one short clause. `null` omits it from the chapter prompt.',
    }),
    fear: t.exposeString('fear', {
      nullable: true,
      description: 'What they fear, in one short clause. `null` omits it from the chapter prompt.',
    }),
    lie: t.exposeString('lie', {
      nullable: true,
      description: 'Their false belief, in one short clause. `null` omits it from the chapter prompt.',
    }),
    isPov: t.exposeBoolean('isPov', { description: 'Whether chapters can be told from their point of view.' }),
    version: t.exposeInt('version', { description: 'Increases with each change; send it as `expectedVersion`.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When they were created; the cast is listed in this order.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When a field last changed.' }),
  }),
  fields: (t) => ({
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book that contains them.',
      resolve: (character, _args, context) => booksOf(context).load(character.bookId),
    }),
  }),
});

implementNode(characterRecord, Character, ({ read, caller, requestedFields }, ids) =>
  store.charactersByIds(read, caller, ids, store.characterColumns.selected(requestedFields?.get('Character'))),
);

/** Characters of a book, oldest first. */
export type Cast = readonly store.CharacterRow[];

const indices = perOperation(() => new Map<Cast, ReadonlyMap<string, store.CharacterRow>>());

/** Finds a member of a cast. The index is built on first use; most casts never need it. */
export function memberOf(context: Context, cast: Cast, characterId: string): store.CharacterRow | undefined {
  const known = indices(context);
  const index = known.get(cast) ?? new Map(cast.map((character) => [character.id, character]));
  known.set(cast, index);
  return index.get(characterId);
}

/** Loads complete casts by book, for computed fields. */
export const castOf = perOperation(({ read, caller }) => casts(read, caller.accountId, store.characterColumns.all));

/** Loads the requested fields of casts by book: one statement per operation for all books and all ends of their conflicts. */
export const shownCastOf = perOperation(({ read, caller, requestedFields }) =>
  casts(read, caller.accountId, store.characterColumns.selected(requestedFields?.get('Character'))),
);

function casts<Row extends store.CharacterRow>(
  read: Context['read'],
  accountId: string,
  selection: store.Selection<Row>,
) {
  return new DataLoader(async (bookIds: readonly string[]) => {
    const found = Map.groupBy(
      await store.charactersOfBooks(read, accountId, bookIds, selection),
      (character) => character.bookId,
    );
    return bookIds.map((bookId): readonly Row[] => found.get(bookId) ?? []);
  });
}

builder.objectField(Book, 'characters', (t) =>
  t.field({
    type: [Character],
    authScopes: { scope: 'books:read' },
    complexity: listCost(rules.charactersMax),
    description: 'The cast, oldest first.',
    resolve: (book, _args, context) => shownCastOf(context).load(book.id),
  }),
);

const CharacterConnection = connectionOf('Character', Character);

builder.objectField(Book, 'characterConnection', (t) =>
  t.field({
    type: CharacterConnection,
    authScopes: { scope: 'books:read' },
    complexity: listPageCost(rules.charactersMax),
    description: 'A page of the cast, oldest first.',
    args: pageArgumentsOf(t.arg, listPageArguments),
    resolve: async (book, page, context) => {
      const range = rangeOf(page, listPlaceOf);
      const rows = rowsBetween(await shownCastOf(context).load(book.id), range, placeIn);
      return pageOf(rows, range, (row) => listCursorAt(placeIn(row)));
    },
  }),
);

function placeIn({ id }: store.CharacterRow): ListPlace {
  return { order: 0, id };
}

const bookId = { required: true, description: 'The book.' } as const;
const characterId = { required: true, description: 'The character.' } as const;

builder.queryFields((t) => ({
  characters: t.field({
    type: [Character],
    authScopes: { scope: 'books:read' },
    complexity: listCost(rules.charactersMax),
    description: 'The cast of a book, oldest first.',
    args: {
      bookId: t.arg.id(bookId),
      ids: t.arg.idList({
        description: `Only these characters, at most ${idsMax}; unknown ids are ignored.`,
        validate: { schema: z.array(z.string()).max(idsMax) },
      }),
    },
    resolve: async (_root, { bookId, ids }, { read, caller, requestedFields }) => {
      const key = { accountId: caller.accountId, bookId };
      const selection = store.characterColumns.selected(requestedFields?.get('Character'));
      return (await store.charactersOfBook(read, key, selection, ids ?? undefined)) ?? notFound('book');
    },
  }),
  character: t.field({
    type: Character,
    authScopes: { scope: 'books:read' },
    description: 'One character.',
    args: { bookId: t.arg.id(bookId), characterId: t.arg.id(characterId) },
    resolve: async (_root, { bookId, characterId }, { read, caller }) =>
      (await store.characterById(read, { accountId: caller.accountId, bookId, characterId })) ?? notFound('character'),
  }),
}));

const NewCharacter = inputOf('NewCharacter', rules.newCharacter, 'A character to add. Only the name is required.');
const CharacterPatch = inputOf(
  'CharacterPatch',
  rules.characterPatch,
  'Fields to change; omitted fields stay unchanged, and null clears want, fear or lie.',
);
const DeletedCharacter = builder.objectRef<store.Removal>('DeletedCharacter').implement({
  description: 'A deleted character, with its deleted conflicts.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The removed character; the id is not reused.' }),
    conflictIds: t.exposeIDList('conflictIds', {
      description: 'Their conflicts, which were deleted in the same transaction.',
    }),
  }),
});

builder.mutationFields((t) => ({
  createCharacter: t.field({
    ...creates,
    type: Character,
    authScopes: { scope: 'books:write' },
    description: `Adds a character to the cast. A book has at most ${rules.charactersMax}.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewCharacter, required: true, description: 'At least a name.' }),
    },
    resolve: async (_root, { bookId, input }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const made = await store.insertCharacter(sql, key, input);
      if (made) return made;
      if (!(await store.charactersOfBook(sql, key, store.characterColumns.all, []))) notFound('book');
      return invalidState(
        `The cast is full: a book holds at most ${rules.charactersMax} characters. Delete one first.`,
      );
    },
  }),
  updateCharacter: t.field({
    ...changes,
    type: Character,
    authScopes: { scope: 'books:write' },
    description: 'Changes the given fields. New chapter prompts use the changed record.',
    args: {
      bookId: t.arg.id(bookId),
      characterId: t.arg.id(characterId),
      patch: t.arg({
        type: CharacterPatch,
        required: true,
        description: 'Fields to change; omitted fields stay unchanged.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: (_root, { bookId, characterId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, characterId };
      return applyPatch({
        what: 'character',
        patch,
        expectedVersion,
        write: (expected) => store.updateCharacter(sql, key, patch, expected),
        read: () => store.characterById(sql, key),
      });
    },
  }),
  deleteCharacter: t.field({
    ...removes,
    type: DeletedCharacter,
    authScopes: { scope: 'books:write' },
    description:
      'Deletes a character with their conflicts, and removes them from the participants of chapters. Prose is not changed.',
    args: { bookId: t.arg.id(bookId), characterId: t.arg.id(characterId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, characterId, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, characterId };
      const removed = await store.deleteCharacter(sql, key, expectedVersion ?? undefined);
      if (removed) return removed;
      answerUnchanged(await store.characterById(sql, key), 'character', expectedVersion);
      return notFound('character');
    },
  }),
}));
