import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { type Variables, withDefaults } from './scopes/given.ts';

/** Bytes of an introspection answer that cost 1. The ordinary query has 350 KB and so takes less than a third of the limit. */
const bytesPerUnit = 5;
/** Quotes, colon and comma of a member. */
const punctuationBytes = 4;

/** One traversal of the introspection fields of an operation. */
interface Walk {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Variables;
  /** Bytes by selection set and element of the schema, so that each pair is visited once. */
  known: Map<SelectionSetNode, Map<unknown, number>>;
  /** Bytes that may still be counted. Every visited pair is in the answer, so this also bounds the visits. */
  left: number;
}

/**
 * Cost of the introspection fields of an operation, by the size of their answer: the schema is read as the executor would read
 * it. Counting ends above `max`. `@skip` and `@include` are ignored, as in all costs.
 */
export function introspectionCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  max: number,
): number {
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  const given = withDefaults(operation, variables);
  const walk: Walk = { schema, fragments, variables: given, known: new Map(), left: (max + 1) * bytesPerUnit };
  return Math.ceil(bytesOfRoot(walk, operation.selectionSet) / bytesPerUnit);
}

/** Only introspection fields count at the root. Validation has refused fragments that spread themselves. */
function bytesOfRoot(walk: Walk, set: SelectionSetNode): number {
  let bytes = 0;
  for (const selection of set.selections) {
    if (selection.kind !== Kind.FIELD) bytes += bytesOfRoot(walk, fragmentOf(walk, selection).selectionSet);
    else if (selection.name.value === '__schema') bytes += bytesOfField(walk, SchemaMetaFieldDef, selection, undefined);
    else if (selection.name.value === '__type') bytes += bytesOfField(walk, TypeMetaFieldDef, selection, undefined);
  }
  return bytes;
}

function bytesOf(walk: Walk, type: GraphQLObjectType, source: unknown, set: SelectionSetNode): number {
  const bySource = walk.known.get(set) ?? new Map<unknown, number>();
  walk.known.set(set, bySource);
  const before = bySource.get(source);
  if (before !== undefined) return before;
  let bytes = 0;
  for (const selection of set.selections) {
    if (walk.left < 0) break;
    if (selection.kind === Kind.FIELD) {
      const field = type.getFields()[selection.name.value];
      bytes += field ? bytesOfField(walk, field, selection, source) : spent(walk, type.name.length);
    } else {
      // Introspection types are objects, so each fragment within them applies.
      bytes += bytesOf(walk, type, source, fragmentOf(walk, selection).selectionSet);
    }
  }
  bySource.set(source, bytes);
  return bytes;
}

/** Takes bytes from what is left. */
function spent(walk: Walk, bytes: number): number {
  walk.left -= bytes;
  return bytes;
}

function bytesOfField(walk: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode, source: unknown): number {
  const key = spent(walk, (node.alias ?? node.name).value.length + punctuationBytes);
  // Resolvers of introspection read only the schema.
  const value = field.resolve?.(source, argumentsOf(walk, node), undefined, { schema: walk.schema } as never);
  const type = getNamedType(field.type);
  const set = node.selectionSet;
  const isList = typeof value === 'object' && value !== null && Symbol.iterator in value;
  let bytes = key;
  for (const one of isList ? (value as Iterable<unknown>) : [value]) {
    if (set && isObjectType(type) && one != null) bytes += bytesOf(walk, type, one, set);
    else bytes += spent(walk, String(one ?? null).length);
  }
  return bytes;
}

/** Deprecated elements always count. */
function argumentsOf({ variables }: Walk, { arguments: given = [] }: FieldNode): Record<string, unknown> {
  const name = given.find((one) => one.name.value === 'name')?.value;
  const named = name?.kind === Kind.VARIABLE ? variables[name.name.value] : name?.kind === Kind.STRING && name.value;
  return { includeDeprecated: true, name: named };
}

function fragmentOf({ fragments }: Walk, selection: Exclude<SelectionSetNode['selections'][number], FieldNode>) {
  if (selection.kind === Kind.INLINE_FRAGMENT) return selection;
  const fragment = fragments.get(selection.name.value);
  if (!fragment) throw new Error(`The fragment ${selection.name.value} is missing in a valid document.`);
  return fragment;
}
