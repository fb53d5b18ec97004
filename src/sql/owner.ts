/**
 * A statement on a tenant table selects the account of its rows as `owner_of_` and the table name: `SELECT c.account_id AS
 * owner_of_chapter, c.title …`. The pool checks this column before anybody sees the rows.
 */
const ownerColumn = /^owner_of_(\w+)$/;
/** Parameters that a statement compares with the account or inserts as the account. */
const namedAccount = /\baccount_id = \$(\d+)|\(account_id,[^)]*\)\s+(?:VALUES\s+\(|SELECT\s+)\$(\d+)/g;

/** Members of rows for owner columns, which no listing of members shows. */
const members = new Map<string, symbol>();

/** The member of a row for an owner column; undefined for other columns. */
export function ownerMember(column: string): symbol | undefined {
  if (!ownerColumn.test(column)) return undefined;
  const member = members.get(column) ?? Symbol(column);
  members.set(column, member);
  return member;
}

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

export type OwnerCheck = (
  rows: readonly Record<symbol, unknown>[],
  parameters: readonly unknown[],
) => Error | undefined;

/**
 * Check of the rows of a statement; undefined if it has no owner column. The expected account comes from the statement's
 * parameters, on our side. A statement without one gets no rows. Null is the empty side of an outer join.
 */
export function ownerCheck(sql: string, columns: readonly { name: unknown }[]): OwnerCheck | undefined {
  const owners = columns.flatMap(({ name }) => (typeof name === 'symbol' ? [name] : []));
  if (owners.length === 0) return undefined;
  const places = [...sql.matchAll(namedAccount)].map(([, compared, inserted]) => Number(compared ?? inserted) - 1);
  return (rows, parameters) => {
    const [account, ...others] = new Set(places.map((place) => parameters[place]));
    const isNamed = account !== undefined && others.length === 0;
    const mayBe = (owner: unknown) => owner === null || (isNamed && owner === account);
    const foreign = owners.find((member) => !rows.every((row) => mayBe(row[member])));
    return foreign && new ForeignRowError(tableOf(foreign));
  };
}

function tableOf(member: symbol): string {
  return ownerColumn.exec(member.description ?? '')?.[1] ?? '';
}
