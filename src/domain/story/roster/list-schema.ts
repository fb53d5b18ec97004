import type { ObjectRef } from '@pothos/core';
import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf, listCost, listPageCost, pageArgumentsOf, pageOf, rangeOf } from '../../../graphql/connection.ts';
import type { Context } from '../../../graphql/context.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { type ListPlace, listCursorAt, listPageArguments, listPlaceOf, rowsBetween } from '../../page.ts';
import { Book } from '../book/schema.ts';
import { bookArgument, idArgument, idsIn } from './arguments-schema.ts';
import { namesOf } from './names.ts';
import type { AnyOptions, AnyRoster, AnyRow } from './options-schema.ts';
import type { Selection } from './store.ts';
import { rosterWords } from './words.ts';

type Type = ObjectRef<typeof builder.$inferSchemaTypes, AnyRow, AnyRow>;
/** Loads the records of a book, oldest first: one statement for all books of an operation. */
export type OfBook<Row> = (context: Context) => DataLoader<string, readonly Row[]>;

const authScopes = { scope: 'books:read' } as const;
const placeIn = ({ id }: { id: string }): ListPlace => ({ order: 0, id });

/** Loads the whole records. */
export function wholeOf(roster: AnyRoster): OfBook<AnyRow> {
  return perOperation(
    (context) => new DataLoader((bookIds: readonly string[]) => rowsOf(roster, context, bookIds, roster.columns.all)),
  );
}

/** Loads the columns that the document reads. */
export function shownOf(roster: AnyRoster, { beside }: AnyOptions): OfBook<AnyRow> {
  return perOperation(
    (context) =>
      new DataLoader(async (bookIds: readonly string[]) => {
        const [lists, add] = await Promise.all([
          rowsOf(roster, context, bookIds, selectionOf(roster, context)),
          beside?.(context, bookIds),
        ]);
        return add ? lists.map((rows, index) => add(rows, index)) : lists;
      }),
  );
}

function selectionOf({ record, columns }: AnyRoster, { requestedFields }: Context) {
  return columns.selected(requestedFields?.get(record.type));
}

async function rowsOf<Row extends AnyRow>(
  roster: AnyRoster,
  { read, caller }: Context,
  bookIds: readonly string[],
  selection: Selection<Row>,
): Promise<Row[][]> {
  const rows = await roster.ofBooks(read, caller.accountId, bookIds, selection);
  const found = Map.groupBy(rows, ({ bookId }) => bookId);
  return bookIds.map((bookId) => found.get(bookId) ?? []);
}

/** The list as a field of `Book` and, if it has pages, as a connection. */
export function implementLists(roster: AnyRoster, options: AnyOptions, type: Type, shown: OfBook<AnyRow>): void {
  const { record, max } = roster;
  const words = rosterWords(record, options.words);
  builder.objectField(Book, record.export.member, (t) =>
    t.field({
      type: [type],
      authScopes,
      complexity: listCost(max),
      description: words.ofBook,
      resolve: (book, _args, context) => shown(context).load(book.id),
    }),
  );
  if (!words.page) return;
  const Connection = connectionOf(record.type, type);
  builder.objectField(Book, `${namesOf(record).field}Connection`, (t) =>
    t.field({
      type: Connection,
      authScopes,
      complexity: listPageCost(max),
      description: words.page ?? '',
      args: pageArgumentsOf(t.arg, listPageArguments),
      resolve: async (book, page, context) => {
        const range = rangeOf(page, listPlaceOf);
        const rows = rowsBetween(await shown(context).load(book.id), range, placeIn);
        return pageOf(rows, range, (row) => listCursorAt(placeIn(row)));
      },
    }),
  );
}

/** The queries of the list and, if it has one, of a single record. */
export function implementQueries(roster: AnyRoster, options: AnyOptions, type: Type): void {
  const { record, max } = roster;
  const { filter, beside } = options;
  const words = rosterWords(record, options.words);
  builder.queryField(record.export.member, (t) =>
    t.field({
      type: [type],
      authScopes,
      complexity: listCost(max),
      description: words.list,
      args: { ...bookArgument(t.arg), ...(filter && { [filter.name]: filter.argument(t.arg) }) },
      resolve: async (_root, args, context) => {
        const { bookId } = args;
        const value = filter && (args as Record<string, unknown>)[filter.name];
        const key = { accountId: context.caller.accountId, bookId };
        const [rows, add] = await Promise.all([
          roster.ofBook(
            context.read,
            key,
            selectionOf(roster, context),
            value == null ? undefined : filter?.where(value as never),
          ),
          beside?.(context, [bookId]),
        ]);
        const found = rows ?? notFound('book');
        return add ? add(found, 0) : found;
      },
    }),
  );
  if (!words.one) return;
  builder.queryField(namesOf(record).field, (t) =>
    t.field({
      type,
      authScopes,
      description: words.one ?? '',
      args: { ...bookArgument(t.arg), ...idArgument(t.arg, record) },
      resolve: async (_root, args, { read, caller }) =>
        (await roster.byId(read, idsIn(args, record, caller))) ?? notFound(namesOf(record).one),
    }),
  );
}
