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
import type { Context, Run } from './context.ts';
import { boundToRun, held, heldUntilKept, inTransaction, type OfRun, requestOf } from './keyed.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      idempotency: IdempotencyPlugin<Types>;
    }
    export interface BaseTypeOptions<Types extends SchemaTypes = SchemaTypes> {
      /** The record as it is kept under a key, where fields of its own are read apart from it. */
      kept?: (record: never, context: Types['Context']) => Promise<object>;
      /** How an answer of this type tells of a run that may go on (see keyed.ts). */
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
      /** Its answer holds a secret: it is given once and never kept (contract 3). */
      shownOnce?: boolean;
      /** It takes long before it changes anything, and keeps its answer under a key in the transaction that does: `context.keepAnswer`. */
      keepsAnswer?: boolean;
    }
  }
}

/** Mutations that may be repeated as they are: the second time changes nothing more. */
const repeatable = /^(update|delete|remove|revoke)[A-Z]/;

/**
 * Gives every mutation that creates or starts something the argument `idempotencyKey`, and sees to it that a request under
 * a key is done once (contract 9). It is the last of the plugins, so what it wraps has been allowed and validated.
 */
export class IdempotencyPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
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
      // The one context there is, which a plugin cannot know.
      const context = ctx as Context;
      const request = requestOf(context.caller, field.name, args);
      const work = (under: Context) => Promise.resolve(resolve(root, args, under, info));
      if (!request) return work(context);
      const waitSeconds = 'waitSeconds' in args ? Number(args.waitSeconds ?? 0) : 0;
      return once({ context, request, work, kept, responseKey: String(info.path.key), waitSeconds });
    };
  }

  /** What calls a provider takes too long for a transaction; where it starts a run, the run is what is kept. */
  private wayOf({ type, args, pothosOptions }: PothosOutputFieldConfig<Types>) {
    // The options of a field of any kind, of which a plugin knows only some.
    const { authScopes, shownOnce, keepsAnswer } = pothosOptions as {
      authScopes?: { scope?: string };
      shownOnce?: boolean;
      keepsAnswer?: boolean;
    };
    if (keepsAnswer) return heldUntilKept;
    if (authScopes?.scope !== 'generation:run') return inTransaction(shownOnce ?? false);
    if (type.kind === 'List') return held(undefined);
    const { name, pothosOptions: options } = this.buildCache.getTypeConfig(type.ref);
    if (name === 'Run' && !('runId' in args)) return boundToRun;
    // The type's own answers come out of the field.
    return held((options as unknown as { ofRun?: OfRun }).ofRun);
  }

  private keptAs({ type }: PothosOutputFieldConfig<Types>): (answer: unknown, context: Context) => unknown {
    if (type.kind === 'List') return (answer) => answer;
    const { pothosOptions } = this.buildCache.getTypeConfig(type.ref);
    // The type's own records come out of the field.
    const { kept } = pothosOptions as unknown as { kept?: (answer: unknown, context: Context) => unknown };
    return kept ?? ((answer) => answer);
  }
}

function takesKey<Types extends SchemaTypes>({ parentType, name }: PothosOutputFieldConfig<Types>): boolean {
  return parentType === 'Mutation' && !repeatable.test(name);
}

function argumentOf<Types extends SchemaTypes>({ name, parentType }: PothosOutputFieldConfig<Types>) {
  const description = idempotencyKey.description ?? '';
  // A plugin may add arguments, for which Pothos has no builder at this point.
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
