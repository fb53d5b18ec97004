import { BasePlugin, type PothosInputFieldConfig, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { idempotencyKey } from '../domain/shapes.ts';
import type { Context } from './context.ts';
import { type Effect, effectOf, isLong } from './effect.ts';
import { boundToRun, heldUntilStored, inTransaction, type RunAnswer, underHeldKey } from './keyed.ts';
import { keyedRequest } from './keyed-request.ts';
import type { KnownRun } from './known-runs.ts';
import { contextIn, type Resolver } from './plugin.ts';

/** Options of fields. */
export interface KeyOptions {
  /** The answer contains a secret: it is shown once and never stored (contract 3). */
  shownOnce?: boolean;
  /** Long work that stores its answer under the key itself, in its own transaction: `context.keepAnswer`. */
  keepsAnswer?: boolean;
}

/** Options of types. */
export interface KeptOptions {
  /** The record as stored under a key, for types with fields that are loaded separately. */
  kept?: (record: never, context: Context) => Promise<object>;
  /** For answers that report a run that may continue (see keyed.ts). */
  ofRun?: {
    runOf: (answer: never) => KnownRun | null;
    answerOf: (run: never, context: Context) => unknown;
  };
}

/**
 * Adds the argument `idempotencyKey` to every mutation that is not repeatable, and runs each request once per key
 * (contract 9). It is the last plugin, so it wraps calls that are authorized and valid.
 */
export class IdempotencyPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return takesKey(field) ? { ...field, args: { ...field.args, idempotencyKey: argumentOf(field) } } : field;
  }

  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    if (!takesKey(field)) return resolve;
    const [once, kept] = [this.wayOf(field), this.keptAs(field)];
    const isRepeatable = effectOf(field.pothosOptions)?.repeatable === 'keyed';
    return (root, args, ctx, info) => {
      const context = contextIn(ctx);
      const request = keyedRequest(context.caller, field.name, args);
      const work = (under: Context) => Promise.resolve(resolve(root, args, under, info));
      if (!request) return work(context);
      const waitSeconds = 'waitSeconds' in args ? Number(args.waitSeconds ?? 0) : 0;
      return once({ context, request, work, kept, isRepeatable, responseKey: String(info.path.key), waitSeconds });
    };
  }

  /** Provider calls take too long for a transaction. If the field starts a run, the run is stored instead of the answer. */
  private wayOf({ type, args, pothosOptions }: PothosOutputFieldConfig<Types>) {
    // Plugins know only some of a field's options.
    const { shownOnce, keepsAnswer, ...effect } = pothosOptions as KeyOptions & Pick<Effect, 'calls' | 'waitsForRun'>;
    if (keepsAnswer) return heldUntilStored;
    if (!isLong(effect)) return inTransaction(shownOnce ?? false);
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
