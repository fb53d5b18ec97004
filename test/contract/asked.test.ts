import { type GraphQLField, getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { rosters } from '../../src/domain/leaving/port/formats/roster.ts';
import { schema } from '../../src/schema.ts';
import { graphql, type Json } from '../support/faces.ts';
import { newSampleAccount, type SampleAccount, serviceWithHeldProviders } from '../support/sample-requests.ts';

const own = serviceWithHeldProviders();

/** A type, where its records come from, and a document that selects fields of them. */
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
  ...rosters.flatMap(({ type = '', export: { member } }) => [
    [
      type,
      'its book',
      (fields: string) => `query ($bookId: ID!) { book(bookId: $bookId) { ${member} { ${fields} } } }`,
    ] as const,
    [type, member, (fields: string) => `query ($bookId: ID!) { ${member}(bookId: $bookId) { ${fields} } }`] as const,
  ]),
] as const;

const takesNothing = ({ args }: GraphQLField<unknown, unknown>) => args.every(({ type }) => !isNonNullType(type));

/** Selects a field with all its argument-free subfields, two levels deep. */
function selectionOf(field: GraphQLField<unknown, unknown>, levels = 2): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return field.name;
  const inner = Object.values(type.getFields()).filter(
    (one) =>
      takesNothing(one) &&
      !costly.has(one.name) &&
      (isLeafType(getNamedType(one.type)) || (levels > 1 && !records.has(getNamedType(one.type).name))),
  );
  return `${field.name} { ${['__typename', ...inner.map((one) => selectionOf(one, levels - 1))].join(' ')} }`;
}

/** Fields whose cost a document has room for once or twice, not for each record of a list. */
const costly = new Set(['publishWarnings']);

/** The types that refer to each other in cycles. */
const records = new Set(['Book', 'Chapter', ...rosters.map(({ type }) => type)]);

function fieldsOf(name: string): GraphQLField<unknown, unknown>[] {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no type with fields.`);
  return Object.values(type.getFields()).filter((field) => takesNothing(field));
}

/** The records in an answer, in their order. */
function recordsIn(answer: Json): Json[] {
  const [root] = Object.values<Json>(answer);
  const lists = ['nodes', 'chapters', ...rosters.map(({ export: { member } }) => member)];
  const inner = lists.map((member) => root?.[member]).find(Boolean) ?? root;
  return (Array.isArray(inner) ? inner : [inner]).map((record) => record.book ?? record);
}

describe('narrow selections (performance: only the requested columns are read)', () => {
  let world: SampleAccount;
  beforeAll(async () => {
    world = await newSampleAccount(own, 3);
  });

  describe.each(places)('%s from %s', (type, _place, document) => {
    const leaves = fieldsOf(type).filter((one) => isLeafType(getNamedType(one.type)));
    const all = leaves.map(({ name }) => name).join(' ');
    const ask = async (fields: string) => recordsIn(await graphql(own.url(), world.key, document(fields), world.ids));
    let whole: Promise<Json[]> | undefined;
    const askAll = () => {
      whole ??= ask(all);
      return whole;
    };

    it.each(fieldsOf(type).map((field) => [field.name, field] as const))(
      'return the same %s alone as with all fields',
      async (name, field) => {
        const selection = selectionOf(field);
        const alone = await ask(selection);
        expect(alone.length).toBeGreaterThan(0);
        const beside = await (leaves.includes(field) ? askAll() : ask(`${all} ${selection}`));
        expect(alone.map((record) => record[name])).toEqual(beside.map((record) => record[name]));
      },
    );
  });
});
