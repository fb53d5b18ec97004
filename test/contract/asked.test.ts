import { type GraphQLField, getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { newWorld, ownStillService, type World } from '../support/asking.ts';
import { graphql, type Json } from '../support/faces.ts';

const own = ownStillService();

/** Where records of a type come from, and how to get them out of the answer. */
const places = [
  ['Book', 'books', (fields: string) => `{ books(first: 1) { nodes { ${fields} } } }`],
  ['Book', 'book', (fields: string) => `query ($bookId: ID!) { book(bookId: $bookId) { ${fields} } }`],
  [
    'Book',
    'a chapter',
    (fields: string) =>
      `query ($bookId: ID!, $chapterId: ID!) { chapter(bookId: $bookId, chapterId: $chapterId) { book { ${fields} } } }`,
  ],
  [
    'Chapter',
    'its book',
    (fields: string) => `query ($bookId: ID!) { book(bookId: $bookId) { chapters { ${fields} } } }`,
  ],
  [
    'Chapter',
    'chapter',
    (fields: string) =>
      `query ($bookId: ID!, $chapterId: ID!) { chapter(bookId: $bookId, chapterId: $chapterId) { ${fields} } }`,
  ],
  [
    'Character',
    'its book',
    (fields: string) => `query ($bookId: ID!) { book(bookId: $bookId) { characters { ${fields} } } }`,
  ],
  ['Character', 'characters', (fields: string) => `query ($bookId: ID!) { characters(bookId: $bookId) { ${fields} } }`],
  [
    'Conflict',
    'its book',
    (fields: string) => `query ($bookId: ID!) { book(bookId: $bookId) { conflicts { ${fields} } } }`,
  ],
  ['Conflict', 'conflicts', (fields: string) => `query ($bookId: ID!) { conflicts(bookId: $bookId) { ${fields} } }`],
] as const;

const takesNothing = ({ args }: GraphQLField<unknown, unknown>) => args.every(({ type }) => !isNonNullType(type));

/** A field with all that can be read of it, and of what hangs on it, without an argument. */
function askedOf(field: GraphQLField<unknown, unknown>, levels = 2): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return field.name;
  const inner = Object.values(type.getFields()).filter(
    (one) =>
      takesNothing(one) &&
      (isLeafType(getNamedType(one.type)) || (levels > 1 && !records.has(getNamedType(one.type).name))),
  );
  return `${field.name} { ${['__typename', ...inner.map((one) => askedOf(one, levels - 1))].join(' ')} }`;
}

/** The types that lead to each other without end. */
const records = new Set(['Book', 'Chapter', 'Character', 'Conflict']);

function fieldsOf(name: string): GraphQLField<unknown, unknown>[] {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no type with fields.`);
  return Object.values(type.getFields()).filter((field) => takesNothing(field));
}

/** The records that a document answers, in their order. */
function recordsIn(answer: Json): Json[] {
  const [root] = Object.values<Json>(answer);
  const inner = root?.nodes ?? root?.chapters ?? root?.characters ?? root?.conflicts ?? root;
  return (Array.isArray(inner) ? inner : [inner]).map((record) => record.book ?? record);
}

describe('a record of which little is asked (performance: only the columns that are asked for)', () => {
  let world: World;
  beforeAll(async () => {
    world = await newWorld(own, 3);
  });

  describe.each(places)('%s of %s', (type, _place, document) => {
    it.each(fieldsOf(type).map((field) => [field.name, field] as const))(
      'answers %s alone as it answers it among all fields',
      async (name, field) => {
        const ask = async (fields: string) =>
          recordsIn(await graphql(own.url(), world.key, document(fields), world.ids));
        const all = `id ${fieldsOf(type)
          .filter((one) => isLeafType(getNamedType(one.type)))
          .map(askedOf)
          .join(' ')} ${askedOf(field)}`;
        const alone = await ask(askedOf(field));
        expect(alone.length).toBeGreaterThan(0);
        expect(alone.map((record) => record[name])).toEqual((await ask(all)).map((record) => record[name]));
      },
    );
  });
});
