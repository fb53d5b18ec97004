import type { ObjectRef } from '@pothos/core';
import { builder } from './builder.ts';

/** One page of an unbounded list, and where it goes on. */
export interface Page<T> {
  nodes: T[];
  /** Cursor of the last node while more follow, else null. */
  endCursor: string | null;
  cursorOf(node: T): string;
}

const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Whether a list goes on, and from where.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'True while another page follows.',
      resolve: (page) => page.endCursor !== null,
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Pass it as `after` for the next page; null on the last one.',
    }),
  }),
});

/** `XConnection` with nodes, edges and pageInfo. */
export function connectionOf<T extends object>(name: string, type: ObjectRef<typeof builder.$inferSchemaTypes, T, T>) {
  const edge = builder.objectRef<{ node: T; cursor: string }>(`${name}Edge`).implement({
    description: `A ${name} and its place in the list.`,
    fields: (t) => ({
      // Pothos cannot see that a type parameter is no list.
      node: t.field({
        type,
        description: 'The record at this place of the list.',
        resolve: ({ node }) => node as never,
      }),
      cursor: t.exposeString('cursor', { description: 'Pass it as `after` to go on behind this one.' }),
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
        description: 'Whether more follow, and the cursor to go on from.',
        resolve: (page) => page as Page<unknown>,
      }),
    }),
  });
}

export const defaultPageSize = 20;

/** The cost of a connection grows with the page that is asked for. */
export function pageCost(args: { first?: number | null | undefined }) {
  return { field: 1, multiplier: args.first ?? defaultPageSize };
}

/** A page out of one row more than was asked for. */
export function pageOf<T>(rows: T[], size: number, cursorOf: (node: T) => string): Page<T> {
  const nodes = rows.slice(0, size);
  const last = nodes.at(-1);
  return { nodes, cursorOf, endCursor: rows.length > size && last ? cursorOf(last) : null };
}
