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
  type OperationDefinitionNode,
  print,
  visit,
} from 'graphql';
import { z } from 'zod';
import { expectedVersion, idempotencyKey } from '../domain/shapes.ts';
import type { Prepared } from '../graphql/execute.ts';
import { answerOf, type Face, isPaged, lineOf, type Selected, shownBy, type Values } from './faces.ts';

/** JSON Schema, draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What stands for a record: its schema, or a reference to where the schema is kept. */
export type Place = (record: Selected, schema: JsonSchema) => JsonSchema;

/** A scalar that is not listed goes out as a string. */
const scalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
};

/** The schema of an answer or of a member of it; `place` may put its records elsewhere. */
export function answerSchema(selected: Selected, place: Place = (_record, schema) => schema): JsonSchema {
  return described(typeSchema(selected, selected.type, place), selected.description);
}

function typeSchema(selected: Selected, type: GraphQLOutputType, place: Place): JsonSchema {
  if (!isNonNullType(type)) return orNull(presentSchema(selected, type, place));
  return presentSchema(selected, type.ofType, place);
}

function presentSchema(selected: Selected, type: GraphQLOutputType, place: Place): JsonSchema {
  if (isListType(type)) return { type: 'array', items: typeSchema(selected, type.ofType, place) };
  if (isObjectType(type)) return place(selected, described(recordSchema(selected.selections, place), type.description));
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  return scalars[selected.typeName] ?? { type: 'string' };
}

function recordSchema(members: readonly Selected[], place: Place): JsonSchema {
  const merged = [...Map.groupBy(members, ({ name }) => name).values()].flatMap(oneMember);
  return {
    type: 'object',
    properties: Object.fromEntries(merged.map((member) => [member.name, answerSchema(member, place)])),
    required: merged.filter(({ optional }) => !optional).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** A document may select a member more than once, in fragments for instance. */
function oneMember(twins: readonly Selected[]): Selected[] {
  return twins.slice(0, 1).map((first) => ({
    ...first,
    optional: twins.every(({ optional }) => optional),
    selections: twins.flatMap(({ selections }) => selections),
  }));
}

function described(schema: JsonSchema, description: string | null | undefined): JsonSchema {
  return description ? { ...schema, description } : schema;
}

function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}

/** What a caller may send: the zod object's input side, without zod's own marks. */
export function inputSchema(shape: z.ZodObject): JsonSchema {
  return plain(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }));
}

/** Titles name GraphQL types, and the bounds of a safe integer are nobody's rule: neither goes out. */
function plain({ $schema: _schema, title: _title, anyOf, ...schema }: JsonSchema): JsonSchema {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.properties) schema.properties = mapped(schema.properties);
  if (schema.items && !Array.isArray(schema.items)) schema.items = plainOrBoolean(schema.items);
  return anyOf ? oneOrNull(anyOf.map(plain), schema) : schema;
}

function oneOrNull(choices: JsonSchema[], rest: JsonSchema): JsonSchema {
  const [choice, ...others] = choices.filter(({ type }) => type !== 'null');
  if (!choice || others.length > 0 || choices.length === 1) return { ...rest, anyOf: choices };
  return { ...orNull(choice), ...rest };
}

function mapped(properties: NonNullable<JsonSchema['properties']>): NonNullable<JsonSchema['properties']> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plainOrBoolean(schema)]));
}

function plainOrBoolean(schema: JsonSchema | boolean): JsonSchema | boolean {
  return typeof schema === 'boolean' ? schema : plain(schema);
}

/** What a document answers to the callers of a face. Conditions that none of them can influence are settled: the members they guard are there or they are not. */
export function answerFor(schema: GraphQLSchema, prepared: Prepared, face: Face): Selected {
  return answerOf(schema, settledDocument(prepared, face));
}

function settledDocument(prepared: Prepared, face: Face): DocumentNode {
  const { document, variables, body } = prepared.operation;
  if (!variables || body || Object.keys(optionsOf(prepared, face)).length > 0) return document;
  const known = variables(Object.fromEntries(parametersOf(prepared).map((name) => [name, ''])));
  const settle = (node: ConditionalNode) => settledNode(node, known);
  return visit(document, { Field: settle, FragmentSpread: settle, InlineFragment: settle });
}

type ConditionalNode = FieldNode | FragmentSpreadNode | InlineFragmentNode;

/** The node without those of its conditions that hold, or null where one does not: as `visit` wants it. */
function settledNode(node: ConditionalNode, known: Values): ConditionalNode | null | undefined {
  const open = node.directives?.filter((condition) => holds(condition, known) !== true) ?? [];
  if (open.some((condition) => holds(condition, known) === false)) return null;
  return open.length === (node.directives?.length ?? 0) ? undefined : { ...node, directives: open };
}

