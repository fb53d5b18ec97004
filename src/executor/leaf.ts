import { GraphQLBoolean, GraphQLID, GraphQLInt, type GraphQLLeafType, GraphQLString } from 'graphql';
import { isPromise } from './promise.ts';

/** Serializes a value of a scalar or an enum for the response. Throws if the type does not accept the value. */
export function serializerOf(type: GraphQLLeafType): (value: unknown) => unknown {
  return (value) => {
    const serialized = type.coerceOutputValue(value);
    if (serialized === null || serialized === undefined) throw new Error(`${type.name} has no form of this value.`);
    return serialized;
  };
}

const stringOnly = (value: unknown) => (typeof value === 'string' ? value : undefined);
// Bitwise operators change every number that is not a 32-bit integer.
const integerOnly = (value: unknown) => (typeof value === 'number' && (value | 0) === value ? value : undefined);
const booleanOnly = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const fastPaths = new Map<GraphQLLeafType, (value: unknown) => unknown>([
  [GraphQLString, stringOnly],
  [GraphQLID, stringOnly],
  [GraphQLInt, integerOnly],
  [GraphQLBoolean, booleanOnly],
]);

/** Fast path of `serializerOf`: the serialized value, or undefined if the value needs the full path. */
export function fastSerializerOf(type: GraphQLLeafType): (value: unknown) => unknown {
  return (
    fastPaths.get(type) ??
    ((value) => {
      if (value === null || value === undefined || typeof value === 'function') return undefined;
      if (isPromise(value) || value instanceof Error) return undefined;
      try {
        return type.coerceOutputValue(value) ?? undefined;
      } catch {
        return undefined;
      }
    })
  );
}
