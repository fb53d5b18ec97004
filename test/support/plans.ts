import postgres from 'postgres';
import type { Sql } from '../../src/sql/connect.ts';
import type { Statement } from '../../src/sql/pool/statement.ts';

/** A scan of a table in a query plan. */
export interface Scan {
  table: string;
  /**
   * The index condition, or the name of a partial index that is read whole; empty for a sequential scan. The planner reads
   * the index of running runs whole when few runs are running, which depends on the speed of this machine.
   */
  condition: string;
  statement: string;
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Actual Loops'?: number;
  Plans?: Node[];
}

/** The tables with an account whose estimated number of rows is at least `rowsMin`. */
export async function tenantTables(sql: Sql, rowsMin = -1): Promise<string[]> {
  const rows = await sql<{ table: string }[]>`
    SELECT c.relname AS "table" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'account_id' AND NOT a.attisdropped AND c.relkind = 'r' AND pg_table_is_visible(c.oid) AND c.reltuples >= ${rowsMin}
    ORDER BY c.relname`;
  return rows.map(({ table }) => table);
}

/**
 * Copies all rows of an account `copies` times into other accounts, ten copies in each, and updates the planner's statistics.
 * Then calls `work` with a connection. There is no transaction, because an open one delays the events of the whole server.
 */
export async function withManyAccounts<T>(
  url: string,
  accountId: string,
  copies: number,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // Disables triggers and foreign keys.
    await sql`SET session_replication_role = replica`;
    for (const table of await tenantTables(sql)) await multiply(sql, table, accountId, copies);
    await sql`SET session_replication_role = origin`;
    await sql`ANALYZE`;
    await sql`SET plan_cache_mode = force_generic_plan`;
    // With few rows in an account, reading all of them costs as much as one lookup, and statistics decide by chance. Without
    // these joins the planner reads a whole account only where no index leads to the row.
    await sql`SET enable_hashjoin = off`;
    await sql`SET enable_mergejoin = off`;
    // By the costs of a spinning disk, a table of four pages is read whole as cheaply as by index. How many pages it has depends
    // on what a vacuum happened to free before.
    await sql`SET random_page_cost = 1.1`;
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** The scans in the generic plan of each statement, before anything was analysed. */
export async function scansWithoutStatistics(url: string, statements: readonly Statement[]): Promise<Scan[][]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`SET plan_cache_mode = force_generic_plan`;
    const found: Scan[][] = [];
    for (const statement of statements) found.push(await scansOf(sql as unknown as Sql, statement));
    return found;
  } finally {
    await sql.end();
  }
}

/** Runs a statement that was not sent yet. Returns how many rows it read or compared in vain. */
export async function rowsInVain(sql: Sql, statement: Promise<unknown>): Promise<number> {
  const [row] = await sql<Record<string, { Plan: Node }[]>[]>`EXPLAIN (ANALYZE, FORMAT JSON) ${statement as never}`;
  const plans = Object.values(row ?? {})[0] ?? [];
  const nodes = plans.flatMap(({ Plan }) => nodesOf(Plan));
  const removed = (node: Node) => (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return nodes.reduce((sum, node) => sum + removed(node) * (node['Actual Loops'] ?? 1), 0);
}

/** Copies every row of an account, with new ids that violate no unique index. */
async function multiply(sql: Sql, table: string, accountId: string, copies: number): Promise<void> {
  // A function among the columns, as in (f(r)).*, would be called once for each of them.
  await sql`
    INSERT INTO ${sql(table)} OVERRIDING SYSTEM VALUE
    SELECT copy.* FROM ${sql(table)} r
    CROSS JOIN generate_series(10, ${copies + 9}::int) AS n
    CROSS JOIN LATERAL jsonb_populate_record(r, (
      SELECT jsonb_object_agg(name, CASE WHEN name = 'id' AND value::text ~ '-.*-.*-.*-' THEN to_jsonb(gen_random_uuid())
        WHEN name = 'hash' THEN to_jsonb(CASE WHEN value::text ~ 'x' THEN '\\x' ELSE '' END || md5(n::text || value::text))
        WHEN name IN ('slug', 'reader_key') THEN 'null' WHEN name = 'account_id' THEN to_jsonb((value #>> '{}') || n / 10) ELSE to_jsonb((value #>> '{}') || 'x' || n) END)
      FROM jsonb_each(to_jsonb(r)) AS e (name, value)
      WHERE jsonb_typeof(value) = 'string' AND name ~ '^(id|hash|slug|reader_key|.*_id)$'
    )) AS copy
    WHERE r.account_id = ${accountId}
    ON CONFLICT DO NOTHING`;
}

/** The scans in the generic plan of a statement. */
export async function scansOf(sql: Sql, { text = '' }: Pick<Statement, 'text'>): Promise<Scan[]> {
  const nulls = [...new Set(text.match(/\$\d+/g))].map(() => 'NULL').join(', ');
  const partial = await partialIndexes(sql);
  await sql.unsafe(`PREPARE explained AS ${text}`);
  const [row] = await sql.unsafe<Record<string, { Plan: Node }[]>[]>(
    `EXPLAIN (FORMAT JSON) EXECUTE explained${nulls ? `(${nulls})` : ''}`,
  );
  await sql.unsafe('DEALLOCATE explained');
  const plans = Object.values(row ?? {})[0] ?? [];
  return plans.flatMap(({ Plan }) => nodesOf(Plan)).flatMap((node) => scanIn(node, text, partial));
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

async function partialIndexes(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indpred IS NOT NULL`;
  return new Set(rows.map(({ name }) => name));
}

function scanIn(node: Node, statement: string, partial: ReadonlySet<string>): Scan[] {
  const table = node['Relation Name'];
  if (!table || !node['Node Type'].includes('Scan')) return [];
  const index = node['Index Name'] ?? '';
  const condition = node['Index Cond'] ?? node['Recheck Cond'] ?? (partial.has(index) ? index : '');
  return [{ table, condition, statement: statement.replace(/\s+/g, ' ') }];
}
