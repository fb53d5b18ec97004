import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { poolIn } from '../sql/connect.ts';
import type { Context } from './context.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      space: SpacePlugin<Types>;
    }
  }
}

/** How a full account (`QUOTA_BYTES`) meets each mutation, by its name. */
export const spaceClasses = {
  /** Makes records. Refused before it begins. */
  adds: /^((add|adopt|import|merge|publish|split|waive)[A-Z]|create(?!Token$)[A-Z]|restoreRevision$|narrateBook$)/,
  /** Refused when a run would begin. Joining one, or reading its answer, is allowed. */
  starts: /^((generate|grade|make|rewrite|write)[A-Z]|narrateChapter$)/,
  /** Changes what is there. Refused when it has added more than a little. */
  changes: /^((set|update)[A-Z]|restore(?!Revision$)[A-Z])/,
  /** Adds nothing that counts. Never refused. It may wait for a run, which no transaction can. */
  frees: /^((cancel|choose|delete|move|remove|reorder|revoke|rotate|thin)[A-Z]|createToken$)/,
} as const;
export type SpaceClass = keyof typeof spaceClasses;

/** Undefined for a name that no class or several have. */
export function spaceClassOf(mutation: string): SpaceClass | undefined {
  const found = Object.entries(spaceClasses).filter(([, names]) => names.test(mutation));
  return found.length === 1 ? (found[0]?.[0] as SpaceClass) : undefined;
}

/**
 * Refuses what adds to a full account, by what its transaction has done (docs/decisions/0076-space-by-transactions.md). It is
 * the innermost plugin, so a stored answer of an idempotency key is still replayed. A mutation without a class cannot be built.
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
    if (found === 'starts' || found === 'frees') return resolve;
    const isOne = isOneTransaction(field.pothosOptions);
    return async (root, args, ctx, info) => {
      // Plugins are generic over the context type; this service has one.
      const context = ctx as Context;
      const { accountId } = context.caller;
      if (context.config.quotaBytes === 0) return resolve(root, args, ctx, info);
      if (found === 'adds') await context.requireSpace(context.sql, accountId);
      if (!isOne) return resolve(root, args, ctx, info);
      return context.sql.begin(async (tx) => {
        const within = { ...context, sql: poolIn(tx), read: poolIn(tx) };
        const answer = await resolve(root, args, within, info);
        await context.refuseGrowth(tx, accountId, found);
        return answer;
      });
    };
  }
}

/** Long work commits in parts, and no transaction spans the call of a provider. */
function isOneTransaction(options: object): boolean {
  // Plugins know only some of a field's options.
  const { authScopes, keepsAnswer } = options as { authScopes?: { scope?: string }; keepsAnswer?: boolean };
  return !keepsAnswer && authScopes?.scope !== 'generation:run';
}

SchemaBuilder.registerPlugin('space', SpacePlugin);
