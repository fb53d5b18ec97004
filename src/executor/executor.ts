import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  versionInfo,
} from 'graphql';
import { type AnswerEvent, compile, compileEvents } from './compile.ts';
import { type GraphQLVersion, isSupported, supportedRange } from './versions.ts';

/** The setting `EXECUTOR`. */
type ExecutorName = 'compiled' | 'graphql-js';

/** One operation of a valid document. */
interface Executable {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
}

/** An operation with all that one execution of it needs. */
interface Execution extends Executable {
  variables: Readonly<Record<string, unknown>>;
  context: unknown;
  /** Ends the execution: no further resolver runs. */
  signal?: AbortSignal;
}

/** Executes documents. All executors give the same data and errors. */
export interface Executor {
  execute(execution: Execution): ExecutionResult | Promise<ExecutionResult>;
  /** Answers each event of a subscription; undefined where graphql-js answers it. */
  eventsOf(subscription: Executable): AnswerEvent | undefined;
}

/** The reference implementation alone. */
export const graphqlJs: Executor = {
  execute: ({ schema, document, operationName, variables, context, signal }) =>
    execute({
      schema,
      document,
      operationName: operationName ?? null,
      variableValues: variables,
      contextValue: context,
      ...(signal ? { abortSignal: signal } : {}),
    }),
  eventsOf: () => undefined,
};

const compiledOf = oncePerOperation(compile);
const compiledEventsOf = oncePerOperation(compileEvents);

/** Compiles a document at its first execution. graphql-js executes a document that cannot be compiled. */
export const compiled: Executor = {
  execute: (execution) => {
    const run = compiledOf(execution);
    return run ? run(execution.variables, execution.context, execution.signal) : graphqlJs.execute(execution);
  },
  eventsOf: compiledEventsOf,
};

/** The configured executor. Outside the range of graphql versions that the compiled one supports: graphql-js, and a warning. */
export function openExecutor(
  { executor }: { executor: ExecutorName },
  log: { warn(message: string): void },
  installed: GraphQLVersion = versionInfo,
): Executor {
  if (executor === 'graphql-js') return graphqlJs;
  if (isSupported(installed)) return compiled;
  const { major, minor, patch, preReleaseTag } = installed;
  const found = `${major}.${minor}.${patch}${preReleaseTag === null ? '' : `-${preReleaseTag}`}`;
  log.warn(
    `The compiled executor supports graphql ${supportedRange}, and ${found} is installed. graphql-js executes all documents.`,
  );
  return graphqlJs;
}

/** Caches one value per operation, for as long as its document is cached. */
function oncePerOperation<Made>(
  make: (schema: GraphQLSchema, document: DocumentNode, operationName?: string | null) => Made | undefined,
): (executable: Executable) => Made | undefined {
  const known = new WeakMap<OperationDefinitionNode, { made: Made | undefined }>();
  return ({ schema, document, operationName }) => {
    const operation = getOperationAST(document, operationName);
    if (!operation) return undefined;
    const found = known.get(operation) ?? { made: make(schema, document, operationName) };
    known.set(operation, found);
    return found.made;
  };
}
