import type { ObjectRef } from '@pothos/core';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import type { Scope } from '../caller.ts';
import { prefixOf } from '../ids/id.ts';
import { limits } from '../limits/limits.ts';
import type { Bucket } from '../limits/rate-limit.ts';
import type { RecordDeclaration } from '../record.ts';
import { drawOnBucket } from './buckets.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { perOperation } from './operation-cache.ts';

interface Identified {
  id: string;
}

/** Reads records of one kind by id. */
interface NodeLoader {
  /** GraphQL type. */
  type: string;
  /** Scope that reads it; without it the record is missing. */
  scope: Scope;
  /** Limit that a read draws on. */
  bucket?: Bucket;
  /** Loads records of the caller's books in one statement, in any order. */
  find(context: Context, ids: readonly string[]): Promise<readonly Identified[]>;
}

/** A kind of record with a type and ids of its own. */
type DeclaredNode = RecordDeclaration & { type: string; prefix: string };

const loaders = new Map<string, NodeLoader>();

export const Node = builder.interfaceRef<Identified>('Node').implement({
  description: 'A record with an id that `node` and `nodes` can read.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Unique over all types; its prefix shows the type.' }),
  }),
  resolveType: ({ id }) => loaders.get(prefixOf(id))?.type,
});

/**
 * Makes the type of a declared record a `Node`: `find` loads records by id in one statement. Call it once, next to the
 * type.
 */
export function implementNode<T extends Identified>(
  { type, prefix }: DeclaredNode,
  ref: ObjectRef<typeof builder.$inferSchemaTypes, T, T>,
  find: (context: Context, ids: readonly string[]) => Promise<readonly NoInfer<T>[]>,
  { scope = 'books:read', bucket }: { scope?: Scope; bucket?: Bucket } = {},
): void {
  if (ref.name !== type) throw new Error(`${prefix}: the record declares the type ${type}, not ${ref.name}.`);
  loaders.set(prefix, { type, scope, find, ...(bucket ? { bucket } : {}) });
  ref.addInterfaces([Node]);
}

/** Id prefixes of the records that `node` reads. */
export const nodePrefixes = (): string[] => [...loaders.keys()];

const loadersOf = perOperation(() => new Map<string, DataLoader<string, Identified | null>>());

/** Null for an id that is malformed, missing, foreign, outside the books of the key or outside its scopes. */
async function nodeOf(context: Context, id: string, info: GraphQLResolveInfo): Promise<Identified | null> {
  const prefix = prefixOf(id);
  const loader = loaders.get(prefix);
  if (!loader || !context.caller.scopes.includes(loader.scope)) return null;
  if (loader.bucket) await drawOnBucket(context, loader.bucket, info);
  const known = loadersOf(context);
  const batch = known.get(prefix) ?? batchOf(context, loader);
  known.set(prefix, batch);
  return batch.load(id);
}

function batchOf(context: Context, { find }: NodeLoader): DataLoader<string, Identified | null> {
  return new DataLoader(async (ids) => {
    const found = new Map((await find(context, ids)).map((record) => [record.id, record]));
    return ids.map((id) => found.get(id) ?? null);
  });
}

const missing = 'Null for an id that is malformed, unknown, of another account or outside the bounds of the key.';

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    bounds: 'narrowed',
    authScopes: { scope: 'books:read' },
    description: `The record with an id, of any type. ${missing}`,
    args: { id: t.arg.id({ required: true, description: 'The id of a record.' }) },
    resolve: (_root, { id }, context, info) => nodeOf(context, id, info),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    bounds: 'narrowed',
    authScopes: { scope: 'books:read' },
    complexity: ({ ids }) => ({ field: 1, multiplier: ids?.length ?? 1 }),
    description: `Records by id, in the order of the ids. ${missing} Costs one SQL statement per type.`,
    args: {
      ids: t.arg.idList({
        required: true,
        description: `At most ${limits.nodes} ids, of one type or several.`,
        validate: { schema: z.array(z.string()).max(limits.nodes) },
      }),
    },
    resolve: (_root, { ids }, context, info) => Promise.all(ids.map((id) => nodeOf(context, id, info))),
  }),
}));
