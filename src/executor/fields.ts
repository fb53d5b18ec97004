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
import { type FieldPosition, handleError } from './errors.ts';
import {
  type CompiledField,
  type CompleteValue,
  completeValue,
  type ExecuteField,
  listOf,
  objectOf,
} from './execution.ts';
import { fastSerializerOf, serializerOf } from './leaf.ts';
import { resolverOf } from './resolver.ts';
import { type CollectedField, type Compilation, collectFields, NotCompiled } from './selection.ts';

/** Compiles the fields that `parents` select on a type. Throws `NotCompiled` for a feature that is not supported. */
export function compileFields(
  compilation: Compilation,
  type: GraphQLObjectType,
  parents: readonly (FieldNode | OperationDefinitionNode)[],
): CompiledField[] {
  const sets = parents.map(({ selectionSet }) => selectionSet);
  return collectFields(compilation, type, sets).map((field) => ({
    ...field,
    execute: compileField(compilation, type, field),
  }));
}

function compileField(
  compilation: Compilation,
  parent: GraphQLObjectType,
  { key, nodes }: CollectedField,
): ExecuteField {
  const name = nodes[0].name.value;
  if (name === '__typename') return () => parent.name;
  const field = compilation.schema.getField(parent, name);
  if (!field) throw new NotCompiled();
  const position = { nodes, isNonNull: isNonNullType(field.type), name: `${parent.name}.${name}` };
  const complete = completerOf(compilation, field.type, position);
  const resolve = resolverOf(compilation, parent, field, nodes);
  const execute: ExecuteField = (source, parentPath, state) => {
    const path = { prev: parentPath, key, typename: parent.name };
    try {
      return completeValue(resolve(source, path, state), complete, position, path, state);
    } catch (error) {
      return handleError(error, position, path, state.errors);
    }
  };
  const type = getNullableType(field.type);
  return field.resolve || !isLeafType(type) ? execute : propertyOf(name, fastSerializerOf(type), execute);
}

/** Fast path for a leaf that is a plain property. Any other value takes the full path, with resolver and error path. */
function propertyOf(name: string, serialize: (value: unknown) => unknown, execute: ExecuteField): ExecuteField {
  return (source, parentPath, state) =>
    serialize((source as Record<string, unknown> | undefined)?.[name]) ?? execute(source, parentPath, state);
}

function completerOf(compilation: Compilation, type: GraphQLOutputType, position: FieldPosition): CompleteValue {
  if (isNonNullType(type)) return nonNull(completerOf(compilation, type.ofType, position), position.name);
  return nullable(presentCompleterOf(compilation, type, position));
}

/** Completes values that are not null. */
function presentCompleterOf(compilation: Compilation, type: GraphQLOutputType, position: FieldPosition): CompleteValue {
  if (isLeafType(type)) return serializerOf(type);
  if (isListType(type)) {
    const entries = { ...position, isNonNull: isNonNullType(type.ofType) };
    return listOf(completerOf(compilation, type.ofType, entries), entries);
  }
  if (!isObjectType(type) || type.isTypeOf) throw new NotCompiled();
  return objectOf(compileFields(compilation, type, position.nodes));
}

function nonNull(complete: CompleteValue, name: string): CompleteValue {
  return (value, path, state) => {
    const completed = complete(value, path, state);
    if (completed === null) throw new Error(`Cannot return null for non-nullable field ${name}.`);
    return completed;
  };
}

/** A resolver may return an error instead of throwing it. */
function nullable(complete: CompleteValue): CompleteValue {
  return (value, path, state) => {
    if (value instanceof Error) throw value;
    return value === null || value === undefined ? null : complete(value, path, state);
  };
}
