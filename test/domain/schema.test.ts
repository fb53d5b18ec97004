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
import { type Effect, effectOf } from '../../src/graphql/effect.ts';
import { prepareOperation } from '../../src/graphql/execute.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';

const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));

interface Described {
  where: string;
  description: string;
  /** Its own name and those of its parents. */
  names: string[];
  /** The descriptions of its parents. */
  above: string[];
}

/** Everything in the schema that has a description. */
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

/** Words without a meaning of their own. */
const empty = new Set(
  'a an and as at be by for in is it its of on or that the their these they this those to was what which who with'.split(
    ' ',
  ),
);

/** The words of a text or a camel case name, in lower case and singular. */
const meaning = (text: string) =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word && !empty.has(word))
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''));

/** Arguments that name a record need no further description. */
const namesRecord = ({ where }: Described) => /\(\w+Id\)$/.test(where);

const withDescriptions = (found: Described[]) => found.map(({ where, description }) => `${where}: ${description}`);

/** Whether a field requires no scope. */
function isOpen({ extensions }: GraphQLField<unknown, unknown>): boolean {
  return !(extensions.pothosOptions as { authScopes?: { scope?: string; anyScope?: string[] } })?.authScopes;
}

describe('schema descriptions and scopes (contract 10)', () => {
  it('describe every type, field and argument', () => {
    expect(described.length).toBeGreaterThan(200);
    expect(withDescriptions(described.filter(({ description }) => description === ''))).toEqual([]);
  });

  it('add something to the name', () => {
    const repeats = described.filter((one) => {
      const known = new Set(one.names.flatMap(meaning));
      return !namesRecord(one) && meaning(one.description).every((word) => known.has(word));
    });
    expect(withDescriptions(repeats)).toEqual([]);
  });

  it('have at least three words or an example value', () => {
    // The type of a root query field describes its result.
    const own = described.filter((one) => !namesRecord(one) && !one.where.startsWith('Query.'));
    const short = own.filter(({ description }) => !description.includes('`') && description.split(/\s+/).length < 3);
    expect(withDescriptions(short)).toEqual([]);
  });

  it('differ from those of the parent', () => {
    expect(withDescriptions(described.filter(({ description, above }) => above.includes(description)))).toEqual([]);
  });

  it('require a scope for every root field', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    const open = roots.filter(isOpen);
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('require a scope for every field of a book that returns other records', () => {
    const ways = Object.values((schema.getType('Book') as GraphQLObjectType).getFields()).filter(({ type }) =>
      isObjectType(getNamedType(type)),
    );
    expect(ways.length).toBeGreaterThan(10);
    expect(ways.filter(isOpen).map(({ name }) => name)).toEqual([]);
  });

  it('use only objects, interfaces, inputs, enums and scalars', () => {
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

describe('subscription fields', () => {
  const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {});

  it.each(fields.map(({ name, extensions }) => [name, extensions.pothosOptions as { resolve(event: object): object }]))(
    'return the event unchanged from %s, as compiled documents assume',
    (_name, { resolve }) => {
      const event = {};
      expect(resolve(event)).toBe(event);
    },
  );
});

describe('the effect of a mutation', () => {
  const effects = Object.values(schema.getMutationType()?.getFields() ?? {}).map(
    (field) => [field, effectOf(field.extensions.pothosOptions)] as [typeof field, Effect | undefined],
  );

  it('is declared', () => {
    expect(effects.length).toBeGreaterThan(40);
    expect(effects.filter(([, effect]) => !effect).map(([{ name }]) => name)).toEqual([]);
  });

  it('is never refused to what only deletes', () => {
    const refused = effects.filter(([, effect]) => effect?.destructive && effect.space !== 'frees');
    expect(refused.map(([{ name }]) => name)).toEqual([]);
  });

  it('decides whether the field takes an idempotency key, whatever its name is', () => {
    const takers = effects.filter(([{ args }]) => args.some(({ name }) => name === 'idempotencyKey'));
    const unrepeatable = effects.filter(([, effect]) => effect?.repeatable !== true);
    expect(takers.map(([{ name }]) => name)).toEqual(unrepeatable.map(([{ name }]) => name));
  });

  it('has the scope of runs where it starts one', () => {
    const starting = effects.filter(([, effect]) => effect?.space === 'starts').map(([field]) => field);
    expect(starting.length).toBeGreaterThan(0);
    const scopes = starting.map(({ extensions }) => (extensions.pothosOptions as { authScopes: object }).authScopes);
    expect(new Set(scopes.map((scope) => JSON.stringify(scope)))).toEqual(
      new Set([JSON.stringify({ scope: 'generation:run' })]),
    );
  });
});

describe('a mutation that calls a provider', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const effects = fields.flatMap(({ name, extensions }) => {
    const effect = effectOf(extensions.pothosOptions);
    return effect ? [{ name, effect }] : [];
  });

  it('starts every run, and has a preview unless it makes speech', () => {
    const starting = effects.filter(({ effect }) => effect.space === 'starts');
    expect(starting.length).toBeGreaterThan(7);
    expect(starting.filter(({ effect }) => !effect.calls)).toEqual([]);
    const previewed = new Set(
      operations.filter(({ preview, isPaid }) => preview && isPaid).map(({ answer }) => answer),
    );
    const paid = effects.filter(({ effect: { calls } }) => calls && calls.provider !== 'speech');
    expect(paid.map(({ name }) => name).filter((name) => !previewed.has(name))).toEqual([]);
  });

  it('cannot be served if its operation and its field contradict each other', () => {
    const of = (answer: string, changed: object) => {
      const operation = operations.find((one) => one.answer === answer);
      return () => operation && prepareOperation(schema, { ...operation, ...changed });
    };
    expect(of('writeChapter', {})).not.toThrow();
    expect(of('writeChapter', { isPaid: false })).toThrow('writeChapter');
    expect(of('updateBook', { isPaid: true })).toThrow('updateBook');
  });
});
