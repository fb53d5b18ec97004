import {
  buildSchema,
  type ExecutionResult,
  execute,
  type GraphQLObjectType,
  type GraphQLSchema,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { compile } from '../../src/executor/compile.ts';
import type { Context } from '../../src/graphql/context.ts';

const schema = buildSchema(`
  interface Named { name: String! }
  enum Mood { calm storm }
  scalar Odd
  input Wish { of: String!, many: [Int!] = [1, 2], mood: Mood }
  type Person implements Named {
    name: String!  age: Int  height: Float  isPov: Boolean!  mood: Mood  odd: Odd  aliases: [String!]!  friends: [Person!]  rivals: [Person]
    maybe: String  must: String!  later: String!  fails: String  failsHard: String!  child: Person  heir: Person!
    told(wish: Wish, n: Int = 7): String  method: String
  }
  type Query { person: Person  people: [Person!]!  some: [Person!]  strict: Person!  sum(of: [Int!]!): Int!  echo(wish: Wish): String  mood: Mood }
  type Mutation { first(n: Int): Int  second: Int!  third: Person }
  type Subscription { tick: Int }
`);

const events: string[] = [];
const person = (name: string, rest: object = {}): object => ({
  name,
  age: 30,
  height: 1.5,
  isPov: true,
  mood: 'calm',
  odd: { any: [1] },
  aliases: ['a', 'b'],
  must: 'must',
  ...rest,
});

/** Resolvers by type and field. A field without one reads a property. */
const resolvers: Record<
  string,
  Record<string, (source: never, args: never, context: never, info: never) => unknown>
> = {
  Person: {
    later: async () => 'later',
    fails: () => Promise.reject(new Error('fails')),
    failsHard: async () => {
      throw new Error('fails hard');
    },
    friends: async () => [person('Ada'), Promise.resolve(person('Ben')), person('Cy', { must: null })],
    rivals: () => [person('Dee'), null, Promise.reject(new Error('no rival')), new Error('an error as a value')],
    child: () => person('Child', { mood: 'rage', age: 2 ** 31, isPov: 'maybe' }),
    heir: async () => null,
    told: (_source, args, _context, info: never) =>
      JSON.stringify([args, (info as { path: { key: string } }).path.key]),
  },
  Query: {
    person: async () =>
      person('Root', { method: () => 'called', maybe: Promise.resolve('a promise'), aliases: new Set(['x', 'y']) }),
    people: () => [person('One'), person('Two', { name: null })],
    some: () => 'not a list',
    strict: () => person('Strict', { must: undefined }),
    sum: (_source, { of }: { of: number[] }) => of.reduce((sum, one) => sum + one, 0),
    echo: (_source, args) => JSON.stringify(args),
    mood: () => 'rage',
  },
  Mutation: {
    first: async (_source, { n }: { n: number }) => {
      events.push('first begins');
      await null;
      events.push('first ends');
      return n;
    },
    second: () => {
      events.push('second');
      throw new Error('second fails');
    },
    third: () => {
      events.push('third');
      return person('Third');
    },
  },
};
for (const [type, fields] of Object.entries(resolvers))
  for (const [field, resolve] of Object.entries(fields))
    Object.assign((schema.getType(type) as GraphQLObjectType).getFields()[field] ?? {}, { resolve });

const context = {} as Context;

function serialized({ errors, data }: ExecutionResult) {
  return JSON.parse(
    JSON.stringify({ data, errors: errors?.map((one) => ({ ...one.toJSON(), cause: String(one.originalError) })) }),
  );
}

async function both(text: string, variables: Record<string, unknown> = {}, operationName?: string) {
  const document = parse(text);
  const compiled = compile(schema, document, operationName);
  events.length = 0;
  const expected = await execute({
    schema,
    document,
    variableValues: variables,
    contextValue: context,
    operationName: operationName ?? null,
  });
  const happened = events.splice(0);
  if (!compiled) throw new Error('It is not compiled.');
  const found = await compiled(variables, context);
  return { expected: [serialized(expected), happened], found: [serialized(found), [...events]] };
}

const documents: [name: string, text: string, variables?: Record<string, unknown>, operationName?: string][] = [
  ['leaves', '{ person { name age height isPov mood odd aliases maybe must later method __typename } }'],
  ['aliases of fields', '{ a: person { x: name y: name } b: person { age } __typename t: __typename }'],
  ['fields that are mentioned twice', '{ person { child { name } age child { age } } person { name } }'],
  [
    'fragments',
    '{ person { ...F ... on Named { name } ... on Person { age } ... { must } } } fragment F on Person { mood ...G } fragment G on Named { n: name }',
  ],
  ['an inline fragment on the same type', 'query { person { ... on Person { name } } }'],
  ['an error of a nullable field', '{ person { name fails } }'],
  ['an error of a non-null field', '{ person { name failsHard later } }'],
  ['errors of several fields', '{ person { name fails failsHard heir { name } must } }'],
  ['an error that propagates to the root', '{ people { name } person { name } }'],
  ['a null that propagates to the root at once', '{ strict { must } person { later } }'],
  ['a list with failing records', '{ person { friends { name must } } }'],
  ['a list with nulls and errors', '{ person { rivals { name friends { name } } } }'],
  ['nested lists with failing records', '{ person { friends { rivals { name later } } } }'],
  ['a value that is not a list', '{ some { name } }'],
  ['invalid leaf values', '{ person { child { name mood age } } mood }'],
  ['an invalid boolean', '{ person { child { name isPov } } }'],
  [
    'variables',
    'query ($of: [Int!]!, $wish: Wish) { sum(of: $of) echo(wish: $wish) }',
    { of: [1, 2], wish: { of: 'x', mood: 'storm' } },
  ],
  ['absent variables', 'query ($wish: Wish, $m: Mood) { echo(wish: $wish) e: echo(wish: { of: "x", mood: $m }) }'],
  [
    'null variables',
    'query ($wish: Wish, $m: Mood) { echo(wish: $wish) e: echo(wish: { of: "x", mood: $m }) }',
    { wish: null, m: null },
  ],
  [
    'defaults of variables',
    'query ($n: Int = 3, $wish: Wish = { of: "d" }) { person { told(n: $n, wish: $wish) t: told } }',
  ],
  ['a default that null overrides', 'query ($n: Int = 3) { person { told(n: $n) } }', { n: null }],
  [
    'variables in lists and objects',
    'query ($a: Int!, $w: String!) { sum(of: [$a, 2, $a]) echo(wish: { of: $w, many: [$a] }) }',
    { a: 5, w: '__proto__' },
  ],
  ['a missing required variable', 'query ($of: [Int!]!) { sum(of: $of) }'],
  [
    'invalid variables',
    'query ($of: [Int!]!, $wish: Wish) { sum(of: $of) echo(wish: $wish) }',
    { of: [1, 'x', null], wish: { or: 1, mood: 'fog' } },
  ],
  ['an invalid optional variable', 'query ($n: Int) { sum(of: [1]) person { told(n: $n) } }', { n: 'seven' }],
  ['literals', '{ sum(of: [1, 2, 3]) echo(wish: { of: "a \\"quoted\\" text", many: 4 }) }'],
  [
    'a literal that resembles code',
    '{ echo(wish: { of: "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.x=1" }) }',
  ],
  [
    'skip and include',
    'query ($yes: Boolean!, $no: Boolean!) { person { name @include(if: $yes) age @include(if: $no) mood @skip(if: $no) must @skip(if: $yes) x: name @skip(if: true) y: name @include(if: true) z: name @include(if: $yes) @skip(if: $no) } }',
    { yes: true, no: false },
  ],
  [
    'skipped fragments',
    'query ($yes: Boolean!, $no: Boolean!) { person { ...F @include(if: $no) ... @skip(if: $yes) { age } ... on Person @include(if: $yes) { mood } } } fragment F on Person { name }',
    { yes: true, no: false },
  ],
  ['an empty selection after conditions', 'query ($no: Boolean!) { person { name @include(if: $no) } }', { no: false }],
  ['a condition with a missing variable', 'query ($no: Boolean!) { person { name @include(if: $no) } }'],
  ['serial mutation fields', 'mutation { first(n: 1) third { name later } }'],
  ['a mutation with a failing field', 'mutation { a: first(n: 1) second third { name } }'],
  ['one operation of several', 'query A { mood } query B { person { name } }', {}, 'B'],
  [
    'introspection',
    '{ __schema { queryType { name } types { name fields { name args { name defaultValue } type { name kind ofType { name } } } } } __type(name: "Mood") { enumValues { name } } }',
  ],
];

describe('the compiled executor', () => {
  it.each(documents)('returns the same result as graphql-js: %s', async (_name, text, variables, operationName) => {
    expect(validate(schema as GraphQLSchema, parse(text)).map(String)).toEqual([]);
    const { expected, found } = await both(text, variables, operationName);
    expect(found).toEqual(expected);
    // A second run is not affected by the first one.
    expect((await both(text, variables, operationName)).found).toEqual(expected);
  });

  it.each([
    ['a subscription', 'subscription { tick }'],
    ['a response key __proto__', '{ person { __proto__: name } }'],
    [
      'a field selected both with and without a condition',
      'query ($yes: Boolean!) { person { name @include(if: $yes) name } }',
    ],
    ['a nullable condition', 'query ($yes: Boolean = true) { person { name @include(if: $yes) } }'],
    [
      'fragments that multiply fields',
      `{ person { ...A0 } } ${Array.from({ length: 4 }, (_, n) => `fragment A${n} on Person { a: child { ...A${n + 1} } b: child { ...A${n + 1} } c: child { ...A${n + 1} } }`).join(' ')} fragment A4 on Person { name age mood }`,
    ],
    [
      'fragments that double under a condition',
      `query ($yes: Boolean!) { person { ...A0 @include(if: $yes) } } ${Array.from({ length: 20 }, (_, n) => `fragment A${n} on Person { ...A${n + 1} ...A${n + 1} }`).join(' ')} fragment A20 on Person { name @skip(if: true) }`,
    ],
    ['several operations without a name', 'query A { mood } query B { mood }'],
  ])('declines %s', (_name, text) => {
    expect(compile(schema, parse(text))).toBeUndefined();
  });

  it('calls no further resolver after the caller disconnects', async () => {
    const gone = new AbortController();
    const compiled = compile(schema, parse('mutation { first(n: 1) third { name } }'));
    events.length = 0;
    const result = compiled?.({}, context, gone.signal);
    gone.abort();
    await expect(result).rejects.toThrow('aborted');
    expect(events).toEqual(['first begins', 'first ends']);
  });

  it('calls no further resolver after an error has cleared the data', async () => {
    const field = (schema.getType('Person') as GraphQLObjectType).getFields().child;
    const child = vi.spyOn(field as unknown as { resolve(): unknown }, 'resolve');
    const childCalls = async (text: string) => {
      child.mockClear();
      const result = await compile(schema, parse(text))?.({}, context);
      // All promises are settled after this.
      await new Promise(setImmediate);
      return [result?.data === null, child.mock.calls.length];
    };
    expect(await childCalls('{ person { child { name } } }')).toEqual([false, 1]);
    expect(await childCalls('{ person { child { name } } strict { must } }')).toEqual([true, 0]);
    child.mockRestore();
  });

  it('returns objects with a prototype, which serialize twice as fast', async () => {
    const result = await compile(schema, parse('{ person { name } }'))?.({}, context);
    expect(Object.getPrototypeOf(result?.data)).toBe(Object.prototype);
  });
});
