import {
  type ConstDirectiveNode,
  type ConstValueNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InterfaceTypeDefinitionNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  printSchema,
  type TypeNode,
  visit,
} from 'graphql';

/** Definition of the directive as Relay, Apollo and graphql-sock read it. */
const definition = `"""
The value is null only beside an error. \`levels\`: of the field (0), or of the entries of its list (1).
"""
directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION
`;

/**
 * SDL for clients that handle errors themselves: each output field that is null only with an error is nullable with
 * \`@semanticNonNull\`. Ids stay non-null, because caches rely on them.
 */
export function semanticSdl(schema: GraphQLSchema): string {
  const fieldsOf = ({ name, fields = [] }: ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode) =>
    fields.map((field) => (isId(field) ? field : semantic(field, isAlwaysGiven(schema, name.value, field))));
  const document = visit(parse(printSchema(schema)), {
    ObjectTypeDefinition: (type) => ({ ...type, fields: fieldsOf(type) }),
    InterfaceTypeDefinition: (type) => ({ ...type, fields: fieldsOf(type) }),
  });
  return `${definition}\n${print(document)}\n`;
}

function isId({ name, type }: FieldDefinitionNode): boolean {
  return name.value === 'id' && type.kind === Kind.NON_NULL_TYPE;
}

/** Whether a nullable field is declared to be null only with an error. */
function isAlwaysGiven(schema: GraphQLSchema, parent: string, { name }: FieldDefinitionNode): boolean {
  const type = schema.getType(parent);
  if (!isObjectType(type) && !isInterfaceType(type)) return false;
  return type.getFields()[name.value]?.extensions.nullOnlyBesideError === true;
}

function semantic(field: FieldDefinitionNode, isGiven: boolean): FieldDefinitionNode {
  const levels = new Set(isGiven ? [0] : []);
  const type = nullable(field.type, 0, levels);
  return levels.size === 0 ? field : { ...field, type, directives: [directiveOf([...levels].sort())] };
}

/** Removes the non-null marks of a type and collects their levels. */
function nullable(type: TypeNode, level: number, levels: Set<number>): TypeNode {
  if (type.kind === Kind.NON_NULL_TYPE) {
    levels.add(level);
    return nullable(type.type, level, levels);
  }
  return type.kind === Kind.LIST_TYPE ? { ...type, type: nullable(type.type, level + 1, levels) } : type;
}

function directiveOf(levels: readonly number[]): ConstDirectiveNode {
  const isDefault = levels.length === 1 && levels[0] === 0;
  const values = levels.map((level): ConstValueNode => ({ kind: Kind.INT, value: String(level) }));
  const value: ConstValueNode = { kind: Kind.LIST, values };
  return {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: 'semanticNonNull' },
    arguments: isDefault ? [] : [{ kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'levels' }, value }],
  };
}
