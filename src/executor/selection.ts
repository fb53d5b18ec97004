import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';

/** A condition of `@skip` or `@include`: the field is executed if the variable has the expected value. */
export type Condition = readonly [variable: string, expected: boolean];

/** The selections of one response key. */
export interface CollectedField {
  key: string;
  nodes: readonly [FieldNode, ...FieldNode[]];
  conditions: readonly Condition[];
}

/** State of compiling one operation. */
export interface Compilation {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Number of selections compiled so far. Each counts as often as fragments spread it. */
  selectionCount: number;
}

/**
 * Selections of one operation (ours). Nested fragments could expand a short document without limit, and each compiled
 * selection keeps about 1 KB. The standard introspection query has 238.
 */
const selectionsMax = 300;

/** Thrown for a document that this executor does not compile; graphql-js executes it. */
export class NotCompiled extends Error {}

/** Collects the fields that selection sets select on a type, in the order of graphql-js: by first occurrence. */
export function collectFields(
  compilation: Compilation,
  type: GraphQLObjectType,
  sets: readonly (SelectionSetNode | undefined)[],
): CollectedField[] {
  const fields = new Map<
    string,
    { key: string; nodes: [FieldNode, ...FieldNode[]]; conditions: readonly Condition[] }
  >();
  const visitedFragments = new Set<string>();
  for (const set of sets) for (const selection of set?.selections ?? []) collect(selection, []);
  return [...fields.values()];

  function collect(selection: SelectionNode, outer: readonly Condition[]): void {
    compilation.selectionCount += 1;
    if (compilation.selectionCount > selectionsMax) throw new NotCompiled();
    const conditions = conditionsOf(compilation, selection.directives ?? []);
    if (!conditions) return;
    const all = [...outer, ...conditions];
    if (selection.kind === Kind.FIELD) {
      add(selection, all);
      return;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? compilation.fragments[selection.name.value] : selection;
    if (!fragment || !appliesTo(compilation.schema, fragment.typeCondition, type)) return;
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value;
      if (visitedFragments.has(name)) return;
      // A conditional spread may be skipped, so a later spread of the same fragment still counts.
      if (all.length === 0) visitedFragments.add(name);
    }
    for (const inner of fragment.selectionSet.selections) collect(inner, all);
  }

  function add(node: FieldNode, conditions: readonly Condition[]): void {
    const key = node.alias?.value ?? node.name.value;
    // Assigning this key would set the prototype of the response object.
    if (key === '__proto__') throw new NotCompiled();
    const existing = fields.get(key);
    if (!existing) fields.set(key, { key, nodes: [node], conditions });
    else if (conditions.length > 0 || existing.conditions.length > 0) throw new NotCompiled();
    else existing.nodes.push(node);
  }
}

function appliesTo(
  schema: GraphQLSchema,
  typeCondition: FragmentDefinitionNode['typeCondition'] | undefined,
  type: GraphQLObjectType,
): boolean {
  const conditionType = typeCondition ? typeFromAST(schema, typeCondition) : type;
  return conditionType === type || (isAbstractType(conditionType) && schema.isSubType(conditionType, type));
}

/** Conditions on variables; undefined if a literal condition always excludes the selection. */
function conditionsOf({ operation }: Compilation, directives: readonly DirectiveNode[]): Condition[] | undefined {
  const conditions: Condition[] = [];
  for (const { name, arguments: given = [] } of directives) {
    const expected = name.value === 'include';
    if (!expected && name.value !== 'skip') throw new NotCompiled();
    const value = given[0]?.value;
    if (value?.kind === Kind.BOOLEAN) {
      if (value.value !== expected) return undefined;
    } else if (value?.kind === Kind.VARIABLE && isNonNullVariable(operation, value.name.value)) {
      conditions.push([value.name.value, expected]);
    } else throw new NotCompiled();
  }
  return conditions;
}

/** A nullable variable can cause an error at execution, which compiled conditions do not report. */
function isNonNullVariable({ variableDefinitions = [] }: OperationDefinitionNode, name: string): boolean {
  return variableDefinitions.some(
    ({ variable, type }) => variable.name.value === name && type.kind === Kind.NON_NULL_TYPE,
  );
}
