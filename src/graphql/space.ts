import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { refuseGrowth, requireSpace } from '../limits/space.ts';
import { poolIn } from '../sql/connect.ts';
import type { Context } from './context.ts';
import { effectOf } from './effect.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      space: SpacePlugin<Types>;
    }
  }
}

/**
 * Refuses what adds to a full account, by what its transaction has done (docs/decisions/0055-used-space.md#a-full-account-refuses-by-what-a-transaction-adds). It is
 * the innermost plugin, so a stored answer of an idempotency key is still replayed.
 */
class SpacePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const effect = effectOf(field.pothosOptions);
    // The compiler says the same, less clearly.
    if (field.kind === 'Mutation' && !effect)
      throw new Error(
        `Mutation.${field.name} needs the options space, repeatable and destructive (graphql/effect.ts).`,
      );
    const space = effect?.space;
    if (space !== 'adds' && space !== 'changes') return resolve;
    const isOne = isOneTransaction(field.pothosOptions);
    return async (root, args, ctx, info) => {
      // Plugins are generic over the context type; this service has one.
      const context = ctx as Context;
      const { accountId } = context.caller;
      if (context.config.quotaBytes === 0) return resolve(root, args, ctx, info);
      if (space === 'adds') await requireSpace(context.config, context.sql, accountId);
      if (!isOne) return resolve(root, args, ctx, info);
      return context.sql.begin(async (tx) => {
        const within = { ...context, sql: poolIn(tx), read: poolIn(tx) };
        const answer = await resolve(root, args, within, info);
        await refuseGrowth(context.config, tx, accountId, space);
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
