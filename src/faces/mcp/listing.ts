import type { Tool } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../schemas.ts';

/** The bounds that a schema can have, lowest and highest. */
const bounds = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
] as const;
/** Highest integer of GraphQL: no limit of ours. */
const integerMax = 2_147_483_647;

/**
 * Shortens an input schema for `tools/list`, to save tokens. Removes patterns, `unlisted` arguments, bounds and defaults that the description states,
 * and bounds that go without saying. Calls are validated against the full schema.
 */
export function listedInput(
  { pattern: _pattern, ...schema }: JsonSchema,
  unlisted: readonly string[] = [],
): JsonSchema {
  const { description = '' } = schema;
  const stated = new Set(description.replaceAll(',', '').match(/\d+/g) ?? []);
  const isKnown = (max: number | undefined) => max === integerMax || stated.has(String(max));
  const dropped: string[] = bounds.flatMap(([low, high]) => (isKnown(schema[high]) ? [low, high] : []));
  if (schema.minLength === 1) dropped.push('minLength');
  if (/\bdefault\b/i.test(description)) dropped.push('default');
  const left = without(schema, dropped);
  const listed = schema.properties ? { ...left, properties: without(schema.properties, unlisted) } : left;
  return mapInner(listed, (inner) => listedInput(inner, unlisted));
}

/**
 * Shortens an output schema for `tools/list`. Removes descriptions, which would be half of the list and which hosts do not show
 * to models. Allows further members, because clients cache lists and a later version may add some.
 */
export function listedOutput(schema: JsonSchema): JsonSchema {
  const { description: _description, additionalProperties: _additional, format: _format, ...rest } = schema;
  return mapInner(rest, listedOutput);
}

/** The schema with one type for each of these properties, for which null is the same as nothing. */
export function withoutNullTypes({ properties = {}, ...schema }: JsonSchema, names: readonly string[]): JsonSchema {
  const single = ([name, property]: [string, JsonSchema | boolean]) => [
    name,
    typeof property === 'boolean' || !names.includes(name) ? property : withoutNullType(property),
  ];
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).map(single)) };
}

function withoutNullType(schema: JsonSchema): JsonSchema {
  const { type, enum: choices, default: usual, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const [only] = (type as string[]).filter((one) => one !== 'null');
  const left = choices?.filter((one) => one !== null);
  return {
    ...rest,
    type: only,
    ...(left && { enum: left }),
    ...(usual === null ? {} : { default: usual }),
  } as JsonSchema;
}

/** The tool with all members of its output optional, for a caller who gets reduced answers. */
export function withoutRequired(tool: Tool): Tool {
  if (!tool.outputSchema) return tool;
  return { ...tool, outputSchema: optional(tool.outputSchema as JsonSchema) } as Tool;
}

function optional({ required: _required, ...schema }: JsonSchema): JsonSchema {
  return mapInner(schema, optional);
}

function without<Members extends object>(members: Members, names: readonly string[]): Members {
  const left = Object.entries(members).filter(([name]) => !names.includes(name));
  // Members of a schema are optional.
  return Object.fromEntries(left) as Members;
}

/** Applies a change to the schemas of members, items and choices. */
function mapInner(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
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
