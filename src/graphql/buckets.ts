import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Bucket } from '../limits/rate-limit.ts';
import type { Context } from './context.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      buckets: BucketsPlugin<Types>;
    }
    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** The extra rate limit that the field draws on, once for each root field. */
      bucket?: Bucket;
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/** Draws on the bucket of a field before it resolves. */
class BucketsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    // Plugins know only some of the options of fields.
    const { bucket } = field.pothosOptions as { bucket?: Bucket };
    if (!bucket) return resolve;
    return async (parent, args, context, info) => {
      // Plugins are generic over the context type; this service has one.
      await drawOnBucket(context as Context, bucket, info);
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

SchemaBuilder.registerPlugin('buckets', BucketsPlugin);
