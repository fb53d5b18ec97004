import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** The names of the fields that a document asks for, by their type, wherever in the document it asks. */
export type Asked = ReadonlyMap<string, ReadonlySet<string>>;

const known = new WeakMap<DocumentNode, Asked>();

/** What a document asks for, looked up once for each document. */
export function askedOf(schema: GraphQLSchema, document: DocumentNode): Asked {
  const before = known.get(document);
  if (before) return before;
  const asked = new Map<string, Set<string>>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const type = types.getParentType()?.name;
        if (!type) return;
        const fields = asked.get(type) ?? new Set<string>();
        asked.set(type, fields.add(name.value));
      },
    }),
  );
  known.set(document, asked);
  return asked;
}
