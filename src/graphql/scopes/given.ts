import {
  type DirectiveNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';

export type Variables = Readonly<Record<string, unknown>>;

/** Variables of a request, with defaults filled in. */
export function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): Variables {
  const given = new Map(Object.entries(variables).filter(([, value]) => value !== undefined));
  for (const { variable, defaultValue } of variableDefinitions)
    if (defaultValue && !given.has(variable.name.value))
      given.set(variable.name.value, valueFromASTUntyped(defaultValue));
  return Object.fromEntries(given);
}

/** False for a selection that `@skip` or `@include` excludes. */
export function isIncluded(directives: readonly DirectiveNode[], variables: Variables): boolean {
  return directives.every(({ name, arguments: given = [] }) => {
    const condition = given.find((argument) => argument.name.value === 'if');
    const value = condition && givenBy(condition.value, variables);
    if (name.value === 'skip') return value !== true;
    return name.value !== 'include' || value !== false;
  });
}

/** Members that the arguments of a field send: the arguments and the members of their objects. */
export function sentIn({ arguments: given = [] }: FieldNode, variables: Variables): ReadonlySet<string> {
  const sent = new Set<string>();
  for (const { name, value } of given) {
    const found = givenBy(value, variables);
    if (found === undefined) continue;
    sent.add(name.value);
    if (typeof found === 'object' && found !== null && !Array.isArray(found))
      for (const [member, inner] of Object.entries(found)) if (inner !== undefined) sent.add(member);
  }
  return sent;
}

/** Undefined for a variable that is absent; objects omit members with absent variables. */
function givenBy(node: ValueNode, variables: Variables): unknown {
  if (node.kind === Kind.VARIABLE)
    return Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : undefined;
  if (node.kind !== Kind.OBJECT) return valueFromASTUntyped(node);
  return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, givenBy(value, variables)]));
}
