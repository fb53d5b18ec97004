import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';

/** A type as the map shows it, and where its fields lead. */
export interface Spot {
  name: string;
  /** Root fields that answer it. */
  asked: string[];
  leads: Lead[];
}

export interface Lead {
  to: string;
  /** Fields that lead there. */
  fields: string[];
}

type Fields = readonly GraphQLField<unknown, unknown>[];

const rootNames = new Set(['Query', 'Mutation', 'Subscription']);

/** Types of answers that lead somewhere or can be asked for. Pages of lists and answers of one scalar are passed over. */
export function spotsOf(schema: GraphQLSchema): Spot[] {
  const roots = rootFieldsOf(schema);
  const kept = objectTypesOf(schema).filter((type) => !isWrapper(type));
  const spots = kept.map((type) => ({
    name: type.name,
    asked: roots.filter((field) => targetOf(field) === type.name).map(({ name }) => name),
    leads: leadsOf(Object.values(type.getFields()), new Set(kept.map(({ name }) => name))),
  }));
  const reached = new Set(spots.flatMap(({ leads }) => leads.map(({ to }) => to)));
  return spots.filter(({ name, asked, leads }) => asked.length > 0 || leads.length > 0 || reached.has(name));
}

function rootFieldsOf(schema: GraphQLSchema): Fields {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    type ? Object.values(type.getFields()) : [],
  );
}

/** Every type that is our own, by name: the roots first. */
export function typesOf(schema: GraphQLSchema): GraphQLNamedType[] {
  const own = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const place = ({ name }: GraphQLNamedType) => (rootNames.has(name) ? 0 : 1);
  return own.sort((one, other) => place(one) - place(other) || (one.name < other.name ? -1 : 1));
}

function objectTypesOf(schema: GraphQLSchema): GraphQLObjectType[] {
  return typesOf(schema)
    .filter((type) => isObjectType(type))
    .filter(({ name }) => !rootNames.has(name));
}

/** A page of a list, an entry of one, or what only says that something was deleted. */
function isWrapper(type: GraphQLObjectType): boolean {
  return /(Connection|Edge)$|^PageInfo$/.test(type.name) || 'ok' in type.getFields();
}

function leadsOf(fields: Fields, known: ReadonlySet<string>): Lead[] {
  const leading = fields.filter((field) => known.has(targetOf(field)));
  return [...Map.groupBy(leading, targetOf)].map(([to, group]) => ({ to, fields: group.map(({ name }) => name) }));
}

/** The type that a field answers, or that the page which it answers holds. */
function targetOf({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  const nodes = isObjectType(named) && named.name.endsWith('Connection') ? named.getFields().nodes : undefined;
  return nodes ? getNamedType(nodes.type).name : named.name;
}

export function hasFields(type: GraphQLNamedType): type is GraphQLObjectType {
  return isObjectType(type) || isInterfaceType(type);
}
