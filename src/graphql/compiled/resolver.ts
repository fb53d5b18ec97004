import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  type ResponsePath,
} from 'graphql';
import type { Run } from './run.ts';
import type { Chosen } from './selection.ts';

/** Asks a field's resolver as graphql-js does; without one, the object itself. An event is what its subscription answers: caller and arguments were looked at when it began. */
export function resolverOf(
  { schema, operation, fragments }: Chosen,
  parentType: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  fieldNodes: readonly [FieldNode, ...FieldNode[]],
) {
  if (parentType === schema.getSubscriptionType()) return (event: unknown): unknown => event;
  const { name: fieldName, type: returnType, resolve = defaultFieldResolver } = field;
  const takesNone = field.args.length === 0;
  const asked = (source: unknown, path: ResponsePath, { context, variables: variableValues, signal }: Run): unknown => {
    signal?.throwIfAborted();
    const args = takesNone ? none : getArgumentValues(field, fieldNodes[0], variableValues);
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
  if (field.resolve) return asked;
  // Most have none, and need not be told where they are.
  return (source: unknown, path: ResponsePath, run: Run): unknown => {
    const found = typeof source === 'object' ? (source as Record<string, unknown> | null)?.[fieldName] : undefined;
    return found === undefined || typeof found === 'function' ? asked(source, path, run) : found;
  };
}

const none = Object.freeze({});

/** Ours have the signal of their context. */
function noSignal(): undefined {}

/** Ours have no work that they do not wait for. */
function noHelpers(): never {
  throw new Error('Compiled documents track no work beside their resolvers.');
}
