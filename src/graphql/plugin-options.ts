import type { FieldNullability, InputFieldMap, SchemaTypes, TypeParam } from '@pothos/core';
import type { BoundsOptions, BoundsPlugin } from './bounds.ts';
import type { BucketOptions, BucketsPlugin } from './buckets.ts';
import type { Effect } from './effect.ts';
import type { IdempotencyPlugin, KeptOptions, KeyOptions } from './idempotency.ts';
import type { IdsPlugin } from './ids.ts';
import type { ListsPlugin } from './lists.ts';
import type { ReadOptions, ReadsPlugin } from './reads.ts';
import type { SpacePlugin } from './space.ts';

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
