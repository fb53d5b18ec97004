import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  GraphQLNonNull,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  type InlineFragmentNode,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  visit,
} from 'graphql';
import type { PreparedOperation } from '../graphql/execute.ts';
import { optionsOf, parametersOf } from './arguments.ts';
import {
  answerOf,
  besideData,
  type FaceName,
  isPaged,
  type SelectedType,
  type Values,
  visibleAnswer,
} from './faces.ts';
import { described, type JsonSchema, orNull } from './schemas.ts';

/** Returns the schema of a record, or a `$ref` to it after storing it elsewhere. */
export type SchemaPlacement = (record: SelectedType, schema: JsonSchema) => JsonSchema;

/** Schemas of scalars by GraphQL name. All others are strings in JSON. */
const scalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
};

/** Schema of an answer or of one member. By default, schemas of records are inline. */
export function answerSchema(selected: SelectedType, place: SchemaPlacement = (_record, schema) => schema): JsonSchema {
  return described(typeSchema(selected, selected.type, place), selected.description);
}

function typeSchema(selected: SelectedType, type: GraphQLOutputType, place: SchemaPlacement): JsonSchema {
  if (!isNonNullType(type)) return orNull(presentSchema(selected, type, place));
  return presentSchema(selected, type.ofType, place);
}

function presentSchema(selected: SelectedType, type: GraphQLOutputType, place: SchemaPlacement): JsonSchema {
  if (isListType(type)) return { type: 'array', items: typeSchema(selected, type.ofType, place) };
  if (isObjectType(type)) return place(selected, described(recordSchema(selected.selections, place), type.description));
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  return scalars[selected.typeName] ?? { type: 'string' };
}

function recordSchema(members: readonly SelectedType[], place: SchemaPlacement): JsonSchema {
  const merged = [...Map.groupBy(members, ({ name }) => name).values()].flatMap(mergedMember);
  return {
    type: 'object',
    properties: Object.fromEntries(merged.map((member) => [member.name, answerSchema(member, place)])),
    required: merged.filter(({ optional }) => !optional).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Merges a member that a document selects more than once, for example in fragments. */
function mergedMember(selected: readonly SelectedType[]): SelectedType[] {
  return selected.slice(0, 1).map((first) => ({
    ...first,
    optional: selected.every(({ optional }) => optional),
    selections: selected.flatMap(({ selections }) => selections),
  }));
}

/**
 * Members of an answer on a face. A condition (`@skip`, `@include`) is resolved if its variable has the same value for every
 * call of this face.
 */
export function answerFor(schema: GraphQLSchema, prepared: PreparedOperation, face: FaceName): SelectedType {
  return answerOf(schema, resolvedDocument(prepared, face));
}

function resolvedDocument(prepared: PreparedOperation, face: FaceName): DocumentNode {
  const { document, variables, body } = prepared.operation;
  if (!variables || body || Object.keys(optionsOf(prepared, face)).length > 0) return document;
  const known = variables(Object.fromEntries(parametersOf(prepared).map((name) => [name, ''])));
  const resolve = (node: ConditionalNode) => resolvedNode(node, known);
  return visit(document, { Field: resolve, FragmentSpread: resolve, InlineFragment: resolve });
}

type ConditionalNode = FieldNode | FragmentSpreadNode | InlineFragmentNode;

/** Result for `visit`: the node without its resolved conditions, or null if one excludes it. */
function resolvedNode(node: ConditionalNode, known: Values): ConditionalNode | null | undefined {
  const open = node.directives?.filter((condition) => holds(condition, known) !== true) ?? [];
  if (open.some((condition) => holds(condition, known) === false)) return null;
  return open.length === (node.directives?.length ?? 0) ? undefined : { ...node, directives: open };
}

/** Whether a condition includes its node; undefined if that depends on the request. */
function holds({ name, arguments: given }: DirectiveNode, known: Values): boolean | undefined {
  const condition = given?.find((argument) => argument.name.value === 'if')?.value;
  const value = condition?.kind === Kind.VARIABLE ? known[condition.name.value] : undefined;
  return typeof value === 'boolean' ? value === (name.value === 'include') : undefined;
}

/** The record or list of records of an answer, without the members that the face hides. */
export function visibleRecord(prepared: PreparedOperation, answer: SelectedType, face: FaceName): SelectedType {
  const record = visibleAnswer(prepared, answer, face);
  // A root field is null only with an error, and then the error replaces the answer. The description of the field is
  // about the operation, not about the record.
  return { ...record, type: new GraphQLNonNull(getNullableType(record.type)), description: undefined };
}

/** Schema of `{data}`; for a paginated list also `next_cursor` and its other members, and what stands beside a record. */
export function envelopeSchema(
  prepared: PreparedOperation,
  answer: SelectedType,
  face: FaceName,
  place?: SchemaPlacement,
): JsonSchema {
  const present = answerSchema(visibleRecord(prepared, answer, face), place);
  const data = prepared.operation.answersNull ? orNull(present) : present;
  const beside = besideData(prepared, answer).map(([name, member]) => [name, answerSchema(member)]);
  const properties = { data, ...(isPaged(answer) && { next_cursor: nextCursor }), ...Object.fromEntries(beside) };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const nextCursor: JsonSchema = {
  type: ['string', 'null'],
  description: 'Pass it as `cursor` for the next page; null on the last one.',
};
