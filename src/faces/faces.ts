import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { z } from 'zod';
import { type PreparedOperation, readingOperation } from '../graphql/execute.ts';
import type { Operation } from '../operation.ts';

export type FaceName = 'rest' | 'tool';
export type Values = Record<string, unknown>;

/** A member of an answer, with the members that are selected on it. */
export interface SelectedType {
  name: string;
  type: GraphQLOutputType;
  description: string | undefined;
  /** Whether a condition (`@skip`, `@include`) may exclude the member. */
  optional: boolean;
  selections: SelectedType[];
  typeName: string;
}

/** Method, path and success status of a REST line. */
export interface RestRoute {
  method: string;
  path: string;
  parameters: string[];
  status: number;
}

/** Parses the `rest` line of an operation, such as `POST /v1/books 201`. The default status is 200. */
export function parseRoute(rest: string): RestRoute {
  const [method = '', path = '', status = '200'] = rest.split(' ');
  return {
    method,
    path,
    status: Number(status),
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ''),
  };
}

/** Selected members of the root field of a document, with fragments expanded. */
export function answerOf(schema: GraphQLSchema, document: DocumentNode): SelectedType {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let root: SelectedType | undefined;
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const type = schema.getRootType(definition.operation);
    if (type) root = membersOf(type, definition.selectionSet, fragments)[0];
  }
  if (!root) throw new Error('The document has no root field.');
  return root;
}

function membersOf(
  type: GraphQLObjectType,
  set: SelectionSetNode,
  fragments: Map<string, FragmentDefinitionNode>,
  optional = false,
): SelectedType[] {
  return set.selections.flatMap((selection) => {
    const conditional = optional || (selection.directives?.length ?? 0) > 0;
    if (selection.kind === Kind.FIELD) return memberOf(type, selection, fragments, conditional);
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments.get(selection.name.value)?.selectionSet
        : selection.selectionSet;
    return inner ? membersOf(type, inner, fragments, conditional) : [];
  });
}

function memberOf(
  parent: GraphQLObjectType,
  node: FieldNode,
  fragments: Map<string, FragmentDefinitionNode>,
  optional: boolean,
): SelectedType[] {
  const field = parent.getFields()[node.name.value];
  if (!field) return [];
  const named = getNamedType(field.type);
  const selections = isObjectType(named) && node.selectionSet ? membersOf(named, node.selectionSet, fragments) : [];
  return [
    {
      name: node.alias?.value ?? node.name.value,
      type: field.type,
      description: field.description ?? undefined,
      optional,
      selections,
      typeName: named.name,
    },
  ];
}

/** Whether the answer is a paginated list. REST and MCP answer its nodes and a cursor. */
export function isPaged(answer: SelectedType): boolean {
  return (
    answer.selections.some(({ name }) => name === 'nodes') && answer.selections.some(({ name }) => name === 'pageInfo')
  );
}

/** The record of an answer, or of the entries of a page. */
function recordOf(answer: SelectedType): SelectedType {
  return isPaged(answer) ? (answer.selections.find(({ name }) => name === 'nodes') ?? answer) : answer;
}

/** The record of an answer without the members that the face hides or answers beside it. */
export function visibleAnswer(prepared: PreparedOperation, answer: SelectedType, face: FaceName): SelectedType {
  const hidden = [...(prepared.operation.hidden?.[face] ?? []), ...(prepared.operation.beside ?? [])];
  const record = recordOf(answer);
  return { ...record, selections: record.selections.filter(({ name }) => !hidden.includes(name)) };
}

/**
 * Sets the hidden members of a record or list of records to undefined, so that JSON omits them. This is thirty times as fast
 * as a copy without them.
 */
export function withoutHidden(answer: unknown, hidden: readonly string[] | undefined): unknown {
  if (!hidden || hidden.length === 0) return answer;
  const mask = Object.fromEntries(hidden.map((name) => [name, undefined]));
  const masked = (record: unknown) => (typeof record === 'object' && record !== null ? { ...record, ...mask } : record);
  return Array.isArray(answer) ? answer.map(masked) : masked(answer);
}

/** Members that an answer has beside its record, or beside its records and cursor: `heldBackSince` becomes `held_back_since`. */
export function besideData(
  { operation: { beside = [] } }: PreparedOperation,
  answer: SelectedType,
): [name: string, member: SelectedType][] {
  const isBeside = isPaged(answer)
    ? ({ name }: SelectedType) => name !== 'nodes' && name !== 'pageInfo'
    : ({ name }: SelectedType) => beside.includes(name);
  return answer.selections.filter(isBeside).map((member) => [snakeCase(member.name), member]);
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts a page to records, cursor and other members, and takes members out of a record that stand beside it. */
export function unpage(
  answer: unknown,
  { beside = [] }: Pick<Operation, 'beside'> = {},
): { data: unknown; next_cursor?: string | null } {
  if (typeof answer === 'object' && answer !== null && 'nodes' in answer && 'pageInfo' in answer) {
    const { nodes, pageInfo, ...others } = answer as {
      nodes: unknown[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
    const beside = Object.entries(others).map(([name, value]) => [snakeCase(name), value]);
    const next_cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    return { data: nodes, next_cursor, ...Object.fromEntries(beside) };
  }
  if (beside.length === 0 || typeof answer !== 'object' || answer === null) return { data: answer };
  const members = Object.entries(answer);
  const isBeside = ([name]: [string, unknown]) => beside.includes(name);
  return {
    data: Object.fromEntries(members.filter((member) => !isBeside(member))),
    ...Object.fromEntries(members.filter(isBeside)),
  };
}

/**
 * Read-only fields of a record, which a caller may send back and which are ignored (contract 6). Empty if the body is not
 * the record itself.
 */
export function readOnlyMembers(prepared: PreparedOperation, answer: SelectedType): ReadonlySet<string> {
  const settable = Object.keys(prepared.operation.body?.[1].shape ?? {});
  // Hidden members count too: the current record in a conflict shows its version.
  const members = recordOf(answer).selections.map(({ name }) => name);
  const isRecord = settable.filter((name) => members.includes(name)).length * 2 > settable.length;
  return new Set(isRecord ? members.filter((name) => !settable.includes(name)) : []);
}

/** `readOnlyMembers` of an operation, and of the operation that reads its record. */
export function sentBackMembers(
  schema: GraphQLSchema,
  operations: readonly PreparedOperation[],
  prepared: PreparedOperation,
): ReadonlySet<string> {
  const reader = readingOperation(operations, prepared);
  const answers = [prepared, ...(reader ? [reader] : [])].map(({ operation }) => answerOf(schema, operation.document));
  return new Set(answers.flatMap((answer) => [...readOnlyMembers(prepared, answer)]));
}

/** Removes read-only members from the body of a request. */
export function withoutReadOnly(body: unknown, readOnly: ReadonlySet<string>): unknown {
  if (readOnly.size === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.keys(body).some((key) => readOnly.has(key))
    ? Object.fromEntries(Object.entries(body).filter(([key]) => !readOnly.has(key)))
    : body;
}

export const noOptions = z.strictObject({});

/** Variables of the document from the values that a face has parsed. */
export function variablesOf({ operation }: PreparedOperation, gathered: Values, body: Values | undefined): Values {
  const given = operation.body && body ? { ...gathered, [operation.body[0]]: body } : gathered;
  return operation.variables ? operation.variables(given) : given;
}
