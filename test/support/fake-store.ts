import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNullableOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isEnumType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { hashOf } from './seeded-random.ts';

/** Execution context of the fake schema. */
export interface FakeContext {
  seed: number;
  /** One in this many values is a fault: null, an error, or a value of another type. */
  faultEvery: number;
  /** The resolvers in the order of their calls. */
  calls: string[];
}

type Resolver = GraphQLFieldResolver<{ key: number } | undefined, FakeContext>;

/** The service's schema. Each value is computed from a seed, the parent, the field and its arguments. */
export const fakeSchema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
for (const type of Object.values(fakeSchema.getTypeMap())) {
  if (!isObjectType(type) || isIntrospectionType(type)) continue;
  for (const field of Object.values(type.getFields()))
    if (!isProperty(type, field)) field.resolve = resolverOf(`${type.name}.${field.name}`, field.type) as never;
}
for (const field of Object.values(fakeSchema.getSubscriptionType()?.getFields() ?? {})) {
  field.subscribe = (_root, args, { seed, faultEvery }: FakeContext) =>
    events(field.type, hashOf(seed, field.name, args), faultEvery);
  field.resolve = (event) => event;
}

/** Half of the leaf fields have no resolver and read a property of the parent, as most fields of the service do. */
function isProperty(parent: GraphQLObjectType, { name, type, args }: GraphQLField<unknown, unknown>): boolean {
  return args.length === 0 && isLeaf(type) && hashOf(parent.name, name) % 2 === 0;
}

function isLeaf(type: GraphQLOutputType): boolean {
  return isNonNullType(type) || isListType(type) ? isLeaf(type.ofType) : isLeafType(type);
}

/** Half of the resolvers are synchronous. */
function resolverOf(coordinate: string, type: GraphQLOutputType): Resolver {
  const isAsync = hashOf(coordinate) % 2 === 0;
  return (source, args, { seed, faultEvery, calls }) => {
    calls.push(`${coordinate} of ${source?.key}`);
    const key = hashOf(seed, source?.key, coordinate, args);
    return isAsync ? Promise.resolve().then(() => fakeValue(type, key, faultEvery)) : fakeValue(type, key, faultEvery);
  };
}

async function* events(type: GraphQLOutputType, key: number, faultEvery: number) {
  for (const count of [1, 2, 3]) yield fakeValue(type, hashOf(key, count), faultEvery);
}

function fakeValue(type: GraphQLOutputType, key: number, faultEvery: number): unknown {
  if (key % faultEvery === 0) return fault(key);
  if (isNonNullType(type)) return present(type.ofType, key, faultEvery);
  return key % 19 === 0 ? null : present(type, key, faultEvery);
}

function present(type: GraphQLNullableOutputType, key: number, faultEvery: number): unknown {
  if (isListType(type))
    return Array.from({ length: key % 4 }, (_, index) => fakeValue(type.ofType, hashOf(key, index), faultEvery));
  if (isObjectType(type)) return recordOf(type, key, faultEvery);
  return isEnumType(type) ? type.getValues()[key % type.getValues().length]?.value : scalarOf(type.name, key);
}

function recordOf(type: GraphQLObjectType, key: number, faultEvery: number): object {
  const properties = Object.values(type.getFields()).filter((field) => isProperty(type, field));
  return Object.fromEntries([
    ['key', key],
    ...properties.map(({ name, type: inner }) => {
      const value = fakeValue(inner, hashOf(key, name), faultEvery);
      return [name, key % 7 === 0 ? () => value : value];
    }),
  ]);
}

function scalarOf(name: string, key: number): unknown {
  if (name === 'Int') return (key % 2001) - 1000;
  if (name === 'Float') return key / 8;
  if (name === 'Boolean') return key % 2 === 0;
  return `${name} ${key}`;
}

/** An invalid result of a resolver, or a thrown error. */
function fault(key: number): unknown {
  const faults = [
    () => null,
    () => undefined,
    () => new Error('An error as a value.'),
    rejection,
    () => ({ unexpected: key }),
    () => 'unexpected text',
    () => 2 ** 40,
    () => {
      throw new Error('A thrown error.');
    },
  ];
  return faults[hashOf(key) % faults.length]?.();
}

/** A rejected promise; no unhandled rejection if the executor ignores it. */
function rejection(): Promise<never> {
  const rejected = Promise.reject(new Error('A rejection.'));
  rejected.catch(() => {});
  return rejected;
}
