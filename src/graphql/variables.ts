import {
  coerceInputValue,
  GraphQLID,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
  validateInputValue,
} from 'graphql';
import { type Issue, issuesMax } from '../errors.ts';
import { pathText, sizeOf, tooLong, unknownField } from './issues.ts';

type Path = readonly PropertyKey[];

/**
 * Faults of an operation's variables with their paths, at most one more than an answer lists. This runs before the
 * executor's own check, whose messages have no paths and grow with the number of faults times the size of the input.
 */
export function variableIssues(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Issue[] {
  const issues: Issue[] = [];
  for (const fault of faultsOf(schema, operation, variables)) {
    issues.push(fault);
    if (issues.length > issuesMax) break;
  }
  return issues;
}

function* faultsOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Generator<Issue> {
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    const type = typeFromAST(schema, node);
    const name = variable.name.value;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!isInputType(type) || (value === undefined && (defaultValue || !isNonNullType(type)))) continue;
    if (coerceInputValue(value, type) === undefined) yield* faultsIn(value, type, [name]);
  }
}

function* faultsIn(value: unknown, type: GraphQLInputType, path: Path, entriesMax?: unknown): Generator<Issue> {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner) && Array.isArray(value)) yield* faultsInList(value, inner.ofType, path, entriesMax);
  else if (isInputObjectType(inner) && isRecord(value)) {
    if (inner.isOneOf) yield* faultsInChoice(value, inner.getFields(), path);
    yield* faultsInFields(value, inner.getFields(), path);
  } else yield* faultsInLeaf(value, type, path);
}

/** For a list that is too long only that fault: its entries may fill a whole body. */
function* faultsInList(list: unknown[], type: GraphQLInputType, path: Path, entriesMax: unknown): Generator<Issue> {
  if (typeof entriesMax === 'number' && list.length > entriesMax)
    yield { path: pathText(path), message: tooLong(sizeOf(list), entriesMax) };
  else for (const [index, entry] of list.entries()) yield* faultsIn(entry, type, [...path, index]);
}

type Fields = ReturnType<Extract<GraphQLInputType, { getFields(): unknown }>['getFields']>;

/** Exactly one member must be given, and not null. */
function* faultsInChoice(value: Readonly<Record<string, unknown>>, fields: Fields, path: Path): Generator<Issue> {
  const given = Object.keys(value).filter((key) => value[key] !== undefined);
  if (given.length === 1 && value[given[0] ?? ''] !== null) return;
  yield { path: pathText(path), message: `needs exactly one member of ${Object.keys(fields).join(', ')}.` };
}

/** Names missing and unknown fields themselves; the executor would name only the object. */
function* faultsInFields(value: Readonly<Record<string, unknown>>, fields: Fields, path: Path): Generator<Issue> {
  for (const field of Object.values(fields))
    if (isRequiredInputField(field) && value[field.name] === undefined)
      yield { path: pathText([...path, field.name]), message: 'is required.' };
  for (const [key, member] of Object.entries(value)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const inner = [...path, key];
    if (field) yield* faultsIn(member, field.type, inner, field.extensions.entriesMax);
    else yield { path: pathText(inner), message: unknownField };
  }
}

function faultsInLeaf(value: unknown, type: GraphQLInputType, path: Path): Issue[] {
  if (isMisfitId(value, type)) return [{ path: pathText(path), message: 'must be an id, which is a string.' }];
  const faults: Issue[] = [];
  validateInputValue(
    value,
    type,
    ({ message }, inner) => faults.push({ path: pathText([...path, ...inner]), message }),
    true,
  );
  return faults;
}

/** graphql-js would repeat the value. It takes whole numbers for ids. */
function isMisfitId(value: unknown, type: GraphQLInputType): boolean {
  const isNothing = value === null || value === undefined;
  return getNullableType(type) === GraphQLID && !isNothing && typeof value !== 'string' && !Number.isInteger(value);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
