import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  type ResponsePath,
} from 'graphql';
import type { ExecutionState } from './execution.ts';
import type { Compilation } from './selection.ts';

/**
 * Returns a function that calls the resolver of a field as graphql-js does. A field without a resolver reads the property.
 * A root field of a subscription returns the event: its arguments and scopes were checked at the start of the stream.
 */
export function resolverOf(
  { schema, operation, fragments }: Compilation,
  parentType: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  fieldNodes: readonly [FieldNode, ...FieldNode[]],
) {
  if (parentType === schema.getSubscriptionType()) return (event: unknown): unknown => event;
  const { name: fieldName, type: returnType, resolve = defaultFieldResolver } = field;
  const hasArguments = field.args.length > 0;
  const callResolver = (
    source: unknown,
    path: ResponsePath,
    { context, variables: variableValues, signal, errors }: ExecutionState,
  ): unknown => {
    signal?.throwIfAborted();
    if (errors.isDataNull) throw new Error('An error has reached the root: the response has no data.');
    const args = hasArguments ? getArgumentValues(field, fieldNodes[0], variableValues) : noArguments;
    return resolve(source, args, context, {
      fieldName,
      fieldNodes,
      returnType,
      parentType,
      path,
      schema,
      fragments,
      rootValue: undefined,
      operation,
      variableValues,
      getAbortSignal: noSignal,
      getAsyncHelpers: noHelpers,
    });
  };
  if (field.resolve) return callResolver;
  // Fast path: most fields are plain properties, and reading one needs no resolve info.
  return (source: unknown, path: ResponsePath, state: ExecutionState): unknown => {
    const property = typeof source === 'object' ? (source as Record<string, unknown> | null)?.[fieldName] : undefined;
    return property === undefined || typeof property === 'function' ? callResolver(source, path, state) : property;
  };
}

const noArguments = Object.freeze({});

/** Resolvers use the signal of their context. */
function noSignal(): undefined {}

function noHelpers(): never {
  throw new Error('The compiled executor does not support async helpers.');
}
