import type { DriverStatement } from './driver/postgres.js';

/**
 * A statement on a tenant table selects the account of its rows as `owner_of_` and the table name: `SELECT c.account_id AS
 * owner_of_chapter, c.title …`. The driver checks this column and removes it from the row.
 */
const ownerColumn = /^owner_of_(\w+)$/;
/** Parameters that a statement compares with the account or inserts as the account. */
const namedAccount = /\baccount_id = \$(\d+)|\(account_id,[^)]*\)\s+(?:VALUES\s+\(|SELECT\s+)\$(\d+)/g;

/** A row of another account than the statement names. Contains neither the account nor the content of the row. */
class ForeignRowError extends Error {
  override readonly name = 'ForeignRow';
  readonly code = 'FOREIGN_ROW';
  readonly table_name: string;

  constructor(table: string) {
    super(`The database returned a row of table ${table} that belongs to another account than the statement names.`);
    this.table_name = table;
  }
}

/**
 * Check of an owner column; undefined for other columns. The expected account comes from the statement's parameters, on our
 * side. A statement without one gets no rows. Null is the empty side of an outer join.
 */
export function ownerCheck(column: string, { string }: DriverStatement) {
  const [, table] = ownerColumn.exec(column) ?? [];
  if (table === undefined) return undefined;
  const places = [...string.matchAll(namedAccount)].map(([, compared, inserted]) => Number(compared ?? inserted) - 1);
  return (owner: string | null, parameters: readonly unknown[]): Error | undefined => {
    if (owner === null || (places.length > 0 && places.every((place) => parameters[place] === owner))) return undefined;
    return new ForeignRowError(table);
  };
}
