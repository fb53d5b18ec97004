import type postgres from 'postgres';
import { fault } from './errors.ts';
import { Origin, Part, type Query, Statement } from './statement.ts';
import { notation, settled, settledRow } from './values.ts';

/** The package sends no more; the protocol counts them in 16 bits. */
const parametersMax = 65_533;

type Ask = (statement: Statement) => void;

/** The template function of the package, whose statements go to `ask`: for a pool, a transaction or a savepoint. */
export function sqlFor(ask: Ask): postgres.Sql {
  const sql = (first: unknown, ...rest: unknown[]): Part => {
    if (isTemplate(first)) return statementOf(first, rest, ask);
    return typeof first === 'string'
      ? new Part(() => notation(first), 0)
      : rowsOf(first as object, rest.flat() as string[]);
  };
  return Object.assign(sql, {
    unsafe: (text: string, parameters: readonly unknown[] = []) => unsafeOf(text, parameters, ask),
    json: (value: unknown) => typed(JSON.stringify(value), jsonb),
    typed,
  }) as unknown as postgres.Sql;
}

const jsonb = 3802;

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value;
}

function typed(value: unknown, type: number): Part {
  return new Part(() => notation.typed(value as string, type), 1);
}

function statementOf(template: TemplateStringsArray, values: readonly unknown[], ask: Ask): Statement {
  return made(Origin.of(template), ask, values, (parts) => (sql) => sql(template, ...parts));
}

/** Statements without parameters may be several. */
function unsafeOf(text: string, values: readonly unknown[], ask: Ask): Statement {
  return made(new Origin(), ask, values, (parameters) => (sql) => sql.unsafe(text, parameters));
}

type Make = (sql: postgres.Sql) => Query;

function made(origin: Origin, ask: Ask, values: readonly unknown[], makeOf: (parts: never[]) => Make): Statement {
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
function faulty(error: unknown, origin: Origin): Statement {
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

/** Names of columns, one row, or rows with the columns of the first one. */
function rowsOf(first: object, names: readonly string[]): Part {
  const [row] = Array.isArray(first) ? (first as unknown[]) : [first];
  if (typeof row !== 'object' || row === null) return new Part(() => notation(first as never), 0);
  const columns = names.length > 0 ? names : Object.keys(row);
  const rows = (Array.isArray(first) ? first : [first]) as Record<string, unknown>[];
  const settledRows = rows.map((each) => settledRow(each, columns));
  const made = Array.isArray(first) ? settledRows : settledRows[0];
  return new Part(() => notation(made as never), sizeOf(rows.flatMap((each) => columns.map((column) => each[column]))));
}