/** Whether a condition lets its node in; undefined where that depends. */
function holds({ name, arguments: given }: DirectiveNode, known: Values): boolean | undefined {
  const condition = given?.find((argument) => argument.name.value === 'if')?.value;
  const value = condition?.kind === Kind.VARIABLE ? known[condition.name.value] : undefined;
  return typeof value === 'boolean' ? value === (name.value === 'include') : undefined;
}

/** The record, or list of records, that a face shows of an answer. */
export function recordShown(prepared: Prepared, answer: Selected, face: Face): Selected {
  const record = shownBy(prepared, answer, face);
  // A root field is null only beside an error, which is answered instead; and what a query is for says nothing about a record.
  return { ...record, type: new GraphQLNonNull(getNullableType(record.type)), description: undefined };
}

/** The schema of `{data}`, with `next_cursor` beside it where there are pages. */
export function envelopeSchema(prepared: Prepared, answer: Selected, face: Face, place?: Place): JsonSchema {
  const data = answerSchema(recordShown(prepared, answer, face), place);
  const properties = isPaged(answer) ? { data, next_cursor: nextCursor } : { data };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const nextCursor: JsonSchema = {
  type: ['string', 'null'],
  description: 'Pass it as `cursor` for the next page; null on the last one.',
};

/** Names in the path of an operation; one without a REST line has the ids that its document cannot do without. */
export function parametersOf({ operation }: Prepared): string[] {
  if (operation.rest) return lineOf(operation.rest).parameters;
  const others = { ...operation.options?.shape, ...operation.tool?.options?.shape };
  return (definitionOf(operation.document).variableDefinitions ?? [])
    .filter(({ type }) => print(type) === 'ID!')
    .map(({ variable }) => variable.name.value)
    .filter((name) => !(name in others));
}

/** What the schema says of the arguments of an operation, by the variable that each takes. */
export type About = Readonly<Record<string, string>>;

export function argumentsOf(schema: GraphQLSchema, { operation, field }: Prepared): About {
  const definition = definitionOf(operation.document);
  const known = schema.getRootType(definition.operation)?.getFields()[field]?.args ?? [];
  const [root] = definition.selectionSet.selections;
  const given = root?.kind === Kind.FIELD ? (root.arguments ?? []) : [];
  return Object.fromEntries(
    given.flatMap(({ name, value }) => {
      const description = known.find((argument) => argument.name === name.value)?.description;
      return value.kind === Kind.VARIABLE && description ? [[value.name.value, description]] : [];
    }),
  );
}

/** The one operation of a document. */
export function definitionOf(document: DocumentNode): OperationDefinitionNode {
  const definition = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!definition) throw new Error('A document without an operation.');
  return definition;
}

type Fields = Readonly<Record<string, z.core.SomeType>>;

function optionsOf({ operation }: Prepared, face: Face): Fields {
  if (face === 'rest') return operation.options?.shape ?? {};
  return without({ ...operation.options?.shape, ...operation.tool?.options?.shape }, operation.tool?.without);
}

function without(fields: Fields, names: readonly string[] = []): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** What an agent may send, in one flat object: parameters of the path, options, the body's fields, the version, the idempotency key. It lists a tool and validates its calls. */
export function toolInputShape(prepared: Prepared, about: About = {}): z.ZodObject {
  const { body, tool } = prepared.operation;
  const ids = Object.fromEntries(parametersOf(prepared).map((name) => [name, id(about[name])]));
  const safety: Fields = Object.fromEntries(
    Object.entries({ expectedVersion: expectedVersion.optional(), idempotencyKey: idempotencyKey.optional() }).filter(
      ([name]) => prepared.variables.has(name),
    ),
  );
  const fields = { ...ids, ...optionsOf(prepared, 'tool'), ...body?.[1].shape, ...safety };
  const shape = z.strictObject(without(fields, tool?.without));
  // Rules about several fields of a body at once hang on the object, not on its fields.
  const checks = body?.[1].def.checks;
  return checks ? shape.clone({ ...shape.def, checks }) : shape;
}

function id(description: string | undefined): z.ZodString {
  return description ? z.string().describe(description) : z.string();
}

export function toolInputSchema(prepared: Prepared, about?: About): JsonSchema {
  return inputSchema(toolInputShape(prepared, about));
}

/** Undefined for a tool that answers prose to read. */
export function toolOutputSchema(prepared: Prepared, answer: Selected): JsonSchema | undefined {
  return prepared.operation.tool?.textOf ? undefined : envelopeSchema(prepared, answer, 'tool');
}
