import { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { noId } from '../ids/id.ts';
import { runsOf } from './known-runs.ts';
import { refuseNewBook, refuseWriting } from './permit.ts';
import { contextIn, type Resolver } from './plugin.ts';

/**
 * How a root field without a required `bookId` or `runId` respects the books of a bound key (docs/access.md). `narrowed`:
 * its statements filter by the caller's books; `noBook`: it shows nothing of any book; `newBook`: it creates a book, which
 * a bound key must not.
 */
export type FieldBounds = 'narrowed' | 'noBook' | 'newBook';

type Args = Record<string, unknown>;

/** Options of root fields. */
export interface BoundsOptions {
  bounds?: FieldBounds;
}

/**
 * Restricts a bound key to its books. The id of any other book, or of a run of another book, is replaced by an unknown id
 * before the field sees it, so the answer equals that for a missing book byte for byte. A root field that takes neither id
 * must declare its `bounds`; otherwise the schema cannot be built.
 */
export class BoundsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (isRoot(field) && !boundsOf(field) && !['bookId', 'runId'].some((name) => isRequired(field, name)))
      throw new Error(
        `${field.parentType}.${field.name} requires no bookId or runId. Declare with \`bounds\` how it respects the books of a bound key.`,
      );
    return field;
  }

  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    return field.kind === 'Subscription' ? resolve : within(resolve, field);
  }

  override wrapSubscribe(
    subscribe: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscribe && within(subscribe, field);
  }
}

function within<Types extends SchemaTypes>(
  resolve: Resolver<Types>,
  field: PothosOutputFieldConfig<Types>,
): Resolver<Types> {
  const isMutation = field.kind === 'Mutation';
  const makesBook = boundsOf(field) === 'newBook';
  const [namesBook, namesRun] = ['bookId' in field.args, 'runId' in field.args];
  if (!isMutation && !makesBook && !namesBook && !namesRun) return resolve;
  return (root, args, ctx, info) => {
    const context = contextIn(ctx);
    const { caller } = context;
    if (isMutation && caller.readOnly) refuseWriting(caller);
    const { accountId, bookIds } = caller;
    if (bookIds === null) return resolve(root, args, ctx, info);
    if (makesBook) refuseNewBook(caller);
    const given = args as Args;
    const known = namesBook && isOther(given.bookId, bookIds) ? { ...given, bookId: noId } : given;
    if (!namesRun || typeof known.runId !== 'string') return resolve(root, known, ctx, info);
    return runsOf(context)
      .find({ accountId, runId: known.runId })
      .then((run) => {
        const isMissing = !run || isOther(run.bookId, bookIds);
        return resolve(root, isMissing ? { ...known, runId: noId } : known, ctx, info);
      });
  };
}

function isOther(bookId: unknown, bookIds: readonly string[]): boolean {
  return typeof bookId === 'string' && !bookIds.includes(bookId);
}

function isRoot<Types extends SchemaTypes>({ kind }: PothosOutputFieldConfig<Types>): boolean {
  return kind === 'Query' || kind === 'Mutation' || kind === 'Subscription';
}

function isRequired<Types extends SchemaTypes>({ args }: PothosOutputFieldConfig<Types>, name: string): boolean {
  return args[name]?.type.required ?? false;
}

function boundsOf<Types extends SchemaTypes>({
  pothosOptions,
}: PothosOutputFieldConfig<Types>): FieldBounds | undefined {
  // Plugins know only some of a field's options.
  return (pothosOptions as { bounds?: FieldBounds }).bounds;
}
