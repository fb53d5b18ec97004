import { GraphQLBoolean, GraphQLID, GraphQLInt, type GraphQLLeafType, GraphQLString } from 'graphql';
import { isPromise } from './promise.ts';

/** A value of a scalar or an enum as the response holds it. */
export function leafOf(type: GraphQLLeafType): (value: unknown) => unknown {
  return (value) => {
    const shown = type.coerceOutputValue(value);
    if (shown === null || shown === undefined) throw new Error(`${type.name} made nothing of a value.`);
    return shown;
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
// What fits into 32 bits is what bitwise operators leave as it is.
const integer = (value: unknown) => (typeof value === 'number' && (value | 0) === value ? value : undefined);
const boolean = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const plain = new Map<GraphQLLeafType, (value: unknown) => unknown>([
  [GraphQLString, text],
  [GraphQLID, text],
  [GraphQLInt, integer],
  [GraphQLBoolean, boolean],
]);

/** What the response holds of a value that fits; undefined for one that has to be looked at, which is also one that does not fit. */
export function plainOf(type: GraphQLLeafType): (value: unknown) => unknown {
  return (
    plain.get(type) ??
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
