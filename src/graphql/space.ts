import { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { refuseGrowth, requireSpace } from '../limits/space.ts';
import { poolIn } from '../sql/connect.ts';
import { type Effect, effectOf, isLong } from './effect.ts';
import { contextIn, type Resolver } from './plugin.ts';

/**
 * Refuses what adds to a full account, by what its transaction has done (docs/decisions/0055-used-space.md). It is the
 * innermost plugin, so a stored answer of an idempotency key is still replayed.
 */
export class SpacePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
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
      const context = contextIn(ctx);
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
  const { keepsAnswer, ...effect } = options as { keepsAnswer?: boolean } & Pick<Effect, 'calls' | 'waitsForRun'>;
  return !keepsAnswer && !isLong(effect);
}
