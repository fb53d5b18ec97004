import {
  type GraphQLArgument,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';

const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));

/** Everything that an explorer can point at, with its description. */
const described: [where: string, description: string | null | undefined, name: string][] = types.flatMap((type) => [
  [type.name, type.description, type.name] as [string, string | null | undefined, string],
  ...(isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values(type.getFields()).flatMap((field) => [
        [`${type.name}.${field.name}`, field.description, field.name] as [string, string | null | undefined, string],
        ...('args' in field
          ? (field.args as readonly GraphQLArgument[]).map(
              (arg) =>
                [`${type.name}.${field.name}(${arg.name})`, arg.description, arg.name] as [
                  string,
                  string | null | undefined,
                  string,
                ],
            )
          : []),
      ])
    : []),
]);

const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

describe('the schema as documentation (contract 10)', () => {
  it('describes every type, field and argument', () => {
    expect(described.length).toBeGreaterThan(200);
    expect(described.filter(([, description]) => !description?.trim()).map(([where]) => where)).toEqual([]);
  });

  it('says more than the name does', () => {
    const repeats = described.filter(
      ([, description, name]) => words(description ?? '') === words(name.replace(/([A-Z])/g, ' $1')),
    );
    expect(repeats.map(([where]) => where)).toEqual([]);
  });

  it('gives every root field a scope', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    const open = roots.filter(
      (field) =>
        !(field.extensions.pothosOptions as { authScopes?: { scope?: string; anyScope?: string[] } })?.authScopes,
    );
    expect(open.map(({ name }) => name)).toEqual([]);
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
