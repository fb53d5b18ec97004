import type { JsonSchema } from './schemas.ts';

/**
 * The arguments of a tool as they are listed. A model reads words: a pattern, or a length that the words name, costs it
 * room and tells it nothing. What fits is decided by the call, whatever the list says.
 */
export function listedInput(schema: JsonSchema): JsonSchema {
  const { pattern: _pattern, ...rest } = schema;
  return throughout(namesLength(schema) ? withoutLengths(rest) : rest, listedInput);
}

/**
 * An answer as it is listed. Words about its members would be half of the list, and hosts do not show them to a model:
 * names say enough. Nor is it closed: a member may come in a later version, and clients keep lists.
 */
export function listedOutput(schema: JsonSchema): JsonSchema {
  const { description: _words, additionalProperties: _closed, format: _format, ...rest } = schema;
  return throughout(rest, listedOutput);
}

function namesLength({ description = '', maxLength }: JsonSchema): boolean {
  return description.replaceAll(',', '').match(/\d+/g)?.includes(String(maxLength)) ?? false;
}

function withoutLengths({ minLength: _min, maxLength: _max, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

/** The schema with its members, items and choices changed. */
function throughout(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (one: JsonSchema | boolean) => (typeof one === 'boolean' ? one : change(one));
  const { properties, items, anyOf, ...rest } = schema;
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, inner(member)])),
    }),
    ...(items !== undefined && { items: Array.isArray(items) ? items.map(inner) : inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
  } as JsonSchema;
}
