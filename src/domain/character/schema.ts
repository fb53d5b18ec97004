import DataLoader from 'dataloader';
import { invalidState, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { type Context, perOperation } from '../../graphql/context.ts';
import { inputOf } from '../../graphql/input.ts';
import { unchanged, versionArgument } from '../../graphql/versions.ts';
import { Book, booksOf } from '../book/schema.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

export const Character = builder.objectRef<store.Character>('Character').implement({
  description: "One member of a book's cast, as the chapter writer sees them.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `chr_…`.' }),
    name: t.exposeString('name', { description: 'What the prose calls them.' }),
    aliases: t.exposeStringList('aliases', {
      description: 'Other names by which the prose may know them; they count as an appearance.',
    }),
    role: t.exposeString('role', { description: 'Their part in the story; empty when nobody said.' }),
    bio: t.exposeString('bio', {
      description: 'Who they are; the first thing to be shortened when a prompt grows too long.',
    }),
    voiceProfile: t.exposeString('voiceProfile', {
      description: 'How they talk, for their dialogue and for chapters from their point of view.',
    }),
    want: t.exposeString('want', {
      nullable: true,
      description: 'What they are after, in one short clause. `null` keeps it out of the chapter prompt.',
    }),
    fear: t.exposeString('fear', {
      nullable: true,
      description: 'What they dread, in one short clause. `null` keeps it out of the chapter prompt.',
    }),
    lie: t.exposeString('lie', {
      nullable: true,
      description: 'The false thing they believe, in one short clause. `null` keeps it out of the chapter prompt.',
    }),
    isPov: t.exposeBoolean('isPov', { description: 'Whether chapters may be told from their point of view.' }),
    version: t.exposeInt('version', { description: 'Grows with each change; send it as `expectedVersion`.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When they joined the cast, which is also their place in it.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change of a field of theirs.' }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book they are in.',
      resolve: (character, _args, context) => booksOf(context).load(character.bookId),
    }),
  }),
});

/** The characters of a book, oldest first. */
export type Cast = readonly store.Character[];

const indices = perOperation(() => new Map<Cast, ReadonlyMap<string, store.Character>>());

/** One of a cast; the first look makes an index of it, which most casts never need. */
export function memberOf(context: Context, cast: Cast, characterId: string): store.Character | undefined {
  const known = indices(context);
  const index = known.get(cast) ?? new Map(cast.map((character) => [character.id, character]));
  known.set(cast, index);
  return index.get(characterId);
}

/** Casts by book, whole, for what is worked out of them. */
export const castOf = perOperation(({ read, caller }) => casts(read, caller.accountId));

/**
 * Casts by book, to be shown: one statement for all the books, and for all the ends of their conflicts, of an operation, with
 * what its document asks of any character.
 */
export const shownCastOf = perOperation(({ read, caller, asked }) =>
  casts(read, caller.accountId, asked?.get('Character')),
);

function casts(read: Context['read'], accountId: string, asked?: ReadonlySet<string>) {
  return new DataLoader(async (bookIds: readonly string[]) => {
    const found = Map.groupBy(
      await store.charactersOfBooks(read, accountId, bookIds, asked),
      (character) => character.bookId,
    );
    return bookIds.map((bookId): Cast => found.get(bookId) ?? []);
  });
}

builder.objectField(Book, 'characters', (t) =>
  t.field({
    type: [Character],
    authScopes: { scope: 'books:read' },
    complexity: { field: 1, multiplier: rules.charactersMax / 10 },
    description: 'The cast, oldest first.',
    resolve: (book, _args, context) => shownCastOf(context).load(book.id),
  }),
);

const bookId = { required: true, description: 'The book.' } as const;
const characterId = { required: true, description: 'The character.' } as const;

builder.queryFields((t) => ({
  characters: t.field({
    type: [Character],
    authScopes: { scope: 'books:read' },
    complexity: { field: 1, multiplier: rules.charactersMax / 10 },
    description: 'The cast of a book, oldest first.',
    args: {
      bookId: t.arg.id(bookId),
      ids: t.arg.idList({ description: 'Only these; ids that are not in the cast are passed over.' }),
    },
    resolve: async (_root, { bookId, ids }, { read, caller, asked }) => {
      const key = { accountId: caller.accountId, bookId };
      const cast = await store.charactersOfBook(read, key, ids ?? undefined, asked?.get('Character'));
      return cast ?? notFound('book');
    },
  }),
  character: t.field({
    type: Character,
    authScopes: { scope: 'books:read' },
    description: 'One member of the cast.',
    args: { bookId: t.arg.id(bookId), characterId: t.arg.id(characterId) },
    resolve: async (_root, { bookId, characterId }, { read, caller }) =>
      (await store.characterById(read, { accountId: caller.accountId, bookId, characterId })) ?? notFound('character'),
  }),
}));

const NewCharacter = inputOf('NewCharacter', rules.newCharacter, 'A character to add. Only the name is required.');
const CharacterPatch = inputOf(
  'CharacterPatch',
  rules.characterPatch,
  'Fields to change; those left out stay, a null want, fear or lie is cleared.',
);
const DeletedCharacter = builder.objectRef<store.Removal>('DeletedCharacter').implement({
  description: 'A character that left the cast, and what went along.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'Who was removed; nobody has this id any more.' }),
    conflictIds: t.exposeIDList('conflictIds', {
      description: 'The conflicts that named them, removed in the same transaction.',
    }),
  }),
});

builder.mutationFields((t) => ({
  createCharacter: t.field({
    type: Character,
    authScopes: { scope: 'books:write' },
    description: `Adds a character to the cast, of at most ${rules.charactersMax}.`,
    args: {
      bookId: t.arg.id(bookId),
      input: t.arg({ type: NewCharacter, required: true, description: 'At least a name.' }),
    },
    resolve: async (_root, { bookId, input }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const made = await store.insertCharacter(sql, key, input);
      if (made) return made;
      if (!(await store.charactersOfBook(sql, key, []))) notFound('book');
      return invalidState(
        `The cast is full: a book holds at most ${rules.charactersMax} characters. Delete one first.`,
      );
    },
  }),
  updateCharacter: t.field({
    type: Character,
    authScopes: { scope: 'books:write' },
    description: 'Changes the fields that are sent; chapters written from now on see it.',
    args: {
      bookId: t.arg.id(bookId),
      characterId: t.arg.id(characterId),
      patch: t.arg({
        type: CharacterPatch,
        required: true,
        description: 'The fields to change; those that are left out stay as they are.',
      }),
      expectedVersion: t.arg.int(versionArgument),
    },
    resolve: async (_root, { bookId, characterId, patch, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, characterId };
      const changed =
        Object.keys(patch).length > 0
          ? await store.updateCharacter(sql, key, patch, expectedVersion ?? undefined)
          : undefined;
      return changed ?? unchanged(await store.characterById(sql, key), 'character', expectedVersion);
    },
  }),
  deleteCharacter: t.field({
    type: DeletedCharacter,
    authScopes: { scope: 'books:write' },
    description:
      'Removes a character, and with them their conflicts and their place in chapters. Prose stays as it is.',
    args: { bookId: t.arg.id(bookId), characterId: t.arg.id(characterId), expectedVersion: t.arg.int(versionArgument) },
    resolve: async (_root, { bookId, characterId, expectedVersion }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, characterId };
      const removed = await store.deleteCharacter(sql, key, expectedVersion ?? undefined);
      if (removed) return removed;
      unchanged(await store.characterById(sql, key), 'character', expectedVersion);
      return notFound('character');
    },
  }),
}));
