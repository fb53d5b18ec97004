import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Scope } from '../caller.ts';
import { ServiceError, StaleVersion } from '../errors.ts';
import { withTimeout } from '../limits/operation-time.ts';
import type { Bucket } from '../limits/rate-limit.ts';
import type { Operation } from '../operation.ts';
import { QueryReads } from '../sql/statement-scope.ts';
import type { FieldBounds } from './bounds.ts';
import type { Context } from './context.ts';
import { type Effect, effectOf } from './effect.ts';
import { withIdempotencyKey } from './keyed-document.ts';
import { releasePothosCache } from './operation-cache.ts';
import { requestedFieldsOf } from './requested-fields.ts';
import { toServiceError } from './service-error.ts';
import { subscribe } from './subscribe.ts';

type Data = Record<string, unknown>;

/** An operation bound to the schema, with the declarations of its root field. */
export interface PreparedOperation {
  operation: Operation;
  kind: OperationTypeNode;
  /** Name of the root field, without the document's alias. */
  field: string;
  description: string;
  scope: Scope | undefined;
  /** Whether it creates a book (graphql/bounds.ts). */
  makesBook: boolean;
  bucket: Bucket | undefined;
  /** What a mutation does; undefined for a query. */
  effect: Effect | undefined;
  /** What answers a call that asks for a preview. */
  preview: PreparedOperation | undefined;
  /** Variables of its document, with `idempotencyKey` if the field takes one. */
  variables: ReadonlySet<string>;
  run(variables: Data, context: Context): Promise<unknown>;
  /** Only for operations that stream. */
  read(variables: Data, context: Context): Promise<AsyncGenerator<unknown, void, void>>;
}

/**
 * Binds an operation to the schema. A test and the generator of types validate the documents; doing it at each start would
 * take as long as opening the database.
 */
export function prepareOperation(schema: GraphQLSchema, operation: Operation): PreparedOperation {
  const own = definitionOf(operation.document);
  const [selection] = own.selectionSet.selections;
  const fieldName = selection?.kind === 'Field' ? selection.name.value : '';
  const field = schema.getRootType(own.operation)?.getFields()[fieldName];
  if (!field) throw new Error(`${own.name?.value}: its first selection is no root field.`);
  const { scope, bucket, makesBook } = authorizationOf(field.extensions);
  const { stream, answer } = operation;
  const effect = effectOf(field.extensions.pothosOptions);
  refuseContradiction(operation, fieldName, effect);
  const takesKey = field.args.some(({ name }) => name === 'idempotencyKey');
  const document = takesKey ? withIdempotencyKey(operation.document) : operation.document;
  const definition = definitionOf(document);
  return {
    operation,
    kind: definition.operation,
    field: fieldName,
    description: operation.summary ?? field.description ?? '',
    scope,
    makesBook,
    bucket,
    effect,
    preview: operation.preview && prepareOperation(schema, operation.preview),
    variables: new Set(definition.variableDefinitions?.map((variable) => variable.variable.name.value)),
    run: async (variables, context) => {
      context.requestedFields = requestedFieldsOf(schema, document);
      try {
        const run = () => context.executor.execute({ schema, document, variables, context });
        return dataOf(await inTime(definition.operation, context, run))[answer];
      } finally {
        releasePothosCache(context);
      }
    },
    read: async (variables, context) => {
      if (!stream) throw new Error(`${fieldName} does not stream.`);
      const events = await subscribe({ schema, document: stream, variableValues: variables, contextValue: context });
      return Symbol.asyncIterator in events ? eachAnswer(events) : throwFirst(events);
    },
  };
}

/** A mutation that calls a provider has a preview on all faces, or on none. */
function refuseContradiction({ isPaid = false }: Operation, field: string, effect: Effect | undefined): void {
  const mutation = effect?.calls && 'mutation' in effect.calls ? effect.calls.mutation : undefined;
  if (isPaid !== (mutation !== undefined))
    throw new Error(
      `${field}: its operation says ${isPaid ? '' : 'not '}that it is paid for (isPaid), its field otherwise.`,
    );
  if (mutation && mutation !== field) throw new Error(`${field}: its preview is that of ${mutation}.`);
}

