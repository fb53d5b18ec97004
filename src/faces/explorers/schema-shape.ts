import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';

export type AnyField = GraphQLField<unknown, unknown>;

/** A link between two types by a field or an argument. */
export interface TypeLink {
  from: string;
  field: string;
  to: string;
}

const rootNames = new Set(['Query', 'Mutation', 'Subscription']);

export function isRootName(name: string): boolean {
  return rootNames.has(name);
}

export function isRoot({ name }: GraphQLNamedType): boolean {
  return isRootName(name);
}

/** Whether a type is a page of a list (`Connection`), or an entry of one (`Edge`). */
export function isPageName(name: string): boolean {
  return /(Connection|Edge)$/.test(name);
}

export function hasFields(type: GraphQLNamedType): type is GraphQLObjectType {
  return isObjectType(type) || isInterfaceType(type);
}

/** Types of the schema, without built-in ones: root types first, then by name. */
export function typesOf(schema: GraphQLSchema): GraphQLNamedType[] {
  const own = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const rank = (type: GraphQLNamedType) => (isRoot(type) ? 0 : 1);
  return own.sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
}

export function fieldsOf(type: GraphQLNamedType): AnyField[] {
  return hasFields(type) ? Object.values(type.getFields()) : [];
}

/** The type of a field; for a page of a list, the type of its records. */
export function targetOf({ type }: AnyField): string {
  const named = getNamedType(type);
  const nodes = isObjectType(named) && named.name.endsWith('Connection') ? named.getFields().nodes : undefined;
  return nodes ? getNamedType(nodes.type).name : named.name;
}

/** All links between types: from the type of a field to its result type and to the types of its arguments. */
export function typeLinksOf(schema: GraphQLSchema): TypeLink[] {
  const own = new Set(typesOf(schema).map(({ name }) => name));
  return typesOf(schema)
    .flatMap((type) => linksFrom(type))
    .filter(({ to }) => own.has(to));
}

function linksFrom(type: GraphQLNamedType): TypeLink[] {
  const from = type.name;
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => ({
      from,
      field: field.name,
      to: getNamedType(field.type).name,
    }));
  return fieldsOf(type).flatMap((field) => {
    const resultTypes = new Set(
      isPageName(type.name) ? [getNamedType(field.type).name] : [targetOf(field), getNamedType(field.type).name],
    );
    const argumentTypes = field.args.map(({ type: given }) => getNamedType(given).name);
    return [...new Set([...resultTypes, ...argumentTypes])].map((to) => ({ from, field: field.name, to }));
  });
}
