import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** By type: names of the fields that a document selects anywhere, and the members that these fields read. */
export type RequestedFields = ReadonlyMap<string, ReadonlySet<string>>;

const known = new WeakMap<DocumentNode, RequestedFields>();

/** The fields that a document selects. Computed once per document. */
export function requestedFieldsOf(schema: GraphQLSchema, document: DocumentNode): RequestedFields {
  const before = known.get(document);
  if (before) return before;
  const requested = new Map<string, Set<string>>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const type = types.getParentType()?.name;
        if (!type) return;
        const fields = requested.get(type) ?? new Set<string>();
        requested.set(type, fields.add(name.value));
        for (const member of membersOf(types.getFieldDef()?.extensions)) fields.add(member);
      },
    }),
  );
  known.set(document, requested);
  return requested;
}

/** The members that a field exposes or declares to read (rows.ts). */
function membersOf({ pothosExposedField: exposed, reads = [] }: FieldExtensions = {}): readonly string[] {
  return exposed === undefined ? reads : [exposed, ...reads];
}

interface FieldExtensions {
  pothosExposedField?: string;
  reads?: readonly string[];
}
