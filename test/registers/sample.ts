import { print } from 'graphql';
import { parseRoute } from '../../src/faces/faces.ts';
import type { Operation } from '../../src/operation.ts';
import { operations } from '../../src/operations.ts';
import type { Roster } from '../../src/record.ts';
import { samples } from './all.ts';
import type { Args, Ids } from './register.ts';

/** The sample of an operation, or of the field with that name. */
export const sampleFor = (operation: Operation) => samples.get(operation.answer) ?? {};

/** The operation that must come first; undefined if none must. */
export function firstBefore(operation: Operation): Operation | undefined {
  const { after } = sampleFor(operation);
  return operations.find(({ answer }) => answer === after);
}

/** The placeholder for an id in examples: `CHARACTER_ID` for `characterId`. */
export const placeholderOf = (name: string) =>
  (name === 'otherId' ? 'otherCharacterId' : name).replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase();

/** The id for a placeholder in an example, such as `CHARACTER_ID`. */
function idFor(placeholder: string, ids: Ids): string | undefined {
  const name = placeholder.toLowerCase().replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return ids[name === 'otherCharacterId' ? 'otherId' : name];
}

/** A valid body for an operation, with these ids. */
export function bodyOf({ answer, example }: Operation, ids: Ids): Args {
  const body = samples.get(answer)?.body;
  if (typeof body === 'function') return body(ids);
  if (!body && !example) throw new Error(`Give ${answer} an example beside it, or a body in test/registers.`);
  return JSON.parse(JSON.stringify(body ?? example), (_key, value) =>
    typeof value === 'string' && /^[A-Z_]+_ID$/.test(value) ? (idFor(value, ids) ?? value) : value,
  );
}

/** The operation that creates a record of a roster: its body is the roster's shape. */
export function creationOf({ name, export: { shape } }: Roster): Operation {
  const found = operations.find(({ body }) => body?.[1] === shape);
  if (!found) throw new Error(`No operation takes the shape of ${name} as its body.`);
  return found;
}

/** The options that an operation requires. */
export function optionsOf({ answer, options }: Operation): Record<string, string> {
  const known = Object.entries(samples.get(answer)?.options ?? {});
  return Object.fromEntries(known.filter(([name]) => name in (options?.shape ?? {})));
}

/** A valid input of an operation: the ids that it takes, its options and a body. */
export function sampleOf(operation: Operation, ids: Ids): Args {
  const { body, document, rest = '' } = operation;
  const inDocument = [...print(document).matchAll(/\$(\w+Id): ID!/g)].map(([, name = '']) => name);
  const names = new Set([...inDocument, ...parseRoute(rest).parameters]);
  const sample = { ...Object.fromEntries([...names].map((name) => [name, ids[name]])), ...optionsOf(operation) };
  return body ? { ...sample, [body[0]]: bodyOf(operation, ids) } : sample;
}
