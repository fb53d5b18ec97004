import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';

const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));

interface Described {
  where: string;
  description: string;
  /** Its own name and those of what it belongs to. */
  names: string[];
  /** The descriptions of what it belongs to. */
  above: string[];
}

/** Everything that an explorer can point at. */
const described: Described[] = types.flatMap((type) => {
  const own = entry(type.name, type.description, [type.name]);
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [own];
  return [
    own,
    ...Object.values(type.getFields()).flatMap((field) => {
      const where = `${type.name}.${field.name}`;
      const ofField = entry(where, field.description, [field.name, type.name], [own.description]);
      const above = [own.description, ofField.description];
      const args: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
      return [
        ofField,
        ...args.map((arg) => entry(`${where}(${arg.name})`, arg.description, [arg.name, field.name], above)),
      ];
    }),
  ];
});

function entry(
  where: string,
  description: string | null | undefined,
  names: string[],
  above: string[] = [],
): Described {
  return { where, description: description?.trim() ?? '', names, above };
}

/** Words that say nothing by themselves. */
const empty = new Set(
  'a an and as at be by for in is it its of on or that the their these they this those to was what which who with'.split(
    ' ',
  ),
);

/** What a text or a name in camel case says, in lower case and without endings of the plural. */
const meaning = (text: string) =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word && !empty.has(word))
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''));

/** The argument that names a record says which; where ids come from is said with the records. */
const namesRecord = ({ where }: Described) => /\(\w+Id\)$/.test(where);

const wheresOf = (found: Described[]) => found.map(({ where, description }) => `${where}: ${description}`);

/** Whether a field asks for no scope. */
function isOpen({ extensions }: GraphQLField<unknown, unknown>): boolean {
  return !(extensions.pothosOptions as { authScopes?: { scope?: string; anyScope?: string[] } })?.authScopes;
}

describe('the schema as documentation (contract 10)', () => {
  it('describes every type, field and argument', () => {
    expect(described.length).toBeGreaterThan(200);
    expect(wheresOf(described.filter(({ description }) => description === ''))).toEqual([]);
  });

  it('says more than the names do', () => {
    const repeats = described.filter((one) => {
      const known = new Set(one.names.flatMap(meaning));
      return !namesRecord(one) && meaning(one.description).every((word) => known.has(word));
    });
    expect(wheresOf(repeats)).toEqual([]);
  });

  it('says it in at least three words, or shows a value', () => {
    // What a root field reads, its type describes.
    const own = described.filter((one) => !namesRecord(one) && !one.where.startsWith('Query.'));
    const short = own.filter(({ description }) => !description.includes('`') && description.split(/\s+/).length < 3);
    expect(wheresOf(short)).toEqual([]);
  });

  it('says of a part something else than of the whole', () => {
    expect(wheresOf(described.filter(({ description, above }) => above.includes(description)))).toEqual([]);
  });

  it('gives every root field a scope', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    const open = roots.filter(isOpen);
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('gives every way from a book to more of it a scope, so that a key that may only write cannot read the rest', () => {
    const ways = Object.values((schema.getType('Book') as GraphQLObjectType).getFields()).filter(({ type }) =>
      isObjectType(getNamedType(type)),
    );
    expect(ways.length).toBeGreaterThan(10);
    expect(ways.filter(isOpen).map(({ name }) => name)).toEqual([]);
  });

  it('knows no type but objects, interfaces, inputs, enums and scalars', () => {
    expect(
      types.filter(
        (type) =>
          !isObjectType(type) &&
          !isInterfaceType(type) &&
          !isInputObjectType(type) &&
          !isEnumType(type) &&
          !isScalarType(type),
      ),
    ).toEqual([]);
  });
});

describe('a subscription', () => {
  const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {});

  it.each(fields.map(({ name, extensions }) => [name, extensions.pothosOptions as { resolve(event: object): object }]))(
    '%s answers its event as it is, which compiled documents rely on',
    (_name, { resolve }) => {
      const event = {};
      expect(resolve(event)).toBe(event);
    },
  );
});
