import { type SpacePart, spaceParts } from '../record.ts';
import type { AnySql, Sql, Transaction } from '../sql/connect.ts';
import type { SweepResult } from '../sql/sweep.ts';

/** Space that an account uses, in bytes. */
export type Storage = Record<SpacePart | 'total', number>;

/** One statement, over counters: no text is read. */
export async function storageOf(sql: AnySql, accountId: string): Promise<Storage> {
  const rows = await sql<{ part: SpacePart; bytes: number }[]>`
    SELECT account_id AS owner_of_storage_total, part, sum(bytes)::float8 AS bytes FROM (
      SELECT t.account_id, p.key AS part, p.value::bigint AS bytes FROM storage_total t
      CROSS JOIN LATERAL jsonb_each_text(to_jsonb(t) - 'account_id') p
      WHERE t.account_id = ${accountId}
      UNION ALL SELECT account_id, part, bytes FROM storage_change WHERE account_id = ${accountId}
    ) s GROUP BY account_id, part`;
  const bytesOf = (part: SpacePart) => rows.find((row) => row.part === part)?.bytes ?? 0;
  const parts = Object.fromEntries(spaceParts.map((part) => [part, bytesOf(part)])) as Record<SpacePart, number>;
  return { ...parts, total: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Bytes that the transaction has added so far; negative if it frees more. */
export async function addedIn(tx: Transaction, accountId: string): Promise<number> {
  const [row] = await tx<{ bytes: number }[]>`
    SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM storage_change WHERE account_id = ${accountId}
      AND transaction = pg_current_xact_id()`;
  return row?.bytes ?? 0;
}

/** Makes transactions that add to one account take turns until they end, so that each sees the total of the others. */
export async function lockSpace(tx: Transaction, accountId: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`space of ${accountId}`}, 0))`;
}

/** For each part a fragment, as a list. */
function partList(sql: AnySql, fragmentOf: (part: SpacePart) => ReturnType<AnySql>) {
  return spaceParts.map(fragmentOf).reduce((list, fragment) => sql`${list}, ${fragment}`);
}

/** Changes that one statement folds (ours). */
const foldedMax = 5_000;

/**
 * Folds changes into the totals. Both are one statement, so readers see each change once. Totals are locked in one order,
 * because two nodes may fold at the same time. Answers 0 when few changes are left, which ends the round.
 */
export async function foldStorage(sql: Sql): Promise<SweepResult> {
  const sums = partList(sql, (part) => sql`coalesce(sum(bytes) FILTER (WHERE part = ${part}), 0)`);
  const added = partList(sql, (part) => sql`${sql(part)} = t.${sql(part)} + excluded.${sql(part)}`);
  const [row] = await sql<{ folded: number }[]>`
    WITH gone AS (
      DELETE FROM storage_change WHERE ctid = ANY (ARRAY(SELECT ctid FROM storage_change LIMIT ${foldedMax}))
        RETURNING account_id, part, bytes
    ), sums AS (
      SELECT account_id, ${sums} FROM gone GROUP BY account_id
    ), kept AS (
      INSERT INTO storage_total AS t (account_id, ${sql([...spaceParts])})
      SELECT s.* FROM sums s JOIN account a ON a.id = s.account_id ORDER BY s.account_id
      ON CONFLICT (account_id) DO UPDATE SET ${added}
    )
    SELECT count(*)::int AS folded FROM gone`;
  const folded = row?.folded ?? 0;
  return { count: folded < foldedMax ? 0 : folded };
}

/** Longer than any transaction, so that no event with an earlier id can still be committed. */
const settledSeconds = 180;

/** Counts a part of the events that are settled. Nodes take turns by the lock of the mark. */
export function countEvents(sql: Sql, afterSeconds = settledSeconds): Promise<SweepResult> {
  return sql`
    WITH mark AS (SELECT counted FROM storage_mark FOR UPDATE), part AS MATERIALIZED (
      SELECT e.account_id, e.id, storage_size(e) AS bytes FROM event e
      WHERE e.id > (SELECT counted FROM mark)
        AND e.id < (SELECT event_id(clock_timestamp() - make_interval(secs => ${afterSeconds})))
      ORDER BY e.id LIMIT ${foldedMax}
    ), moved AS (
      UPDATE storage_mark SET counted = (SELECT id FROM part ORDER BY id DESC LIMIT 1) WHERE EXISTS (SELECT FROM part)
    )
    INSERT INTO storage_change (account_id, part, bytes) SELECT account_id, 'events', sum(bytes) FROM part
      GROUP BY account_id`;
}
