import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Context } from '../context.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      space: SpacePlugin<Types>;
    }
  }
}

/** How a full account (`QUOTA_BYTES`) meets each mutation, by its name. */
export const spaceClasses = {
  /** Refused before they begin. */
  adds: /^((add|adopt|import|merge|publish|split|waive)[A-Z]|create(?!Token$)[A-Z]|restoreRevision$|narrateBook$)/,
  /** Refused when a run would begin. Joining one, or reading its answer, is allowed. */
  starts: /^((generate|grade|make|rewrite|write)[A-Z]|narrateChapter$)/,
  /** Refused by the field itself where the new text is longer than the present one. */
  saves: /^updateChapter$/,
  /** Never refused: they free space, store nothing that counts, or change records whose fields have limits. */
  passes:
    /^((cancel|choose|delete|move|remove|reorder|revoke|rotate|set|thin)[A-Z]|update(?!Chapter$)[A-Z]|restore(?!Revision$)[A-Z]|createToken$)/,
} as const;
export type SpaceClass = keyof typeof spaceClasses;

/** Undefined for a name that no class or several have. */
export function spaceClassOf(mutation: string): SpaceClass | undefined {
  const found = Object.entries(spaceClasses).filter(([, names]) => names.test(mutation));
  return found.length === 1 ? (found[0]?.[0] as SpaceClass) : undefined;
}

/**
 * Refuses what would add to a full account. It is the innermost plugin, so a stored answer of an idempotency key is
 * still replayed. A mutation without a class cannot be built.
 */
export class SpacePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (field.kind !== 'Mutation') return resolve;
    const found = spaceClassOf(field.name);
    if (!found)
      throw new Error(`Mutation.${field.name} has no single class of space. Name it in src/graphql/space.ts.`);
    if (found !== 'adds') return resolve;
    return async (root, args, ctx, info) => {
      // Plugins are generic over the context type; this service has one.
      const context = ctx as Context;
      await context.requireSpace(context.sql, context.caller.accountId);
      return resolve(root, args, ctx, info);
    };
  }
}

SchemaBuilder.registerPlugin('space', SpacePlugin);
