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

/** What `@skip` and `@include` ask of the variables, so that a field is answered. */
export type Condition = readonly [variable: string, wanted: boolean];

/** The fields of a selection set that answer under one key. */
export interface Selected {
  key: string;
  nodes: readonly [FieldNode, ...FieldNode[]];
  conditions: readonly Condition[];
}

/** A document in which one operation has been chosen. */
export interface Chosen {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Selections that have been looked at so far, each as often as fragments spread it. */
  seen: number;
}

/** Selections of one plan (ours): fragments within fragments could make any number of a short document. It takes time to look at them, and a plan keeps about 1 KB of each. The standard introspection has 238. */
const seenMax = 300;

/** Thrown for what is not compiled: graphql-js executes such a document. */
export class NotCompiled extends Error {}

/** The fields that selection sets ask of one type, in the order of their first mention, as graphql-js collects them. */
export function selectedIn(
  chosen: Chosen,
  type: GraphQLObjectType,
  sets: readonly (SelectionSetNode | undefined)[],
): Selected[] {
  const found = new Map<
    string,
    { key: string; nodes: [FieldNode, ...FieldNode[]]; conditions: readonly Condition[] }
  >();
  const visited = new Set<string>();
  for (const set of sets) for (const selection of set?.selections ?? []) collect(selection, []);
  return [...found.values()];

  function collect(selection: SelectionNode, outer: readonly Condition[]): void {
    chosen.seen += 1;
    if (chosen.seen > seenMax) throw new NotCompiled();
    const conditions = conditionsOf(chosen, selection.directives ?? []);
    if (!conditions) return;
    const all = [...outer, ...conditions];
    if (selection.kind === Kind.FIELD) {
      add(selection, all);
      return;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? chosen.fragments[selection.name.value] : selection;
    if (!fragment || !fits(chosen.schema, fragment.typeCondition, type)) return;
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value;
      if (visited.has(name)) return;
      // One that may be left out does not stand in the way of another mention of it.
      if (all.length === 0) visited.add(name);
    }
    for (const inner of fragment.selectionSet.selections) collect(inner, all);
  }

  function add(node: FieldNode, conditions: readonly Condition[]): void {
    const key = node.alias?.value ?? node.name.value;
    // As a key of an object it would set the prototype.
    if (key === '__proto__') throw new NotCompiled();
    const before = found.get(key);
    if (!before) found.set(key, { key, nodes: [node], conditions });
    else if (conditions.length > 0 || before.conditions.length > 0) throw new NotCompiled();
    else before.nodes.push(node);
  }
}

function fits(
  schema: GraphQLSchema,
  condition: FragmentDefinitionNode['typeCondition'] | undefined,
  type: GraphQLObjectType,
): boolean {
  const asked = condition ? typeFromAST(schema, condition) : type;
  return asked === type || (isAbstractType(asked) && schema.isSubType(asked, type));
}

/** Undefined where the selection is never answered. */
function conditionsOf({ operation }: Chosen, directives: readonly DirectiveNode[]): Condition[] | undefined {
  const conditions: Condition[] = [];
  for (const { name, arguments: given = [] } of directives) {
    const wanted = name.value === 'include';
    if (!wanted && name.value !== 'skip') throw new NotCompiled();
    const value = given[0]?.value;
    if (value?.kind === Kind.BOOLEAN) {
      if (value.value !== wanted) return undefined;
    } else if (value?.kind === Kind.VARIABLE && isRequired(operation, value.name.value)) {
      conditions.push([value.name.value, wanted]);
    } else throw new NotCompiled();
  }
  return conditions;
}

/** One that may be null could be a fault only once the document runs. */
function isRequired({ variableDefinitions = [] }: OperationDefinitionNode, name: string): boolean {
  return variableDefinitions.some(
    ({ variable, type }) => variable.name.value === name && type.kind === Kind.NON_NULL_TYPE,
  );
}
