import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isInterfaceType, isScalarType } from 'graphql';
import { definitionOf } from '../arguments.ts';
import { operationIdOf } from '../openapi/operation.ts';
import type { PageSource } from './page-source.ts';
import { tagsOf } from './ready.ts';
import { type AnyField, fieldsOf, type TypeLink, targetOf, typeLinksOf, typesOf } from './schema-shape.ts';

/** A root field and the prepared operations for it. */
export interface Root {
  kind: string;
  field: AnyField;
  topic: string;
  ready: string[];
}

export interface Topic {
  name: string;
  roots: Root[];
  types: GraphQLNamedType[];
}

/** Topic of the types that all topics use. */
export const shared = 'Shared';

/** Groups root fields by the tags of the REST reference, and types with the root fields that lead to them. */
export function topicsOf({ schema, operations, openapi }: PageSource): Topic[] {
  const tags = tagsOf(openapi());
  const documents = operations.flatMap(({ field, operation: { document, rest } }) => {
    const name = definitionOf(document).name?.value ?? '';
    return rest ? [{ field, name, topic: tags.get(operationIdOf(name)) ?? shared }] : [];
  });
  const topicOfField = new Map(documents.toReversed().map(({ field, topic }) => [field, topic]));
  const topicOfType = topicByType(schema, topicOfField);
  const roots = rootFieldsOf(schema).map(({ kind, field }) => ({
    kind,
    field,
    topic: topicOfField.get(field.name) ?? topicOfType.get(targetOf(field)) ?? shared,
    ready: documents.filter((one) => one.field === field.name).map(({ name }) => name),
  }));
  const names = new Set([...documents.map(({ topic }) => topic), shared]);
  return [...names].map((name) => ({
    name,
    roots: roots.filter(({ topic }) => topic === name),
    types: typesOf(schema).filter((type) => (topicOfType.get(type.name) ?? shared) === name),
  }));
}

function rootFieldsOf(schema: GraphQLSchema): { kind: string; field: AnyField }[] {
  return [schema.getQueryType(), schema.getSubscriptionType(), schema.getMutationType()].flatMap((type) =>
    type ? fieldsOf(type).map((field) => ({ kind: type.name, field })) : [],
  );
}

/** Topic by type name. Types of root fields get their topics first, queries before mutations. */
function topicByType(schema: GraphQLSchema, topicOfField: ReadonlyMap<string, string>): Map<string, string> {
  const topics = new Map<string, string>();
  const assign = (type: string, topic: string | undefined) => {
    if (topic && !topics.has(type) && !isShared(schema.getType(type))) topics.set(type, topic);
  };
  const roots = rootFieldsOf(schema);
  for (const { field } of roots) assign(targetOf(field), topicOfField.get(field.name));
  for (const { field } of roots)
    for (const { type } of [field, ...field.args]) assign(getNamedType(type).name, topicOfField.get(field.name));
  spread(typeLinksOf(schema), topics, assign);
  return topics;
}

/**
 * Spreads topics along the links, one step per round, so that each type gets the nearest topic. A type without incoming links
 * gets the topic of a type that it links to.
 */
function spread(
  links: readonly TypeLink[],
  topics: ReadonlyMap<string, string>,
  assign: (type: string, topic?: string) => void,
) {
  let before = -1;
  while (topics.size > before) {
    before = topics.size;
    const known = new Map(topics);
    for (const { from, to } of links) assign(to, known.get(from));
  }
  for (const { from, to } of links) assign(from, topics.get(to));
}

function isShared(type: GraphQLNamedType | undefined): boolean {
  return (
    !type || isScalarType(type) || isInterfaceType(type) || /^(Query|Mutation|Subscription|PageInfo)$/.test(type.name)
  );
}
