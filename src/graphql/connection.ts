import type { ArgBuilder, ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { type Issue, invalidRequest } from '../errors.ts';
import type { PageRange } from '../sql/range.ts';
import { builder } from './builder.ts';

/** One page of a list. */
interface Page<T> {
  nodes: T[];
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  cursorOf(node: T): string;
}

const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Position of a page in its list. Cursors are null only on an empty page.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description:
        'Whether another page follows. Always true with `last` and `before`, because the record of that cursor follows.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description:
        'Whether another page comes before. Always true with `after` and without `last`, because the record of that cursor comes before.',
    }),
    startCursor: t.string({
      nullable: true,
      description:
        'Cursor of the first record. Pass it as `before` to get the previous page, if the list has this argument.',
      resolve: ({ nodes, cursorOf }) => (nodes.length > 0 ? cursorOf(nodes[0]) : null),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last record. Pass it as `after` to get the next page if `hasNextPage` is true.',
      resolve: ({ nodes, cursorOf }) => (nodes.length > 0 ? cursorOf(nodes.at(-1)) : null),
    }),
  }),
});

/** `XConnection` with nodes, edges and pageInfo. */
export function connectionOf<T extends object>(name: string, type: ObjectRef<typeof builder.$inferSchemaTypes, T, T>) {
  const edge = builder.objectRef<{ node: T; cursor: string }>(`${name}Edge`).implement({
    description: `A ${name} with its cursor.`,
    fields: (t) => ({
      // Pothos cannot infer that the type parameter is not a list.
      node: t.field({
        type,
        description: 'The record at this position.',
        resolve: ({ node }) => node as never,
      }),
      cursor: t.exposeString('cursor', { description: 'Pass it as `after` to continue after this record.' }),
    }),
  });
  return builder.objectRef<Page<T>>(`${name}Connection`).implement({
    description: `A page of ${name} records.`,
    fields: (t) => ({
      nodes: t.field({
        type: [type],
        complexity: { field: 0, multiplier: 1 },
        description: 'The records of this page, in order.',
        resolve: (page) => page.nodes,
      }),
      edges: t.field({
        type: [edge],
        complexity: { field: 0, multiplier: 1 },
        description: 'The same records, each with its cursor.',
        resolve: (page) => page.nodes.map((node) => ({ node, cursor: page.cursorOf(node) })),
      }),
      pageInfo: t.field({
        type: PageInfo,
        description: 'Whether there are more pages, and the cursors of this one.',
        resolve: (page) => page as Page<unknown>,
      }),
    }),
  });
}

export const defaultPageSize = 20;

/** Page arguments of a list that is read in both directions. */
export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** Declares the page arguments of a list that is read in both directions. `size` and `cursor` validate their values. */
export function pageArgumentsOf(
  arg: ArgBuilder<typeof builder.$inferSchemaTypes>,
  { size, cursor }: { size: z.ZodType<number>; cursor: z.ZodType<string> },
) {
  return {
    first: arg.int({ description: 'Maximum number of records, 1–100; default 20.', validate: { schema: size } }),
    after: arg.string({ description: 'Only records after this cursor.', validate: { schema: cursor } }),
    last: arg.int({
      description: 'As `first`, counted from the end of the list or from `before`. Not together with `first`.',
      validate: { schema: size },
    }),
    before: arg.string({ description: 'Only records before this cursor.', validate: { schema: cursor } }),
  };
}

/** Cost of a connection, proportional to the requested page size. */
export function pageCost({ first, last }: PageArguments) {
  return { field: 1, multiplier: last ?? first ?? defaultPageSize };
}

/** Parses the page arguments. `placeOf` parses a validated cursor. */
export function rangeOf<Place>(
  { first, after, last, before }: PageArguments,
  placeOf: (cursor: string) => Place | undefined,
): PageRange<Place> {
  if (first != null && last != null) throw invalidRequest([bothEnds]);
  return {
    size: last ?? first ?? defaultPageSize,
    after: after == null ? undefined : placeOf(after),
    before: before == null ? undefined : placeOf(before),
    isBackward: last != null,
  };
}

const bothEnds: Issue = { path: 'last', message: 'does not go with `first`. Send one of them.' };

/**
 * Builds a page from the rows of a store, which has read one row more than the page to detect a next page. Rows of a
 * backward page are in reverse order.
 */
export function pageOf<T>(
  rows: readonly T[],
  { size, after, before, isBackward = false }: PageRange<unknown>,
  cursorOf: (node: T) => string,
): Page<T> {
  const found = rows.slice(0, size);
  const [isMore, isBehind, isAhead] = [rows.length > size, after !== undefined, before !== undefined];
  return {
    nodes: isBackward ? found.reverse() : found,
    hasPreviousPage: isBackward ? isMore : isBehind,
    hasNextPage: isBackward ? isAhead : isMore,
    cursorOf,
  };
}

/** Cost of a list that is answered in full (complexity.ts). */
export const listCost = (max: number) => ({ field: 1, multiplier: max, inFull: true });

/** Cost of a page of a list that is read in full: a tenth of the list, as in complexity.ts, and the page. */
export function listPageCost(max: number) {
  return (page: PageArguments) => ({ field: max / 10, multiplier: pageCost(page).multiplier });
}
