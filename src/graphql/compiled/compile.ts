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
import type { Context } from '../context.ts';
import { Faults } from './faults.ts';
import { planOf } from './plan.ts';
import { inTurn, objectOf, type Run } from './run.ts';
import { NotCompiled } from './selection.ts';

/** Executes one operation of one document, again and again. `signal` ends an execution that nobody waits for any more. */
export type Compiled = (
  variables: Readonly<Record<string, unknown>>,
  context: Context,
  signal?: AbortSignal,
) => ExecutionResult | Promise<ExecutionResult>;

/** As many faults of variables as graphql-js tells by default. */
const variableFaultsMax = 50;

/**
 * What graphql-js works out of a document whenever it executes it, worked out once; data and errors are the same. Undefined
 * for what it has to execute itself: subscriptions, and the rare document that the plan does not cover.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): Compiled | undefined {
  const start = startOf(schema, document, operationName);
  if (!start || start.isSubscription) return undefined;
  return (given, context, signal) => {
    const { variableValues, errors } = getVariableValues(schema, start.definitions, given, {
      maxErrors: variableFaultsMax,
    });
    if (!variableValues) return { errors };
    const run = { context, variables: variableValues, faults: new Faults(), signal };
    const result = executed(start.execute, run);
    if (!signal) return result;
    return result instanceof Promise
      ? result.then((done) => unlessAborted(done, signal))
      : unlessAborted(result, signal);
  };
}

/** Answers one event of a subscription. */
export type AnswerEvent = (
  event: unknown,
  variables: VariableValues,
  context: Context,
) => ExecutionResult | Promise<ExecutionResult>;

/** The same for the events of a subscription; how they come about is graphql-js's own. */
export function compileEvents(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): AnswerEvent | undefined {
  const start = startOf(schema, document, operationName);
  if (!start?.isSubscription) return undefined;
  return (event, variables, context) =>
    executed(start.execute, { context, variables, faults: new Faults(), signal: undefined }, event);
}

type Execute = ReturnType<typeof objectOf>;

function startOf(schema: GraphQLSchema, document: DocumentNode, operationName?: string | null) {
  const operation = getOperationAST(document, operationName);
  const type = operation && schema.getRootType(operation.operation);
  if (!type || operation.directives?.length) return undefined;
  const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION;
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  try {
    const fields = planOf({ schema, operation, fragments, seen: 0 }, type, [operation]);
    const execute: Execute = operation.operation === OperationTypeNode.MUTATION ? inTurn(fields) : objectOf(fields);
    return { execute, isSubscription, definitions: operation.variableDefinitions ?? [] };
  } catch (error) {
    if (error instanceof NotCompiled) return undefined;
    throw error;
  }
}

function executed(execute: Execute, run: Run, source?: unknown): ExecutionResult | Promise<ExecutionResult> {
  try {
    const data = execute(source, undefined, run);
    if (!(data instanceof Promise)) return answerOf(data, run);
    return data.then(
      (later) => answerOf(later, run),
      (error) => withoutData(error, run),
    );
  } catch (error) {
    return withoutData(error, run);
  }
}

function answerOf(data: Record<string, unknown> | null, { faults: { errors } }: Run): ExecutionResult {
  return errors.length > 0 ? { errors, data } : { data };
}

/** After an error that no field above it could take in. */
function withoutData(error: unknown, run: Run): ExecutionResult {
  if (!(error instanceof GraphQLError)) throw error;
  run.faults.add(error, undefined);
  return answerOf(null, run);
}

function unlessAborted(result: ExecutionResult, { aborted, reason }: AbortSignal): ExecutionResult {
  if (aborted) throw new AbortedGraphQLExecutionError(reason, result);
  return result;
}
