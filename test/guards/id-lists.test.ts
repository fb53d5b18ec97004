import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { idShapes, idsMax } from '../../src/domain/shapes.ts';
import { chaptersMax } from '../../src/domain/text/chapter/rules.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';

/** Lists that must name every record of their parent, whose own limit is higher. */
const wholeLists: Readonly<Record<string, number>> = { 'Mutation.reorderChapters.chapterIds': chaptersMax };

const isIdList = (type: GraphQLInputType) =>
  isListType(getNullableType(type)) && (getNamedType(type) as { name: string }).name === 'ID';

/** Most entries of the values that a shape accepts. */
const entriesMaxOf = (shape: z.ZodType) => z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }).maxItems;

/** Name and limit of each list of ids that the GraphQL schema takes. */
function listsOfSchema(): [string, number | undefined][] {
  const types = Object.values(schema.getTypeMap());
  const fields = types.filter(isInputObjectType).flatMap((type) => {
    const lists = Object.values<GraphQLInputField>(type.getFields()).filter((field) => isIdList(field.type));
    return lists.map((field) => [`${type.name}.${field.name}`, field.extensions.entriesMax] as const);
  });
  const args = types.filter(isObjectType).flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const lists = field.args.filter((arg) => isIdList(arg.type));
      return lists.map((arg) => [`${type.name}.${field.name}.${arg.name}`, maxOfArgument(arg)] as const);
    }),
  );
  return [...fields, ...args] as [string, number | undefined][];
}

function maxOfArgument({ extensions }: GraphQLArgument): number | undefined {
  const options = extensions.pothosOptions as { validate?: { schema?: z.ZodType } } | undefined;
  return options?.validate?.schema && entriesMaxOf(options.validate.schema);
}

/** Name and limit of each list of ids in the bodies and options of REST and MCP. */
function listsOfFaces(): [string, number | undefined][] {
  return operations.flatMap(({ answer, body, options, tool }) =>
    [body?.[1], options, tool?.options].flatMap((shape) =>
      shape instanceof z.ZodObject ? listsIn(shape, answer) : [],
    ),
  );
}

function listsIn(shape: z.ZodObject, path: string): [string, number | undefined][] {
  return Object.entries(shape.shape).flatMap(([name, member]) => listsOfMember(member, `${path}.${name}`));
}

function listsOfMember(member: z.core.$ZodType, path: string): [string, number | undefined][] {
  if (member instanceof z.ZodOptional || member instanceof z.ZodNullable || member instanceof z.ZodDefault)
    return listsOfMember(member.unwrap(), path);
  if (member instanceof z.ZodPipe) return listsOfMember(member.def.in, path);
  if (member instanceof z.ZodObject) return listsIn(member, path);
  if (!(member instanceof z.ZodArray)) return [];
  if (idShapes.get(member.element)) return [[path, entriesMaxOf(member)]];
  return listsOfMember(member.element, path);
}

it.each([...listsOfSchema(), ...listsOfFaces()])(`${idsMax} ids at most: %s`, (path, max) => {
  const whole = Object.entries(wholeLists).find(([name]) => name === path || name.endsWith(`.${path}`))?.[1];
  expect(max ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(whole ?? idsMax);
});

it('finds the lists of ids of all faces', () => {
  expect(listsOfSchema().map(([path]) => path)).toEqual(
    expect.arrayContaining(['Query.nodes.ids', 'Query.characters.ids', 'NewChapter.participantIds']),
  );
  expect(listsOfFaces().map(([path]) => path)).toEqual(
    expect.arrayContaining(['characters.ids', 'createToken.bookIds']),
  );
});
