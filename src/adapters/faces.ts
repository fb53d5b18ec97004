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
import { type Prepared, readerOf } from '../graphql/execute.ts';

export type Face = 'rest' | 'tool';
export type Values = Record<string, unknown>;

/** A selected member of an answer. */
export interface Selected {
  name: string;
  type: GraphQLOutputType;
  description: string | undefined;
  /** Selected under a condition, so that it may be absent. */
  optional: boolean;
  selections: Selected[];
  typeName: string;
}

/** The method, path and success status of an operation's REST line. */
export interface Line {
  method: string;
  path: string;
  parameters: string[];
  status: number;
}

export function lineOf(rest: string): Line {
  const [method = '', path = '', status = '200'] = rest.split(' ');
  return {
    method,
    path,
    status: Number(status),
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ''),
  };
}

/** What a document answers under its root field, member by member; fragments are spread out. */
export function answerOf(schema: GraphQLSchema, document: DocumentNode): Selected {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let root: Selected | undefined;
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const type = schema.getRootType(definition.operation);
    if (type) root = membersOf(type, definition.selectionSet, fragments)[0];
  }
  if (!root) throw new Error('A document without a root field.');
  return root;
}

function membersOf(
  type: GraphQLObjectType,
  set: SelectionSetNode,
  fragments: Map<string, FragmentDefinitionNode>,
  optional = false,
): Selected[] {
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
): Selected[] {
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

/** A list with pages: REST and MCP answer its nodes and a cursor. */
export function isPaged(answer: Selected): boolean {
  return (
    answer.selections.some(({ name }) => name === 'nodes') && answer.selections.some(({ name }) => name === 'pageInfo')
  );
}

/** The record of an answer, or of each entry of a page. */
function recordOf(answer: Selected): Selected {
  return isPaged(answer) ? (answer.selections.find(({ name }) => name === 'nodes') ?? answer) : answer;
}

/** The members that a face shows of an answer. */
export function shownBy(prepared: Prepared, answer: Selected, face: Face): Selected {
  const hidden = prepared.operation.hidden?.[face] ?? [];
  const record = recordOf(answer);
  return { ...record, selections: record.selections.filter(({ name }) => !hidden.includes(name)) };
}

/** An answer, record or list of records, with the hidden members undefined, which JSON leaves out: a copy without them takes thirty times as long. */
export function withoutHidden(answer: unknown, hidden: readonly string[] | undefined): unknown {
  if (!hidden || hidden.length === 0) return answer;
  const mask = Object.fromEntries(hidden.map((name) => [name, undefined]));
  const masked = (record: unknown) => (typeof record === 'object' && record !== null ? { ...record, ...mask } : record);
  return Array.isArray(answer) ? answer.map(masked) : masked(answer);
}

/** What a page answers beside its records; nothing for other answers. */
export function unpage(answer: unknown): { data: unknown; next_cursor?: string | null } {
  if (typeof answer === 'object' && answer !== null && 'nodes' in answer && 'pageInfo' in answer) {
    const { nodes, pageInfo } = answer as { nodes: unknown[]; pageInfo: { endCursor: string | null } };
    return { data: nodes, next_cursor: pageInfo.endCursor };
  }
  return { data: answer };
}

/** Fields that a caller may send back as it read them and that nobody can set: they are passed over (contract 6). None where the body is no record but a request of its own. */
export function readOnlyMembers(prepared: Prepared, answer: Selected): ReadonlySet<string> {
  const settable = Object.keys(prepared.operation.body?.[1].shape ?? {});
  // A hidden version counts: a conflict shows it.
  const members = recordOf(answer).selections.map(({ name }) => name);
  const isRecord = settable.filter((name) => members.includes(name)).length * 2 > settable.length;
  return new Set(isRecord ? members.filter((name) => !settable.includes(name)) : []);
}

/** The same for what the answer of an operation, and of the one that reads its record, may have shown. */
export function sentBackMembers(
  schema: GraphQLSchema,
  operations: readonly Prepared[],
  prepared: Prepared,
): ReadonlySet<string> {
  const reader = readerOf(operations, prepared);
  const shown = [prepared, ...(reader ? [reader] : [])].map(({ operation }) => answerOf(schema, operation.document));
  return new Set(shown.flatMap((answer) => [...readOnlyMembers(prepared, answer)]));
}

export function withoutReadOnly(body: unknown, readOnly: ReadonlySet<string>): unknown {
  if (readOnly.size === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.keys(body).some((key) => readOnly.has(key))
    ? Object.fromEntries(Object.entries(body).filter(([key]) => !readOnly.has(key)))
    : body;
}

export const noOptions = z.strictObject({});

/** The document's variables, from what a face has gathered. */
export function variablesOf({ operation }: Prepared, gathered: Values, body: Values | undefined): Values {
  const given = operation.body && body ? { ...gathered, [operation.body[0]]: body } : gathered;
  return operation.variables ? operation.variables(given) : given;
}
