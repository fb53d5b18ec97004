import { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { notFound } from '../errors.ts';
import { clearReadCache } from './operation-cache.ts';
import { contextIn, type Resolver } from './plugin.ts';

/** Options of types. */
export interface ReadOptions {
  /** The name of the record in errors. Its fields with a scope, which are parts of it, are not found once it is deleted. */
  hiddenOnceDeleted?: string;
}

/**
 * Prevents stale reads. Each root field of a mutation starts without cached reads, because the fields run in sequence on one
 * context. The parts of a deleted record are hidden from every read (contract 4).
 */
export class ReadsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    if (field.kind === 'Mutation')
      return (root, args, context, info) => {
        clearReadCache(contextIn(context));
        return resolve(root, args, context, info);
      };
    const record = this.hiddenRecordOf(field);
    if (record === undefined) return resolve;
    return (parent, args, context, info) =>
      (parent as { deletedAt?: Date | null }).deletedAt ? notFound(record) : resolve(parent, args, context, info);
  }

  private hiddenRecordOf({ parentType, pothosOptions }: PothosOutputFieldConfig<Types>): string | undefined {
    // Plugins know only some of the options of fields and types.
    const { authScopes } = pothosOptions as { authScopes?: { scope?: string } };
    if (!authScopes?.scope) return undefined;
    return (this.buildCache.getTypeConfig(parentType).pothosOptions as { hiddenOnceDeleted?: string })
      .hiddenOnceDeleted;
  }
}
