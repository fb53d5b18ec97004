import type { JsonSchema } from '../../src/faces/schemas.ts';

/** Fills every free string of an input with a text; other values come from the sample. */
export function planted(schema: JsonSchema, sample: unknown, text: string, name = ''): unknown {
  const type = [schema.type ?? 'object'].flat().find((one) => one !== 'null');
  if (type === 'object') {
    const known = (sample ?? {}) as Record<string, unknown>;
    const members = Object.entries(schema.properties ?? {}).map(([member, shape]) => [
      member,
      planted(shape as JsonSchema, known[member] ?? choiceOf(schema, member), text, member),
    ]);
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }
  if (type === 'array') {
    const item = planted((schema.items ?? {}) as JsonSchema, undefined, text, name);
    return item === undefined ? sample : [item];
  }
  if (name === 'url') return `https://example.org/${text}`;
  // These have a fixed vocabulary that the schema does not list.
  if (name === 'language' || name === 'tools' || name === 'beatKeys') return sample;
  const isFixed = schema.enum || schema.pattern || schema.contentEncoding || schema.const !== undefined;
  const isFree = type === 'string' && !isFixed && !/Ids?$/.test(name);
  if (!isFree) return sample;
  return text;
}

/** A value for a required member with a fixed vocabulary, which an entry of a list needs. */
function choiceOf({ properties, required }: JsonSchema, member: string): unknown {
  const shape = properties?.[member] as JsonSchema | undefined;
  return required?.includes(member) ? shape?.enum?.[0] : undefined;
}
