import { z } from 'zod';

/** JSON Schema, draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** JSON Schema of the input of a zod object, simplified for readers. */
export function inputSchema(shape: z.ZodObject): JsonSchema {
  return plain(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }));
}

/** Removes titles, which name GraphQL types, and the bounds of safe integers, which zod adds. */
function plain({ $schema: _schema, title: _title, anyOf, ...schema }: JsonSchema): JsonSchema {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.properties) schema.properties = mapped(schema.properties);
  if (schema.items && !Array.isArray(schema.items)) schema.items = plainOrBoolean(schema.items);
  return anyOf ? mergedChoice(anyOf.map(plain), schema) : schema;
}

/** Writes a choice between one schema and null as one schema. */
function mergedChoice(choices: JsonSchema[], rest: JsonSchema): JsonSchema {
  const [choice, ...others] = choices.filter(({ type }) => type !== 'null');
  if (!choice || others.length > 0 || choices.length === 1) return { ...rest, anyOf: choices };
  return { ...orNull(choice), ...rest };
}

function mapped(properties: NonNullable<JsonSchema['properties']>): NonNullable<JsonSchema['properties']> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plainOrBoolean(schema)]));
}

function plainOrBoolean(schema: JsonSchema | boolean): JsonSchema | boolean {
  return typeof schema === 'boolean' ? schema : plain(schema);
}

/** Adds a description, if there is one. */
export function described(schema: JsonSchema, description: string | null | undefined): JsonSchema {
  return description ? { ...schema, description } : schema;
}

/** The schema of a value that may also be null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}
