import { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Bucket } from '../limits/rate-limit.ts';
import type { Context } from './context.ts';
import { contextIn, type Resolver } from './plugin.ts';

/** Options of fields. */
export interface BucketOptions {
  /** The extra rate limit that the field draws on, once for each root field. */
  bucket?: Bucket;
}

/** Draws on the bucket of a field before it resolves. */
export class BucketsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    // Plugins know only some of the options of fields.
    const { bucket } = field.pothosOptions as { bucket?: Bucket };
    if (!bucket) return resolve;
    return async (parent, args, context, info) => {
      await drawOnBucket(contextIn(context), bucket, info);
      return resolve(parent, args, context, info);
    };
  }
}

/** Draws on a bucket once for each root field, however many fields below it require the bucket. Throws `rate_limited`. */
export function drawOnBucket(context: Context, bucket: Bucket, { path }: GraphQLResolveInfo): Promise<void> {
  if (context.charged.has(bucket)) return Promise.resolve();
  const draw = `${bucket} ${rootKeyOf(path)}`;
  const known = context.draws.get(draw) ?? context.charge(bucket, context.caller, context.reportLimit);
  context.draws.set(draw, known);
  return known;
}

function rootKeyOf(path: GraphQLResolveInfo['path']): string | number {
  return path.prev ? rootKeyOf(path.prev) : path.key;
}
