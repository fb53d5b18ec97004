import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { isIncluded, sentIn, type Variables, withDefaults } from './given.ts';
import { type Need, needOf, needOfMember, type Readers, readersOf } from './readers.ts';

/** A required scope of a field in a document. */
interface FieldRequirement {
  need: Need;
  node: FieldNode;
}

/** One traversal of the selections of an operation. */
interface Walk {
  schema: GraphQLSchema;
  readers: Readers;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  isIncluded(directives: readonly DirectiveNode[]): boolean;
  /** Members that the arguments of a root field send. */
  sentBy(root: FieldNode): ReadonlySet<string>;
  found(requirement: FieldRequirement): void;
}

/** Position of a selection. */
interface At {
  /** Scope of the visited-fragment set: one root record, or all others. */
  place: string;
  /**
   * Whether members of types with book content need a scope here: they do in answers of changes, except below a member that
   * was sent.
   */
  isGuarded: boolean;
  sent: ReadonlySet<string>;
  visited: Set<string>;
}

const none: ReadonlySet<string> = new Set();

/** All scopes that an operation may need, for any variables. */
export function neededBy(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Need[] {
  const needs = new Map<string, Need>();
  const found = ({ need }: FieldRequirement) => needs.set(need.join(), need);
  walked(schema, document, operation, { isIncluded: () => true, sentBy: () => none, found });
  return [...needs.values()];
}

/**
 * Scopes that an operation needs with these variables, in document order. Fields excluded by `@skip` or `@include` do not
 * count, nor do members that the request itself sends.
 */
export function requirementsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): FieldRequirement[] {
  const given = withDefaults(operation, variables);
  const all: FieldRequirement[] = [];
  walked(schema, document, operation, {
    isIncluded: (directives) => isIncluded(directives, given),
    sentBy: (root) => sentIn(root, given),
    found: (requirement) => all.push(requirement),
  });
  return all;
}

function walked(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  rest: Pick<Walk, 'isIncluded' | 'sentBy' | 'found'>,
): void {
  const type = schema.getRootType(operation.operation);
  if (!type) return;
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  const isGuarded = operation.operation !== OperationTypeNode.QUERY;
  const walk: Walk = { schema, readers: readersOf(schema), fragments, ...rest };
  visit(walk, type, operation.selectionSet, { place: 'root', isGuarded, sent: none, visited: new Set() });
}

/** Visits a fragment once per place: a short document can spread it any number of times. */
function visit(walk: Walk, type: GraphQLNamedType, set: SelectionSetNode, at: At): void {
  for (const selection of set.selections) {
    if (!walk.isIncluded(selection.directives ?? [])) continue;
    if (selection.kind === Kind.FIELD) {
      visitField(walk, type, selection, at);
      continue;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? walk.fragments.get(selection.name.value) : selection;
    if (!fragment) continue;
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = `${at.place} ${selection.name.value}`;
      if (at.visited.has(name)) continue;
      at.visited.add(name);
    }
    const inner = fragment.typeCondition ? walk.schema.getType(fragment.typeCondition.name.value) : type;
    if (inner) visit(walk, inner, fragment.selectionSet, at);
  }
}

function visitField(walk: Walk, type: GraphQLNamedType, node: FieldNode, at: At): void {
  const name = node.name.value;
  const isRoot = at.place === 'root';
  const isSent = at.sent.has(name);
  for (const owner of isAbstractType(type) ? [type, ...walk.schema.getPossibleTypes(type)] : [type]) {
    if (!isObjectType(owner) && !isInterfaceType(owner)) continue;
    const field = owner.getFields()[name];
    const own = field && needOf(field);
    if (own) walk.found({ need: own, node });
    const guard = at.isGuarded && !isRoot && !isSent ? needOfMember(walk.readers, owner.name, name) : undefined;
    if (guard) walk.found({ need: guard, node });
  }
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
  if (!field || !node.selectionSet) return;
  visit(walk, getNamedType(field.type), node.selectionSet, below(walk, node, at, isRoot, isSent));
}

function below(walk: Walk, node: FieldNode, at: At, isRoot: boolean, isSent: boolean): At {
  if (isRoot)
    return { ...at, place: `of ${node.loc?.start ?? node.alias?.value ?? node.name.value}`, sent: walk.sentBy(node) };
  if (isSent) return { ...at, place: 'sent', isGuarded: false, sent: none };
  return { ...at, place: at.isGuarded ? 'within' : at.place, sent: none };
}
