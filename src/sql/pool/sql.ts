import type postgres from 'postgres';
import { fault } from './errors.ts';
import { Origin, Part, type Query, Statement } from './statement.ts';
import { notation, settled } from './values.ts';

/** The package sends no more; the protocol counts them in 16 bits. */
const parametersMax = 65_533;

type Ask = (statement: Statement) => void;

/** The template function of the package, whose statements go to `ask`: for a pool, a transaction or a savepoint. */
export function sqlFor(ask: Ask): postgres.Sql {
  const sql = (first: unknown, ...rest: unknown[]): Part => {
    if (isTemplate(first)) return statementOf(first, rest, ask);
    return typeof first === 'string' ? namesOf([first, ...rest]) : rowsOf(first as object, rest.flat() as string[]);
  };
  return Object.assign(sql, {
    unsafe: (text: string, parameters: readonly unknown[] = []) => unsafeOf(text, parameters, ask),
    json: (value: unknown) => new Part(() => notation.typed(settled(JSON.stringify(value)) as string, jsonb), 1),
    typed,
  }) as unknown as postgres.Sql;
}

const jsonb = 3802;

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value;
}

function typed(value: unknown, type: number): Part {
  return new Part(() => notation.typed(settled(value) as string, type), 1);
}

function statementOf(template: TemplateStringsArray, values: readonly unknown[], ask: Ask): Statement {
  return made(Origin.of(template), ask, values, (parts) => (sql) => sql(template, ...parts));
}

/** Statements without parameters may be several. */
function unsafeOf(text: string, values: readonly unknown[], ask: Ask): Statement {
  return made(undefined, ask, values, (parameters) => (sql) => sql.unsafe(text, parameters));
}

type Make = (sql: postgres.Sql) => Query;

function made(
  origin: Origin | undefined,
  ask: Ask,
  values: readonly unknown[],
  makeOf: (parts: never[]) => Make,
): Statement {
  try {
    const size = sizeOf(values);
    if (size > parametersMax)
      throw fault(
        'MAX_PARAMETERS_EXCEEDED',
        `A statement has ${size} parameters. At most ${parametersMax} are possible.`,
      );
    return new Statement(makeOf(values.map(settled) as never[]), size, ask, origin);
  } catch (error) {
    return faulty(error, origin);
  }
}

/** A statement that is not sent, and is not part of another one. */
function faulty(error: unknown, origin: Origin | undefined): Statement {
  const refuse = () => {
    throw error;
  };
  return new Statement(refuse, 0, (statement) => statement.reject(error), origin);
}

function sizeOf(values: readonly unknown[]): number {
  let size = 0;
  for (const value of values) size += sizeOfValue(value);
  return size;
}

function sizeOfValue(value: unknown): number {
  if (value instanceof Part) return value.size;
  return Array.isArray(value) && value[0] instanceof Part ? sizeOf(value) : 1;
}

/** One name, or names of columns. For values there is ANY, which takes a list of them as one parameter. */
function namesOf(names: readonly unknown[]): Part {
  const [first] = names;
  if (!names.every((name) => typeof name === 'string'))
    throw fault('INVALID_VALUE', 'A name in a statement is no text.');
  return new Part(() => notation(names.length === 1 ? (first as string) : (names as never)), names.length);
}

/** Names of columns, one row, or rows with the columns of the first one. */
function rowsOf(first: object, names: readonly string[]): Part {
  const [row] = Array.isArray(first) ? (first as unknown[]) : [first];
  if (row === undefined) throw fault('INVALID_VALUE', 'A list of rows in a statement is empty.');
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return namesOf(first as unknown[]);
  const columns = names.length > 0 ? names : Object.keys(row);
  let size = 0;
  const settledRow = (values: Readonly<Record<string, unknown>>) => {
    const written: Record<string, unknown> = {};
    for (const column of columns) {
      const value = values[column];
      size += sizeOfValue(value);
      written[column] = settled(value);
    }
    return written;
  };
  const rows = Array.isArray(first) ? first.map(settledRow) : settledRow(first as Readonly<Record<string, unknown>>);
  return new Part(() => notation(rows as never), size);
}
