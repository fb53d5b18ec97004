import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getVariableValues,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableValues,
} from 'graphql';

/** What a field declares as `complexity`: its own cost, and the number of records below it. */
interface DeclaredCost {
  field?: number;
  multiplier?: number;
  /** Whether `multiplier` is the maximum of a list that is answered in full. */
  inFull?: boolean;
}

type Declaration = number | DeclaredCost;

interface Complexity {
  depth: number;
  complexity: number;
  /** Of an event of a subscription: without what its root field costs once, at the start. */
  ofEvent: number;
}

/** Cost of a selection set: of fields outside and of fields inside lists that are answered in full. */
interface SetCost {
  depth: number;
  outside: number;
  inside: number;
}

interface Walk {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: VariableValues;
  /** Each set is visited once per type. */
  known: Map<SelectionSetNode, Map<GraphQLNamedType, SetCost>>;
  /** Own cost of the root field of a subscription. Its start is charged for it, its events are not. */
  start: number;
}

/** Records of a list whose field declares no multiplier. */
const listLengthAssumed = 10;

/**
 * Most lists are far below their maximum, so what is inside of them costs a tenth. This counts once: in a list inside of a
 * list, each record is counted up to the maximum, because its parents may all have the same long list.
 */
const typicalShare = 0.1;

/** Depth and complexity of a valid operation; zero if its variables are invalid. */
export function complexityOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): Complexity {
  const type = schema.getRootType(operation.operation);
  const { variableValues: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
  // The executor reports invalid variables and runs nothing.
  if (!type || !variables) return { depth: 0, complexity: 0, ofEvent: 0 };
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  const walk = { schema, fragments, variables, known: new Map(), start: 0 };
  const { depth, outside, inside } = costOfSet(walk, operation.selectionSet, type);
  const ofEvent = Math.ceil(outside + inside * typicalShare);
  return { depth, complexity: walk.start + ofEvent, ofEvent };
}

function costOfSet(walk: Walk, set: SelectionSetNode, type: GraphQLNamedType): SetCost {
  const ofTypes = walk.known.get(set) ?? new Map<GraphQLNamedType, SetCost>();
  walk.known.set(set, ofTypes);
  const known = ofTypes.get(type);
  if (known) return known;
  const total = { depth: 0, outside: 0, inside: 0 };
  ofTypes.set(type, total);
  for (const selection of set.selections) {
    const { depth, outside, inside } =
      selection.kind === Kind.FIELD ? costOfField(walk, selection, type) : costOfFragment(walk, selection, type);
    total.depth = Math.max(total.depth, depth);
    total.outside += outside;
    total.inside += inside;
  }
  return total;
}

function costOfFragment(
  walk: Walk,
  selection: Exclude<SelectionSetNode['selections'][number], FieldNode>,
  type: GraphQLNamedType,
): SetCost {
  const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? walk.fragments.get(selection.name.value) : selection;
  if (!fragment) throw new Error('Validation refuses unknown fragments.');
  const condition = fragment.typeCondition && walk.schema.getType(fragment.typeCondition.name.value);
  return costOfSet(walk, fragment.selectionSet, condition ?? type);
}

function costOfField(walk: Walk, node: FieldNode, type: GraphQLNamedType): SetCost {
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
  // Introspection has a cost of its own (introspection.ts).
  if (!field) return { depth: 1, outside: 1, inside: 0 };
  const { field: declared, multiplier, inFull } = declaredCost(walk, field, node);
  const isSubscription = type === walk.schema.getSubscriptionType();
  if (isSubscription) walk.start += declared;
  const own = isSubscription ? 0 : declared;
  if (!node.selectionSet) return { depth: 1, outside: own, inside: 0 };
  const below = costOfSet(walk, node.selectionSet, getNamedType(field.type));
  const depth = below.depth + 1;
  if (inFull) return { depth, outside: own, inside: multiplier * (below.outside + below.inside) };
  return { depth, outside: own + multiplier * below.outside, inside: multiplier * below.inside };
}

function declaredCost(walk: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode): Required<DeclaredCost> {
  const option = field.extensions.complexity as Declaration | ((args: object) => Declaration) | undefined;
  const declared = typeof option === 'function' ? option(getArgumentValues(field, node, walk.variables)) : option;
  const {
    field: own = 1,
    multiplier,
    inFull = false,
  } = typeof declared === 'number' ? { field: declared } : (declared ?? {});
  return {
    field: own,
    multiplier: multiplier ?? (isListType(getNullableType(field.type)) ? listLengthAssumed : 1),
    inFull,
  };
}