function definitionOf(document: DocumentNode) {
  const definition = document.definitions.find((one) => one.kind === 'OperationDefinition');
  if (!definition) throw new Error('An operation needs a document with an operation in it.');
  return definition;
}

/** Scope, bucket and bounds that a root field declares. */
export function authorizationOf(extensions: Readonly<Record<string, unknown>>): {
  scope: Scope | undefined;
  bucket: Bucket | undefined;
  makesBook: boolean;
} {
  const options = extensions.pothosOptions as
    | { authScopes?: { scope?: Scope }; bucket?: Bucket; bounds?: FieldBounds }
    | undefined;
  const { authScopes, bucket, bounds } = options ?? {};
  return { scope: authScopes?.scope, bucket, makesBook: bounds === 'newBook' };
}

async function* eachAnswer(events: AsyncGenerator<ExecutionResult, void, void>) {
  for await (const event of events) yield Object.values(dataOf(event))[0];
}

function throwFirst(result: ExecutionResult): never {
  throw thrownIn(result.errors?.[0]) ?? new Error('A subscription did not start.');
}

function dataOf(result: ExecutionResult): Data {
  if (result.errors?.[0]) throw thrownIn(result.errors[0]);
  return result.data ?? {};
}

function thrownIn(error: GraphQLError | undefined): unknown {
  return error?.originalError ?? error;
}

/** The operation that reads what another one changes: GET on the same path. */
export function readingOperation(
  prepared: readonly PreparedOperation[],
  { operation }: PreparedOperation,
): PreparedOperation | undefined {
  const path = operation.rest?.split(' ')[1];
  return prepared.find((one) => one.operation.rest === `GET ${path}`);
}

/**
 * Completes a version conflict: `current` becomes the record as REST answers it, with prose. A deleted record, or one
 * without its own REST path, is shown by its own fields. A caller without `books:read` gets only id, version and times,
 * because others may have set the other members.
 */
export async function withCurrent(
  thrown: unknown,
  operations: readonly PreparedOperation[],
  context: Context,
): Promise<unknown> {
  const error = toServiceError(thrown);
  if (!(error instanceof StaleVersion)) return thrown;
  const current = error.details.current as Current;
  const withRecord = (record: unknown) =>
    new ServiceError('conflict', error.message, { ...error.details, current: record });
  if (!context.caller.scopes.includes('books:read')) return withRecord(publicMembers(current));
  const reader = operations.find(({ field, operation }) => field === error.record && operation.rest);
  if (!reader) return thrown;
  const record = [...reader.variables].find((name) => name.endsWith('Id') && name !== 'bookId') ?? 'bookId';
  // A record beside another one is read by the id of that one.
  const key = { bookId: current.bookId ?? current.id, [record]: current[record] ?? current.id };
  const variables = reader.operation.variables ? reader.operation.variables(key) : key;
  const read = await reader.run(variables, context).catch((failure: unknown) => {
    if (toServiceError(failure).code === 'not_found') return current;
    throw failure;
  });
  return withRecord(read);
}

interface Current {
  [parameter: string]: unknown;
  id?: string;
  bookId?: string;
  version?: number;
  createdAt?: Date;
  updatedAt?: Date;
}

/** The members that every caller may see. JSON omits undefined ones. */
function publicMembers({ id, version, createdAt, updatedAt }: Current) {
  return { id, version, createdAt, updatedAt };
}

/**
 * Runs a document within its time limit. The reads of a query end with its caller, and at the limit: nobody waits for them.
 * A change is left to finish.
 */
export async function inTime(
  kind: OperationTypeNode,
  context: Context,
  run: () => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { signal, timeAllowance } = context;
  if (kind !== 'query') return withTimeout(run(), timeAllowance);
  const reads = new QueryReads();
  context.reads = reads;
  const end = () => reads.end();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  try {
    return await withTimeout(reads.run(run), timeAllowance);
  } catch (error) {
    end();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
