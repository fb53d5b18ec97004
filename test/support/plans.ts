import postgres from 'postgres';
import type { Sql } from '../../src/sql/connect.ts';
import type { Statement } from './overheard.ts';

/** Where a plan looks into a table, and by what condition of an index; `''` where it looks through all of it. */
export interface Scan {
  table: string;
  condition: string;
  statement: string;
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: Node[];
}

/** The tables whose rows belong to accounts, as far as they are known to have so many. */
export async function tenantTables(sql: Sql, rowsMin = -1): Promise<string[]> {
  const rows = await sql<{ table: string }[]>`
    SELECT c.relname AS "table" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'account_id' AND NOT a.attisdropped AND c.relkind = 'r' AND pg_table_is_visible(c.oid) AND c.reltuples >= ${rowsMin}
    ORDER BY c.relname`;
  return rows.map(({ table }) => table);
}

/** A connection for which there is all that an account has so many times more, by ten in an account, and the planner knows of it. Not in a transaction: one that is open holds up the events of the whole server. */
export async function amongOthers<T>(
  url: string,
  accountId: string,
  copies: number,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // No triggers and no foreign keys: these rows are here to be counted.
    await sql`SET session_replication_role = replica`;
    for (const table of await tenantTables(sql)) await multiply(sql, table, accountId, copies);
    await sql`SET session_replication_role = origin`;
    await sql`ANALYZE`;
    await sql`SET plan_cache_mode = force_generic_plan`;
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Every row so many times more, under ids of its own, which no unique index knows. */
async function multiply(sql: Sql, table: string, accountId: string, copies: number): Promise<void> {
  await sql`
    INSERT INTO ${sql(table)} OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(r, (
      SELECT jsonb_object_agg(name, CASE WHEN name = 'id' AND value::text ~ '-.*-.*-.*-' THEN to_jsonb(gen_random_uuid())
        WHEN name = 'hash' THEN to_jsonb(CASE WHEN value::text ~ 'x' THEN '\\x' ELSE '' END || md5(n::text || value::text))
        WHEN name = 'slug' THEN 'null' WHEN name = 'account_id' THEN to_jsonb((value #>> '{}') || n / 10) ELSE to_jsonb((value #>> '{}') || 'x' || n) END)
      FROM jsonb_each(to_jsonb(r)) AS e (name, value)
      WHERE jsonb_typeof(value) = 'string' AND name ~ '^(id|hash|slug|.*_id)$'
    ))).* FROM ${sql(table)} r, generate_series(10, ${copies + 9}::int) AS n WHERE r.account_id = ${accountId}
    ON CONFLICT DO NOTHING`;
}

/** The scans of the plan that a statement has whatever its parameters are. */
export async function scansOf(sql: Sql, { string = '', statement }: Statement): Promise<Scan[]> {
  const nothing = Array.from({ length: statement?.types.length ?? 0 }, () => 'NULL').join(', ');
  await sql.unsafe(`PREPARE looked AS ${string}`);
  const [row] = await sql.unsafe<Record<string, { Plan: Node }[]>[]>(
    `EXPLAIN (FORMAT JSON) EXECUTE looked${nothing ? `(${nothing})` : ''}`,
  );
  await sql.unsafe('DEALLOCATE looked');
  const plans = Object.values(row ?? {})[0] ?? [];
  return plans.flatMap(({ Plan }) => nodesOf(Plan)).flatMap((node) => scanIn(node, string));
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function scanIn(node: Node, statement: string): Scan[] {
  const table = node['Relation Name'];
  if (!table || !node['Node Type'].includes('Scan')) return [];
  const condition = node['Index Cond'] ?? node['Recheck Cond'] ?? '';
  return [{ table, condition, statement: statement.replace(/\s+/g, ' ') }];
}
