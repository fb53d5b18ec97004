import postgres from 'postgres';
import { arrayTypes } from '../arrays.ts';
import { textTypes } from '../forms.ts';
import { fault } from './errors.ts';
import { Part } from './statement.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** A text is JSON already. */
const json: postgres.PostgresType = {
  to: 3802,
  from: [114, 3802],
  serialize: (value: unknown) => (isText(value) ? value : JSON.stringify(value)),
  parse: (text: string) => JSON.parse(text),
};

/** Writes what is no value of the type as it is, so that the server refuses it. */
const total = (type: postgres.PostgresType): postgres.PostgresType => ({
  ...type,
  serialize(value: unknown) {
    try {
      return type.serialize(value);
    } catch {
      return String(value);
    }
  },
});

/** How values are written and read. No value fails while it is written. */
export const types: Record<string, postgres.PostgresType> = Object.fromEntries(
  Object.entries({ json, ...arrayTypes, ...textTypes }).map(([name, type]) => [name, total(type)]),
);

/** Never connects: it makes what stands inside statements. */
export const notation = postgres({ types, transform: { column: { to: postgres.fromCamel } }, fetch_types: false });

/** The server infers the type. */
const undeclared = 0;

/**
 * What the package sends for a value without fail. If a value failed while it is written, the package would reject whatever
 * statement is the first of its connection. Throws for a value that has no form in SQL.
 */
export function settled(value: unknown): unknown {
  if (value instanceof Part) return value.make(notation);
  if (value === undefined)
    throw fault('UNDEFINED_VALUE', 'A parameter of a statement is undefined. Pass null for no value.');
  if (typeof value === 'symbol' || typeof value === 'function') throw unusable(`a ${typeof value}`);
  return typeof value === 'object' && value !== null ? settledObject(value) : value;
}

function settledObject(value: object): unknown {
  if (value instanceof Uint8Array) return value;
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw unusable('an invalid date');
    return value;
  }
  if (Array.isArray(value)) {
    if (value[0] instanceof Part) return value.map(settled);
    if (value.includes(undefined)) throw unusable('a list with an undefined item');
    if (value.every(isScalar)) return value;
  }
  return notation.typed(JSON.stringify(value), undeclared);
}

function isScalar(value: unknown): boolean {
  return value === null || isText(value) || typeof value === 'number' || typeof value === 'boolean';
}

const unusable = (what: string) => fault('INVALID_VALUE', `A parameter of a statement is ${what}.`);
