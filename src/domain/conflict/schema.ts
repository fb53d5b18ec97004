import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { type Context, perOperation } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/input.ts';
import { Book, booksOf } from '../book/schema.ts';
import { type Cast, Character, memberOf, shownCastOf } from '../character/schema.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const ConflictKind = enumOf('ConflictKind', rules.conflictKinds, 'What sets two characters against each other.', {
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
  open: 'Known to those it is between, and unsettled.',
  escalating: 'Getting worse from scene to scene.',
  resolved: 'Settled; the chapter writer is told not to open it again.',
});

/** A conflict, with the cast of its book where that was read beside it. */
type Shown = store.Conflict & { cast?: Cast };

export const Conflict = builder.objectRef<Shown>('Conflict').implement({
  description: 'An edge of the conflict matrix: what stands between two characters of a book.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `cfl_…`.' }),
    fromCharacterId: t.exposeID('fromCharacterId', { description: 'Id of the character at the first end.' }),
    toCharacterId: t.exposeID('toCharacterId', { description: 'Id of the character at the other end.' }),
    from: t.field({
      type: Character,
      authScopes: { scope: 'books:read' },
      description: 'Whose conflict it is. Costs one statement for all conflicts of a book.',
      resolve: (conflict, _args, context) => endOf(context, conflict, conflict.fromCharacterId),
    }),
    to: t.field({
      type: Character,
      authScopes: { scope: 'books:read' },
      description: 'Who is at the other end of it; unless it is mutual, they do not feel it.',
      resolve: (conflict, _args, context) => endOf(context, conflict, conflict.toCharacterId),
    }),
    mutual: t.exposeBoolean('mutual', {
      description: 'Whether both sides feel it; a mutual conflict is the same read from either end.',
    }),
    kind: t.expose('kind', {
      type: ConflictKind,
      description: 'What it is about; with the pair it is what makes a conflict the only one.',
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
    status: t.expose('status', {
      type: ConflictStatus,
      description: 'How far it has come; set by the author, never by a chapter.',
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

/** At once where the cast is there: a promise for each end of a matrix is dearer than its rows. */
function endOf(context: Context, { cast, bookId }: Shown, characterId: string) {
  const found = (whole: Cast) => memberOf(context, whole, characterId) ?? notFound('character');
  return cast ? found(cast) : shownCastOf(context).load(bookId).then(found);
}

/** The casts of books whose conflicts are read, if the document asks for the ends. */
async function castsBeside(context: Context, bookIds: readonly string[]): Promise<(Cast | undefined)[]> {
  const fields = context.asked?.get('Conflict');
  return fields?.has('from') || fields?.has('to')
    ? Promise.all(bookIds.map((bookId) => shownCastOf(context).load(bookId)))
    : [];
}

const withCast = (conflicts: readonly store.Conflict[], cast: Cast | undefined): readonly Shown[] =>
  cast ? conflicts.map((conflict) => Object.assign(conflict, { cast })) : conflicts;

/** Conflicts by book, oldest first, whole, for what is worked out of them. */
export const conflictsOf = perOperation(
  ({ read, caller }) =>
    new DataLoader((bookIds: readonly string[]) =>
      store.conflictsOfBooks(read, caller.accountId, bookIds).then((rows) => byBook(rows, bookIds)),
    ),
);

/** The same to be shown: with what the document asks of them. */
export const shownConflictsOf = perOperation(
  (context) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const { read, caller, asked } = context;
      const [rows, casts] = await Promise.all([
        store.conflictsOfBooks(read, caller.accountId, bookIds, asked?.get('Conflict')),
        castsBeside(context, bookIds),
      ]);
      return byBook(rows, bookIds).map((conflicts, index) => withCast(conflicts, casts[index]));
    }),
);

function byBook(rows: readonly store.Conflict[], bookIds: readonly string[]): store.Conflict[][] {
  const found = Map.groupBy(rows, (conflict) => conflict.bookId);
  return bookIds.map((bookId) => found.get(bookId) ?? []);
}

const complexity = { field: 1, multiplier: rules.conflictsMax / 10 };

builder.objectField(Book, 'conflicts', (t) =>
  t.field({
    type: [Conflict],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'The conflicts between its characters, oldest first.',
    resolve: (book, _args, context) => shownConflictsOf(context).load(book.id),
  }),
);

export const bookId = { required: true, description: 'The book.' } as const;
export const conflictId = { required: true, description: 'The conflict.' } as const;

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
    resolve: async (_root, { bookId, characterId }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      const [found, [cast]] = await Promise.all([
        store.conflictsOfBook(context.read, key, characterId ?? undefined, context.asked?.get('Conflict')),
        castsBeside(context, [bookId]),
      ]);
      return withCast(found ?? notFound('book'), cast);
    },
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
