import SchemaBuilder, {
  type FieldNullability,
  type InputFieldMap,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import { type BoundsOptions, BoundsPlugin } from './bounds.ts';
import { type BucketOptions, BucketsPlugin } from './buckets.ts';
import type { Effect } from './effect.ts';
import { IdempotencyPlugin, type KeptOptions, type KeyOptions } from './idempotency.ts';
import { IdsPlugin } from './ids.ts';
import { ListsPlugin } from './lists.ts';
import { type ReadOptions, ReadsPlugin } from './reads.ts';
import { SpacePlugin } from './space.ts';

// The options that our plugins give to the fields and types of Pothos.
declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      ids: IdsPlugin<Types>;
      reads: ReadsPlugin<Types>;
      buckets: BucketsPlugin<Types>;
      bounds: BoundsPlugin<Types>;
      idempotency: IdempotencyPlugin<Types>;
      space: SpacePlugin<Types>;
      lists: ListsPlugin<Types>;
    }
    export interface BaseTypeOptions extends KeptOptions, ReadOptions {}
    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > extends BoundsOptions,
        BucketOptions,
        KeyOptions {}
    export interface MutationFieldOptions<
      Types extends SchemaTypes,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveReturnShape,
    > extends Effect {}
  }
}

SchemaBuilder.registerPlugin('ids', IdsPlugin);
SchemaBuilder.registerPlugin('reads', ReadsPlugin);
SchemaBuilder.registerPlugin('buckets', BucketsPlugin);
SchemaBuilder.registerPlugin('bounds', BoundsPlugin);
SchemaBuilder.registerPlugin('idempotency', IdempotencyPlugin);
SchemaBuilder.registerPlugin('space', SpacePlugin);
SchemaBuilder.registerPlugin('lists', ListsPlugin);
