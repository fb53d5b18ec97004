import {
  AbortedGraphQLExecutionError,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  OperationTypeNode,
  type VariableValues,
} from 'graphql';
import { ErrorCollector } from './errors.ts';
import { type ExecutionState, objectOf, serialObjectOf } from './execution.ts';
import { compileFields } from './fields.ts';
import { NotCompiled } from './selection.ts';

/**
 * Executes one operation of one document. Variables are checked and coerced first; their errors are a result without data.
 * After `signal` aborts, it throws `AbortedGraphQLExecutionError`.
 */
type CompiledOperation = (
  variables: Readonly<Record<string, unknown>>,
  context: unknown,
  signal?: AbortSignal,
) => ExecutionResult | Promise<ExecutionResult>;

/** Variable errors in one result; the default of graphql-js. */
const variableErrorsMax = 50;

/**
 * Compiles a query or a mutation. Gives the same data and errors as graphql-js. Undefined for a document that graphql-js
 * must execute: see README.md.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): CompiledOperation | undefined {
  const compiled = compileOperation(schema, document, operationName);
  if (!compiled || compiled.isSubscription) return undefined;
  return (given, context, signal) => {
    const { variableValues, errors } = getVariableValues(schema, compiled.variableDefinitions, given, {
      maxErrors: variableErrorsMax,
    });
    if (!variableValues) return { errors };
    const state = { context, variables: variableValues, errors: new ErrorCollector(), signal };
    const result = executeRoot(compiled.execute, state);
    if (!signal) return result;
    return result instanceof Promise
      ? result.then((settled) => throwIfAborted(settled, signal))
      : throwIfAborted(result, signal);
  };
}

/** Executes the selection of a subscription for one event. `variables` are coerced. */
export type AnswerEvent = (
  event: unknown,
  variables: VariableValues,
  context: unknown,
) => ExecutionResult | Promise<ExecutionResult>;

/** Compiles a subscription for its events; undefined as in `compile`. graphql-js creates the source stream. */
export function compileEvents(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): AnswerEvent | undefined {
  const compiled = compileOperation(schema, document, operationName);
  if (!compiled?.isSubscription) return undefined;
  return (event, variables, context) =>
    executeRoot(compiled.execute, { context, variables, errors: new ErrorCollector(), signal: undefined }, event);
}

type ExecuteRoot = ReturnType<typeof objectOf>;

function compileOperation(schema: GraphQLSchema, document: DocumentNode, operationName?: string | null) {
  const operation = getOperationAST(document, operationName);
  const type = operation && schema.getRootType(operation.operation);
  if (!type || operation.directives?.length) return undefined;
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  try {
    const fields = compileFields({ schema, operation, fragments, selectionCount: 0 }, type, [operation]);
    const isMutation = operation.operation === OperationTypeNode.MUTATION;
    const execute: ExecuteRoot = isMutation ? serialObjectOf(fields) : objectOf(fields);
    const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION;
    return { execute, isSubscription, variableDefinitions: operation.variableDefinitions ?? [] };
  } catch (error) {
    if (error instanceof NotCompiled) return undefined;
    throw error;
  }
}

function executeRoot(
  execute: ExecuteRoot,
  state: ExecutionState,
  source?: unknown,
): ExecutionResult | Promise<ExecutionResult> {
  try {
    const data = execute(source, undefined, state);
    if (!(data instanceof Promise)) return resultOf(data, state);
    return data.then(
      (resolved) => resultOf(resolved, state),
      (error) => resultWithoutData(error, state),
    );
  } catch (error) {
    return resultWithoutData(error, state);
  }
}

function resultOf(data: Record<string, unknown> | null, { errors: { errors } }: ExecutionState): ExecutionResult {
  return errors.length > 0 ? { errors, data } : { data };
}

/** Result after an error that reached the root, because no field above it is nullable. */
function resultWithoutData(error: unknown, state: ExecutionState): ExecutionResult {
  if (!(error instanceof GraphQLError)) throw error;
  state.errors.add(error, undefined);
  return resultOf(null, state);
}

function throwIfAborted(result: ExecutionResult, { aborted, reason }: AbortSignal): ExecutionResult {
  if (aborted) throw new AbortedGraphQLExecutionError(reason, result);
  return result;
}
