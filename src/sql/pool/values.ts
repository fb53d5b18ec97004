import postgres from 'postgres';
import { arrayTypes } from '../arrays.ts';
import { textTypes } from '../forms.ts';
import { fault } from './errors.ts';
import { Part } from './statement.ts';

/** The package repeats a statement whose plan is out of date with the values that it sent: a text is left as it is. */
const isText = (value: unknown): value is string => typeof value === 'string';

const scalarTypes: Record<string, postgres.PostgresType> = {
  boolean: {
    to: 16,
    from: [16],
    serialize: (value: unknown) => (isText(value) ? value : value === true ? 't' : 'f'),
    parse: (text: string) => text === 't',
  },
  json: {
    to: 3802,
    from: [114, 3802],
    serialize: (value: unknown) => (isText(value) ? value : JSON.stringify(value)),
    parse: (text: string) => JSON.parse(text),
  },
};

const repeatable = (type: postgres.PostgresType): postgres.PostgresType => ({
  ...type,
  serialize: (value: unknown) => (isText(value) ? value : type.serialize(value)),
});

/** How values are written and read. None of them throws for a value that `settled` returns. */
export const types: Record<string, postgres.PostgresType> = Object.fromEntries(
  Object.entries({ ...scalarTypes, ...arrayTypes, ...textTypes }).map(([name, type]) => [name, repeatable(type)]),
);

/** Never connects: it makes what stands inside statements. */
export const notation = postgres({ types, transform: { column: { to: postgres.fromCamel } }, fetch_types: false });

/** The server infers the type. */
const undeclared = 0;

/**
 * What the package sends for a value without fail. Otherwise the value would be refused while it is written, when the package
 * rejects whatever statement is the first of its connection. Throws for a value that has no form in SQL.
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
