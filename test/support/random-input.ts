import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNullableInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { SeededRandom } from './seeded-random.ts';

export type Variables = Record<string, unknown>;

/** A valid input value of a type, as JSON. */
export function randomInput(type: GraphQLInputType, draw: SeededRandom): unknown {
  if (isNonNullType(type)) return present(type.ofType, draw);
  return draw.oneIn(8) ? null : present(type, draw);
}

function present(type: GraphQLNullableInputType, draw: SeededRandom): unknown {
  if (isListType(type)) return Array.from({ length: draw.below(3) }, () => randomInput(type.ofType, draw));
  if (isEnumType(type)) return draw.from(type.getValues()).name;
  if (!isInputObjectType(type)) return scalar(type.name, draw);
  if (type.isOneOf) return choice(type, draw);
  const fields = Object.values(type.getFields()).filter((field) => isRequiredInputField(field) || draw.oneIn(2));
  return Object.fromEntries(fields.map((field) => [field.name, randomInput(field.type, draw)]));
}

function choice(type: GraphQLInputObjectType, draw: SeededRandom): unknown {
  const field = draw.from(Object.values(type.getFields()));
  return { [field.name]: present(getNullableType(field.type), draw) };
}

function scalar(name: string, draw: SeededRandom): unknown {
  if (name === 'Int') return draw.below(100);
  if (name === 'Float') return draw.below(100) / 8;
  if (name === 'Boolean') return draw.oneIn(2);
  return draw.from(['', 'text', 'a "quoted" \\ text', '\u{1f30a}\n', '__proto__']);
}

/** An input value as a GraphQL literal. */
export function literalOf(value: unknown, type: GraphQLInputType): string {
  if (value === null) return 'null';
  if (isNonNullType(type)) return literalOf(value, type.ofType);
  if (isListType(type)) return `[${(value as unknown[]).map((one) => literalOf(one, type.ofType)).join(', ')}]`;
  if (isEnumType(type)) return String(value);
  if (!isInputObjectType(type)) return JSON.stringify(value);
  const members = Object.values(type.getFields())
    .filter(({ name }) => Object.hasOwn(value as object, name))
    .map((field) => `${field.name}: ${literalOf((value as Record<string, unknown>)[field.name], field.type)}`);
  return `{ ${members.join(', ')} }`;
}
