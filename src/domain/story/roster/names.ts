import type { RecordDeclaration } from '../../../record.ts';

/** The parts of a record from which its names are derived. */
type Named = Pick<RecordDeclaration, 'name' | 'names'> & { export: { member: string } };

const spaced = (name: string) => name.replace(/_|(?=[A-Z])/g, ' ').toLowerCase();
const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** A name as the second part of another one. */
export const capital = (name: string) => name.replace(/^./, (first) => first.toUpperCase());

/** The names of a roster in the schema, on REST and on MCP. */
export function namesOf({ name, names = {}, export: { member } }: Named) {
  const [make, remove] = names.verbs ?? ['add', 'remove'];
  return {
    /** `mood reference` and `mood references`, in texts. */
    one: spaced(name),
    many: spaced(member),
    /** `moodReference`: the query of one record. */
    field: camel(name),
    /** The argument for the id of one record. */
    id: names.id ?? `${camel(name)}Id`,
    make,
    remove,
  };
}
