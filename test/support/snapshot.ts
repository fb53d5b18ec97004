import type { JSONValue } from 'postgres';
import { type IdPrefix, newId } from '../../src/ids/id.ts';
import type { Sql } from '../../src/sql/connect.ts';
import type { Ids } from './faces.ts';

type Row = Record<string, JSONValue>;

/** All rows of an account by table, in an order that satisfies the foreign keys. */
export interface Snapshot {
  accountId: string;
  ids: Ids;
  tables: [table: string, rows: Row[]][];
}

/** Keys are not copied. Triggers write the event log and the search index of the copy. */
const excluded = /^(token|event|idempotency|search_|sign_in)/;

/** Tables with an account, each after the tables that its foreign keys reference. */
async function tablesInOrder(sql: Sql): Promise<string[]> {
  const rows = await sql<{ table: string; needs: string[] }[]>`
    SELECT c.relname AS "table", ARRAY(
      SELECT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid
    ) AS needs
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND pg_table_is_visible(c.oid)`;
  const needs = new Map(rows.filter(({ table }) => !excluded.test(table)).map((one) => [one.table, one.needs]));
  const ordered = new Set<string>();
  const add = (table: string, path: readonly string[] = []): void => {
    if (path.includes(table)) return;
    for (const needed of needs.get(table) ?? []) if (needs.has(needed)) add(needed, [...path, table]);
    ordered.add(table);
  };
  for (const table of needs.keys()) add(table);
  return [...ordered];
}

export async function takeSnapshot(sql: Sql, accountId: string, ids: Ids): Promise<Snapshot> {
  const tables: Snapshot['tables'] = [];
  for (const table of await tablesInOrder(sql)) {
    const rows = await sql<
      { row: Row }[]
    >`SELECT to_jsonb(t) AS row FROM ${sql(table)} t WHERE account_id = ${accountId}`;
    if (rows.length > 0) tables.push([table, rows.map(({ row }) => row)]);
  }
  return { accountId, ids, tables };
}

/** Inserts the rows of a snapshot for another account. Their new ids sort as the old ones did. Returns the new ids. */
export async function insertSnapshot(
  sql: Sql,
  { accountId: from, ids, tables }: Snapshot,
  accountId: string,
): Promise<Ids> {
  const text = JSON.stringify(tables);
  // The id of a lint finding is derived from the text and the chapter's first id, so it stays.
  const found = new Set(text.match(/\b(?!acc_|fnd_)[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}\b/g));
  const byAge = [...found].sort((one, other) => (one.slice(-26) < other.slice(-26) ? -1 : 1));
  const renamed = new Map(byAge.map((id) => [id, newId(id.slice(0, -27) as IdPrefix)]));
  const rename = (value: string) => value.replaceAll(/\b[a-z]{2,4}_[0-9a-z]{26}\b/g, (id) => renamed.get(id) ?? id);
  const oldIds = new Map([...renamed].map(([old, id]): [JSONValue | undefined, string] => [id, old]));
  const copied: Snapshot['tables'] = JSON.parse(rename(text).replaceAll(from, accountId));
  const chapters = copied.find(([table]) => table === 'chapter')?.[1] ?? [];
  for (const chapter of chapters) chapter.lint_id ??= oldIds.get(chapter.id) ?? null;
  await sql.begin((tx) =>
    copied.map(
      ([table, rows]) =>
        tx`INSERT INTO ${tx(table)} SELECT * FROM jsonb_populate_recordset(NULL::${tx(table)}, ${tx.json(rows)}) ON CONFLICT DO NOTHING`,
    ),
  );
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, rename(id)]));
}
