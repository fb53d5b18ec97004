import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { hasScope, type Scope } from '../../caller.ts';

/** Alternative scopes: any one suffices. Callers without any are told the first. */
export type Need = readonly [Scope, ...Scope[]];

/** Scopes that a field requires by `authScopes`; undefined if none. */
export function needOf({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): Need | undefined {
  const options = extensions.pothosOptions as
    | { authScopes?: { scope?: Scope; anyScope?: readonly [Scope, ...Scope[]] } }
    | undefined;
  const { scope, anyScope } = options?.authScopes ?? {};
  return scope ? [scope] : anyScope;
}

export function isMet(need: Need, scopes: readonly Scope[]): boolean {
  return need.some((scope) => hasScope(scopes, scope));
}

/** Scope that reads the content of books. */
const materialScope: Scope = 'books:read';

/**
 * Types with book content, each with the scopes that may read it: `books:read`, and any other scope whose reads lead to the
 * type, as `generation:run` leads to runs. Types that no read answers are absent: they only acknowledge a change.
 */
export type Readers = ReadonlyMap<string, Need>;

const known = new WeakMap<GraphQLSchema, Readers>();

export function readersOf(schema: GraphQLSchema): Readers {
  const before = known.get(schema);
  if (before) return before;
  const readers = foundReaders(schema);
  known.set(schema, readers);
  return readers;
}

function foundReaders(schema: GraphQLSchema): Readers {
  // A node is read with the scope of its own type, not that of the field.
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
    ({ type }) => getNamedType(type).name !== 'Node',
  );
  // A subscription may also change something, such as an import; one with a read scope only reads.
  const watched = Object.values(schema.getSubscriptionType()?.getFields() ?? {}).filter((field) =>
    needOf(field)?.includes(materialScope),
  );
  const roots = [...queries, ...watched];
  const scopes = new Set(roots.flatMap((field) => needOf(field) ?? []));
  const reached = new Map([...scopes].map((scope) => [scope, reachableWith(schema, scope, roots)]));
  const readers = new Map<string, Need>();
  for (const type of reached.get(materialScope) ?? []) {
    const others = [...scopes].filter((scope) => scope !== materialScope && reached.get(scope)?.has(type));
    readers.set(type, [materialScope, ...others]);
  }
  return readers;
}

/** Names of the types that reads with this scope alone can reach. */
function reachableWith(
  schema: GraphQLSchema,
  scope: Scope,
  roots: readonly GraphQLField<unknown, unknown>[],
): Set<string> {
  const reached = new Set<string>();
  const follow = (fields: readonly GraphQLField<unknown, unknown>[]) => {
    for (const field of fields) {
      const need = needOf(field);
      if (!need || isMet(need, [scope])) reach(getNamedType(field.type));
    }
  };
  const reach = (type: GraphQLNamedType) => {
    if ((!isObjectType(type) && !isInterfaceType(type)) || reached.has(type.name)) return;
    reached.add(type.name);
    follow(Object.values(type.getFields()));
    if (isInterfaceType(type)) for (const possible of schema.getPossibleTypes(type)) reach(possible);
  };
  follow(roots.filter((field) => needOf(field)));
  return reached;
}

/** Members that every change answers to every caller: they identify the record and its version. */
const plainMembers: ReadonlySet<string> = new Set(['__typename', 'id', 'version', 'createdAt', 'updatedAt']);

/** Scopes that a member of a type requires, besides those of its field; undefined if none. */
export function needOfMember(readers: Readers, typeName: string, member: string): Need | undefined {
  return plainMembers.has(member) ? undefined : readers.get(typeName);
}
