import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema, OperationTypeNode } from 'graphql';
import { ServiceError, StaleVersion } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { isDatabaseAway } from '../sql/connect.ts';
import { askedOf } from './asked.ts';
import { type Compiled, compile } from './compiled/compile.ts';
import { type Bucket, type Context, letGo, Patience, type Scope } from './context.ts';
import { withIdempotencyKey } from './keyed-document.ts';
import { subscribe } from './subscribe.ts';

export type Data = Record<string, unknown>;

/** An operation bound to the schema, with what its root field says of it. */
export interface Prepared {
  operation: Operation;
  kind: OperationTypeNode;
  /** The root field, whose name a document may alias. */
  field: string;
  description: string;
  scope: Scope | undefined;
  bucket: Bucket | undefined;
  /** What its document may be given; `idempotencyKey` among it where a request can be made safe to repeat. */
  variables: ReadonlySet<string>;
  run(variables: Data, context: Context): Promise<unknown>;
  /** Only for operations that stream. */
  read(variables: Data, context: Context): Promise<AsyncGenerator<unknown, void, void>>;
}

/**
 * Binds an operation to the schema. That its documents fit is seen by a test and by the generator of their types, not again at
 * each start: checking them all takes as long as opening the database.
 */
export function prepare(schema: GraphQLSchema, operation: Operation): Prepared {
  const own = definitionOf(operation.document);
  const [selection] = own.selectionSet.selections;
  const fieldName = selection?.kind === 'Field' ? selection.name.value : '';
  const field = schema.getRootType(own.operation)?.getFields()[fieldName];
  if (!field) throw new Error(`${own.name?.value}: its first selection is no root field.`);
  const { scope, bucket } = authorizationOf(field.extensions);
  const { stream, answer } = operation;
  const takesKey = field.args.some(({ name }) => name === 'idempotencyKey');
  const document = takesKey ? withIdempotencyKey(operation.document) : operation.document;
  const definition = definitionOf(document);
  // When it is first asked for, so that the start does not wait for all of them.
  let compiled: Compiled | undefined;
  return {
    operation,
    kind: definition.operation,
    field: fieldName,
    description: operation.summary ?? field.description ?? '',
    scope,
    bucket,
    variables: new Set(definition.variableDefinitions?.map((variable) => variable.variable.name.value)),
    run: async (variables, context) => {
      context.asked = askedOf(schema, document);
      compiled ??= compileOwn(schema, document);
      try {
        return dataOf(await withinTime(compiled(variables, context), context.patience))[answer];
      } finally {
        letGo(context);
      }
    },
    read: async (variables, context) => {
      if (!stream) throw new Error(`${fieldName} does not stream.`);
      const events = await subscribe({ schema, document: stream, variableValues: variables, contextValue: context });
      return Symbol.asyncIterator in events ? eachAnswer(events) : throwFirst(events);
    },
  };
}

/** Ours are compiled, all of them. */
function compileOwn(schema: GraphQLSchema, document: DocumentNode): Compiled {
  const compiled = compile(schema, document);
  if (!compiled) throw new Error('A document of an operation cannot be compiled.');
  return compiled;
}

function definitionOf(document: DocumentNode) {
  const definition = document.definitions.find((one) => one.kind === 'OperationDefinition');
  if (!definition) throw new Error('An operation needs a document with an operation in it.');
  return definition;
}

/** What a root field asks for before it does anything. */
export function authorizationOf(extensions: Readonly<Record<string, unknown>>): {
  scope: Scope | undefined;
  bucket: Bucket | undefined;
} {
  const options = extensions.pothosOptions as { authScopes?: { scope?: Scope; bucket?: Bucket } } | undefined;
  return { scope: options?.authScopes?.scope, bucket: options?.authScopes?.bucket };
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
export function readerOf(prepared: readonly Prepared[], { operation }: Prepared): Prepared | undefined {
  const path = operation.rest?.split(' ')[1];
  return prepared.find((one) => one.operation.rest === `GET ${path}`);
}

/**
 * A lost race in the caller's terms: `current` becomes the record as reading it over REST would answer, prose and all. One
 * that this caller cannot read, because it is deleted, is in lists only or wants another scope, is shown by its own fields.
 */
export async function withCurrent(
  thrown: unknown,
  operations: readonly Prepared[],
  context: Context,
): Promise<unknown> {
  const error = toServiceError(thrown);
  if (!(error instanceof StaleVersion)) return thrown;
  const reader = operations.find(({ field, operation }) => field === error.record && operation.rest);
  if (!reader) return thrown;
  const current = error.details.current as { id?: string; bookId?: string };
  const record = [...reader.variables].find((name) => name.endsWith('Id') && name !== 'bookId') ?? 'bookId';
  const key = { bookId: current.bookId ?? current.id, ...(record === 'bookId' ? {} : { [record]: current.id }) };
  const variables = reader.operation.variables ? reader.operation.variables(key) : key;
  const read = await reader.run(variables, context).catch((failure: unknown) => {
    if (/^(not_found|insufficient_scope)$/.test(toServiceError(failure).code)) return current;
    throw failure;
  });
  return new ServiceError('conflict', error.message, { ...error.details, current: read });
}

/** Longest that an operation may take beside the waiting that it was asked for, seconds. */
export const operationSecondsMax = 10;

/** The result, or `unavailable` when it does not come in time: nobody waits for a database that does not answer. */
export async function withinTime<T>(work: T | Promise<T>, patience = new Patience()): Promise<T> {
  if (!(work instanceof Promise)) return work;
  let timer: NodeJS.Timeout | undefined;
  const began = performance.now();
  const late = new Promise<never>((_, reject) => {
    const look = () => {
      const leftMs = began + (operationSecondsMax + patience.seconds) * 1000 - 500 - performance.now();
      if (leftMs <= 0) reject(tooLate(operationSecondsMax + patience.seconds));
      else timer = setTimeout(look, leftMs);
    };
    look();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(seconds: number): ServiceError {
  return new ServiceError(
    'unavailable',
    `No answer within ${seconds} s. Look whether the change was made, then try again.`,
    { retry_after: 2 },
  );
}

/** What a caller is told of anything that was thrown: a refusal as it is, a lost database as `unavailable`, the rest as `internal`. */
export function toServiceError(thrown: unknown): ServiceError {
  const cause =
    thrown instanceof Error && 'originalError' in thrown && thrown.originalError ? thrown.originalError : thrown;
  if (cause instanceof ServiceError) return cause;
  if (isDatabaseAway(cause))
    return new ServiceError('unavailable', 'The database cannot be reached just now. Nothing was changed; try again.', {
      retry_after: 2,
    });
  return new ServiceError(
    'internal',
    'Something went wrong on our side. Nothing in the request needs to change; quote the request id.',
  );
}
