import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { idempotencyKey } from '../domain/shapes.ts';
import type { Context } from './context.ts';
import { effectOf } from './effect.ts';
import {
  boundToRun,
  heldUntilStored,
  inTransaction,
  keyedRequest,
  type Run,
  type RunAnswer,
  underHeldKey,
} from './keyed.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      idempotency: IdempotencyPlugin<Types>;
    }
    export interface BaseTypeOptions<Types extends SchemaTypes = SchemaTypes> {
      /** The record as stored under a key, for types with fields that are loaded separately. */
      kept?: (record: never, context: Types['Context']) => Promise<object>;
      /** For answers that report a run that may continue (see keyed.ts). */
      ofRun?: {
        runOf: (answer: never) => Run | null;
        answerOf: (run: Run, context: Types['Context']) => unknown;
      };
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
      /** The answer contains a secret: it is shown once and never stored (contract 3). */
      shownOnce?: boolean;
      /** Long work that stores its answer under the key itself, in its own transaction: `context.keepAnswer`. */
      keepsAnswer?: boolean;
    }
  }
}

/**
 * Adds the argument `idempotencyKey` to every mutation that is not repeatable, and runs each request once per key
 * (contract 9). It is the last plugin, so it wraps calls that are authorized and valid.
 */
class IdempotencyPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return takesKey(field) ? { ...field, args: { ...field.args, idempotencyKey: argumentOf(field) } } : field;
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (!takesKey(field)) return resolve;
    const [once, kept] = [this.wayOf(field), this.keptAs(field)];
    return (root, args, ctx, info) => {
      // Plugins are generic over the context type; this service has one.
      const context = ctx as Context;
      const request = keyedRequest(context.caller, field.name, args);
      const work = (under: Context) => Promise.resolve(resolve(root, args, under, info));
      if (!request) return work(context);
      const waitSeconds = 'waitSeconds' in args ? Number(args.waitSeconds ?? 0) : 0;
      return once({ context, request, work, kept, responseKey: String(info.path.key), waitSeconds });
    };
  }

  /** Provider calls take too long for a transaction. If the field starts a run, the run is stored instead of the answer. */
  private wayOf({ type, args, pothosOptions }: PothosOutputFieldConfig<Types>) {
    // Plugins know only some of a field's options.
    const { authScopes, shownOnce, keepsAnswer } = pothosOptions as {
      authScopes?: { scope?: string };
      shownOnce?: boolean;
      keepsAnswer?: boolean;
    };
    if (keepsAnswer) return heldUntilStored;
    if (authScopes?.scope !== 'generation:run') return inTransaction(shownOnce ?? false);
    if (type.kind === 'List') return underHeldKey(undefined);
    const { name, pothosOptions: options } = this.buildCache.getTypeConfig(type.ref);
    if (name === 'Run' && !('runId' in args)) return boundToRun;
    // The field returns answers of this type.
    return underHeldKey((options as unknown as { ofRun?: RunAnswer }).ofRun);
  }

  private keptAs({ type }: PothosOutputFieldConfig<Types>): (answer: unknown, context: Context) => unknown {
    if (type.kind === 'List') return (answer) => answer;
    const { pothosOptions } = this.buildCache.getTypeConfig(type.ref);
    // The field returns records of this type.
    const { kept } = pothosOptions as unknown as { kept?: (answer: unknown, context: Context) => unknown };
    return kept ?? ((answer) => answer);
  }
}

function takesKey<Types extends SchemaTypes>({ pothosOptions }: PothosOutputFieldConfig<Types>): boolean {
  const effect = effectOf(pothosOptions);
  return effect !== undefined && effect.repeatable !== true;
}

function argumentOf<Types extends SchemaTypes>({ name, parentType }: PothosOutputFieldConfig<Types>) {
  const description = idempotencyKey.description ?? '';
  // Pothos offers no argument builder to plugins here.
  return {
    kind: 'Arg',
    graphqlKind: 'Arg',
    name: 'idempotencyKey',
    parentField: name,
    parentType,
    description,
    type: { kind: 'Scalar', ref: 'String', required: false },
    pothosOptions: { type: 'String', description, validate: { schema: idempotencyKey } },
    extensions: {},
  } as unknown as PothosInputFieldConfig<Types>;
}

SchemaBuilder.registerPlugin('idempotency', IdempotencyPlugin);
