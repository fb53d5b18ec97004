import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { failed, type Place } from './faults.ts';
import { leafOf, plainOf } from './leaf.ts';
import { resolverOf } from './resolver.ts';
import { type Complete, listOf, objectOf, type Planned, settled, type Value } from './run.ts';
import { type Chosen, NotCompiled, type Selected, selectedIn } from './selection.ts';

/** What selections ask of a type. */
export function planOf(
  chosen: Chosen,
  type: GraphQLObjectType,
  parents: readonly (FieldNode | OperationDefinitionNode)[],
): Planned[] {
  const sets = parents.map(({ selectionSet }) => selectionSet);
  return selectedIn(chosen, type, sets).map((selected) => ({ ...selected, value: fieldOf(chosen, type, selected) }));
}

function fieldOf(chosen: Chosen, parent: GraphQLObjectType, { key, nodes }: Selected): Value {
  const name = nodes[0].name.value;
  if (name === '__typename') return () => parent.name;
  const field = chosen.schema.getField(parent, name);
  if (!field) throw new NotCompiled();
  const place = { nodes, isNonNull: isNonNullType(field.type), name: `${parent.name}.${name}` };
  const complete = completion(chosen, field.type, place);
  const resolve = resolverOf(chosen, parent, field, nodes);
  const value: Value = (source, above, run) => {
    const path = { prev: above, key, typename: parent.name };
    try {
      return settled(resolve(source, path, run), complete, place, path, run);
    } catch (error) {
      return failed(error, place, path, run.faults);
    }
  };
  const type = getNullableType(field.type);
  return field.resolve || !isLeafType(type) ? value : propertyOf(name, plainOf(type), value);
}

/** Most fields are properties as they are; only one that is not goes the whole way, with a path and a resolver. */
function propertyOf(name: string, plain: (value: unknown) => unknown, value: Value): Value {
  return (source, above, run) =>
    plain((source as Record<string, unknown> | undefined)?.[name]) ?? value(source, above, run);
}

function completion(chosen: Chosen, type: GraphQLOutputType, place: Place): Complete {
  if (isNonNullType(type)) return required(completion(chosen, type.ofType, place), place.name);
  return unlessAbsent(present(chosen, type, place));
}

function present(chosen: Chosen, type: GraphQLOutputType, place: Place): Complete {
  if (isLeafType(type)) return leafOf(type);
  if (isListType(type)) {
    const entries = { ...place, isNonNull: isNonNullType(type.ofType) };
    return listOf(completion(chosen, type.ofType, entries), entries);
  }
  if (!isObjectType(type) || type.isTypeOf) throw new NotCompiled();
  return objectOf(planOf(chosen, type, place.nodes));
}

function required(complete: Complete, name: string): Complete {
  return (value, path, run) => {
    const done = complete(value, path, run);
    if (done === null) throw new Error(`Cannot return null for non-nullable field ${name}.`);
    return done;
  };
}

function unlessAbsent(complete: Complete): Complete {
  return (value, path, run) => {
    if (value instanceof Error) throw value;
    return value === null || value === undefined ? null : complete(value, path, run);
  };
}
