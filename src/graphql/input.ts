import type { InputFieldMap, InputRef } from '@pothos/core';
import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { idShapes, innerOf } from '../domain/shapes.ts';
import { builder } from './builder.ts';

type FieldType = 'String' | 'Int' | 'Float' | 'Boolean' | 'ID' | InputRef<unknown>;
const enums = new Map<string, InputRef<unknown>>();
const entryInputs = new Map<string, InputRef<unknown>>();
const entryTypes = new Map<string, unknown>();

/** Builds a GraphQL input from a zod object: same fields and descriptions, and the zod object validates. */
export function inputOf<Shape extends z.ZodObject>(
  name: string,
  shape: Shape,
  description: string,
): InputRef<z.output<Shape>> {
  const ref = builder.inputRef<z.output<Shape> & object, false>(name);
  ref.implement({
    description,
    validate: { schema: shape } as never,
    // Pothos needs static fields; the fields of a zod object are known only at run time.
    fields: (t) =>
      Object.fromEntries(
        Object.entries(shape.shape).map(([key, member]) => {
          const { type, list, required } = unwrap(`${name}.${key}`, member);
          const description = describeOf(member) ?? '';
          // The length is checked before the entries (variables.ts).
          const extensions = list ? { entriesMax: entriesMaxOf(member) } : {};
          return [key, t.field({ required, description, extensions, type: (list ? [type] : type) as 'String' })];
        }),
      ) as InputFieldMap as never,
  });
  return ref as InputRef<z.output<Shape>>;
}

/** An enum with one name for input and output. */
export function enumOf<const Values extends readonly [string, ...string[]]>(
  name: string,
  values: Values,
  description: string,
  about: Partial<Record<Values[number], string>> = {},
) {
  const ref = builder.enumType(name, {
    description,
    values: Object.fromEntries(
      values.map((value) => [
        value,
        { value, ...(about[value as Values[number]] ? { description: about[value as Values[number]] } : {}) },
      ]),
    ) as Record<Values[number], { value: Values[number] }>,
  });
  enums.set(values.join('|'), ref as unknown as InputRef<unknown>);
  return ref;
}

/**
 * A closed set of strings that are not GraphQL names (with colon, hyphen or dot), as a validated scalar for input and
 * output.
 */
export function wordScalar(
  name: 'Scope' | 'BeatSheetId' | 'EventType',
  values: readonly string[],
  description: string,
) {
  const known = (value: unknown) => {
    if (typeof value === 'string' && values.includes(value)) return value;
    throw new GraphQLError(`must be one of ${values.join(', ')}.`);
  };
  const ref = builder.scalarType(name, {
    description: `${description} One of ${values.map((value) => `\`${value}\``).join(', ')}.`,
    serialize: String,
    parseValue: known,
  });
  enums.set(values.join('|'), ref as unknown as InputRef<unknown>);
  return ref;
}

function unwrap(
  path: string,
  shape: z.core.$ZodType,
  required = true,
): { type: FieldType; list: boolean; required: boolean } {
  // `get`, not `has`: a described shape is a copy that inherits.
  if (idShapes.get(shape)) return { type: 'ID', list: false, required };
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault)
    return unwrap(path, shape.unwrap(), false);
  if (shape instanceof z.ZodPipe) return unwrap(path, shape.def.in, required);
  if (shape instanceof z.ZodArray) return { ...unwrap(path, shape.element), list: true, required };
  return { type: scalarOf(path, shape), list: false, required };
}

/** The type of a member in answers. Null is a value of what callers may set to null. */
export function outputTypeOf(path: string, member: z.core.$ZodType): { type: 'String'; nullable: boolean } {
  const inner = innerOf(member);
  if (inner instanceof z.ZodArray && inner.element instanceof z.ZodObject)
    return { type: [entryTypeOf(inner.element)] as never, nullable: false };
  const { type, list } = unwrap(path, member);
  // Pothos wants to know the type of a field where it is written; the members of a zod object are known only at run time.
  return { type: (list ? [type] : type) as 'String', nullable: isNullable(member) };
}

/** The type of an entry of a list in answers: as its input, whose name ends in `Input`. */
function entryTypeOf(shape: z.ZodObject) {
  const name = (shape.meta()?.title ?? fail('give the entries of a list a title')).replace(/Input$/, '');
  const known = entryTypes.get(name);
  if (known) return known;
  const made = builder.objectRef<object>(name).implement({
    description: shape.description ?? '',
    fields: (t) =>
      Object.fromEntries(
        Object.entries(shape.shape).map(([key, member]) => [
          key,
          // Pothos wants to know the member; those of a zod object are known only at run time.
          t.expose(key as never, { ...outputTypeOf(`${name}.${key}`, member), description: describeOf(member) ?? '' }),
        ]),
      ),
  });
  entryTypes.set(name, made);
  return made;
}

function isNullable(shape: z.core.$ZodType): boolean {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault) return isNullable(shape.unwrap());
  return shape instanceof z.ZodPipe ? isNullable(shape.def.in) : shape instanceof z.ZodNullable;
}

function scalarOf(path: string, shape: z.core.$ZodType): FieldType {
  if (shape instanceof z.ZodEnum)
    return enums.get(shape.options.join('|')) ?? fail(`${path}: give its enum a name with enumOf first`);
  if (shape instanceof z.ZodObject) return entryInputOf(path, shape);
  if (shape instanceof z.ZodString || shape instanceof z.ZodURL) return 'String';
  if (shape instanceof z.ZodNumber) return shape.format === 'safeint' || shape.format === 'int32' ? 'Int' : 'Float';
  if (shape instanceof z.ZodBoolean) return 'Boolean';
  return fail(`${path}: no GraphQL type for this shape`);
}

/** The input of an object within another one; several inputs may have it. */
function entryInputOf(path: string, shape: z.ZodObject): InputRef<unknown> {
  const title = shape.meta()?.title ?? fail(`${path}: give the object a title`);
  const made = entryInputs.get(title) ?? inputOf(title, shape, shape.description ?? '');
  entryInputs.set(title, made);
  return made;
}

function entriesMaxOf(list: z.core.$ZodType): number | undefined {
  if (list instanceof z.ZodOptional || list instanceof z.ZodNullable || list instanceof z.ZodDefault)
    return entriesMaxOf(list.unwrap());
  if (list instanceof z.ZodPipe) return entriesMaxOf(list.def.in);
  return z.toJSONSchema(list, { io: 'input', unrepresentable: 'any' }).maxItems;
}

function describeOf(shape: z.core.$ZodType): string | undefined {
  const own = z.globalRegistry.get(shape)?.description;
  if (own) return own;
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault)
    return describeOf(shape.unwrap());
  return undefined;
}

function fail(message: string): never {
  throw new Error(message);
}
