import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, listCost, listPageCost, pageArgumentsOf, pageOf, rangeOf } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/input.ts';
import { implementNode } from '../../graphql/node.ts';
import { perOperation } from '../../graphql/operation-cache.ts';
import { reading, rowType } from '../../graphql/rows.ts';
import { Book, booksOf } from '../book/schema.ts';
import { type Cast, Character, memberOf, shownCastOf } from '../character/schema.ts';
import { type ListPlace, listCursorAt, listPageArguments, listPlaceOf, rowsBetween } from '../page.ts';
import { conflictRecord } from './record.ts';
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
const ConflictStatus = enumOf('ConflictStatus', rules.conflictStatuses, 'State of a conflict.', {
  latent: 'Present, but neither has acted on it.',
  open: 'Known to both, and unsettled.',
  escalating: 'Getting worse from scene to scene.',
  resolved: 'Settled; the chapter writer is told not to open it again.',
});

/** A conflict, with the cast of its book if that was loaded. */
type Shown = store.ConflictRow & { cast?: Cast };

export const Conflict = rowType<Shown>('Conflict', {
  description: 'A conflict between two characters of a book.',
  columns: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `cfl_…`.' }),
    fromCharacterId: t.exposeID('fromCharacterId', { description: 'Id of the character at the first end.' }),
    toCharacterId: t.exposeID('toCharacterId', { description: 'Id of the character at the other end.' }),
    mutual: t.exposeBoolean('mutual', {
      description: 'Whether both sides feel it; a mutual conflict is the same read from either end.',
    }),
    kind: t.expose('kind', {
      type: ConflictKind,
      description: 'What it is about. A pair has at most one conflict of each kind.',
    }),
    description: t.exposeString('description', {
      description: 'The conflict, as the chapter prompt describes it.',
    }),
    stakes: t.exposeString('stakes', {
      nullable: true,
      description: 'What is at risk. `null` omits it from the chapter prompt.',
    }),
    connection: t.exposeString('connection', {
      nullable: true,
      description: 'What connects them in spite of it. `null` omits it from the chapter prompt.',
    }),
    intensity: t.exposeInt('intensity', {
      description: '1–5; the strongest come first in the chapter prompt.',
    }),
    status: t.expose('status', {
      type: ConflictStatus,
      description: 'Its state; set by the author, never by a chapter.',
    }),
    version: t.exposeInt('version', { description: 'Increases with each change; send it as `expectedVersion`.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was created; lists have this order.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Last change of its own fields; changes of its characters do not count.',
    }),
  }),
  fields: (t) => ({
    from: reading(t, 'fromCharacterId').field({
      type: Character,
      authScopes: { scope: 'books:read' },
      description: 'The character at the first end. Costs one SQL statement for all conflicts of a book.',
      resolve: (conflict, _args, context) => endOf(context, conflict, conflict.fromCharacterId),
    }),
    to: reading(t, 'toCharacterId').field({
      type: Character,
      authScopes: { scope: 'books:read' },
      description: 'The character at the other end; unless the conflict is mutual, they do not feel it.',
      resolve: (conflict, _args, context) => endOf(context, conflict, conflict.toCharacterId),
    }),
    book: t.field({
      type: Book,
      authScopes: { scope: 'books:read' },
      description: 'The book of its characters.',
      resolve: (conflict, _args, context) => booksOf(context).load(conflict.bookId),
    }),
  }),
});

implementNode(conflictRecord, Conflict, ({ read, caller, requestedFields }, ids) =>
  store.conflictsByIds(read, caller, ids, store.conflictColumns.selected(requestedFields?.get('Conflict'))),
);

/** Synchronous if the cast is loaded: a promise per end would cost more than the rows of a matrix. */
function endOf(context: Context, { cast, bookId }: Shown, characterId: string) {
  const found = (whole: Cast) => memberOf(context, whole, characterId) ?? notFound('character');
  return cast ? found(cast) : shownCastOf(context).load(bookId).then(found);
}

/** Casts of the books, if the document selects the ends. */
async function castsBeside(context: Context, bookIds: readonly string[]): Promise<(Cast | undefined)[]> {
  const fields = context.requestedFields?.get('Conflict');
  return fields?.has('from') || fields?.has('to')
    ? Promise.all(bookIds.map((bookId) => shownCastOf(context).load(bookId)))
    : [];
}

const withCast = (conflicts: readonly store.ConflictRow[], cast: Cast | undefined): readonly Shown[] =>
  cast ? conflicts.map((conflict) => Object.assign(conflict, { cast })) : conflicts;

/** Loads complete conflicts by book, oldest first, for computed fields. */
export const conflictsOf = perOperation(
  ({ read, caller }) =>
    new DataLoader((bookIds: readonly string[]) =>
      store
        .conflictsOfBooks(read, caller.accountId, bookIds, store.conflictColumns.all)
        .then((rows) => byBook(rows, bookIds)),
    ),
);

/** Loads the requested fields of conflicts by book. */
export const shownConflictsOf = perOperation(
  (context) =>
    new DataLoader(async (bookIds: readonly string[]) => {
      const { read, caller, requestedFields } = context;
      const [rows, casts] = await Promise.all([
        store.conflictsOfBooks(
          read,
          caller.accountId,
          bookIds,
          store.conflictColumns.selected(requestedFields?.get('Conflict')),
        ),
        castsBeside(context, bookIds),
      ]);
      return byBook(rows, bookIds).map((conflicts, index) => withCast(conflicts, casts[index]));
    }),
);

function byBook<Row extends store.ConflictRow>(rows: readonly Row[], bookIds: readonly string[]): Row[][] {
  const found = Map.groupBy(rows, (conflict) => conflict.bookId);
  return bookIds.map((bookId) => found.get(bookId) ?? []);
}

const complexity = listCost(rules.conflictsMax);

builder.objectField(Book, 'conflicts', (t) =>
  t.field({
    type: [Conflict],
    authScopes: { scope: 'books:read' },
    complexity,
    description: 'The conflicts between its characters, oldest first.',
    resolve: (book, _args, context) => shownConflictsOf(context).load(book.id),
  }),
);

const ConflictConnection = connectionOf('Conflict', Conflict);

builder.objectField(Book, 'conflictConnection', (t) =>
  t.field({
    type: ConflictConnection,
    authScopes: { scope: 'books:read' },
    complexity: listPageCost(rules.conflictsMax),
    description: 'A page of the conflicts between its characters, oldest first.',
    args: pageArgumentsOf(t.arg, listPageArguments),
    resolve: async (book, page, context) => {
      const range = rangeOf(page, listPlaceOf);
      const rows = rowsBetween(await shownConflictsOf(context).load(book.id), range, placeIn);
      return pageOf(rows, range, (row) => listCursorAt(placeIn(row)));
    },
  }),
);

function placeIn({ id }: store.ConflictRow): ListPlace {
  return { order: 0, id };
}

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
        description: 'Only those with this character at either end; empty for an unknown id.',
      }),
    },
    resolve: async (_root, { bookId, characterId }, context) => {
      const key = { accountId: context.caller.accountId, bookId };
      const selection = store.conflictColumns.selected(context.requestedFields?.get('Conflict'));
      const [found, [cast]] = await Promise.all([
        store.conflictsOfBook(context.read, key, selection, characterId ?? undefined),
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
