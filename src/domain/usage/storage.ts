import { type SpacePart, spaceParts } from '../../record.ts';
import type { AnySql, Sql, Transaction } from '../../sql/connect.ts';
import type { SweepResult } from '../../sql/sweep.ts';

/** Space that an account uses, in bytes. */
export type Storage = Record<SpacePart | 'total', number>;

/** One statement, over counters: no text is read. */
export async function storageOf(sql: AnySql, accountId: string): Promise<Storage> {
  const rows = await sql<{ part: SpacePart; bytes: number }[]>`
    SELECT account_id AS owner_of_storage_total, part, sum(bytes)::float8 AS bytes FROM (
      SELECT t.account_id, p.part, p.bytes FROM storage_total t
      CROSS JOIN LATERAL (VALUES ('books', t.books), ('revisions', t.revisions), ('pictures', t.pictures), ('sound', t.sound), ('events', t.events)) AS p (part, bytes)
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
    SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM storage_change WHERE account_id = ${accountId} AND transaction = pg_current_xact_id()`;
  return row?.bytes ?? 0;
}

/** Makes transactions that add to one account take turns until they end, so that each sees the total of the others. */
export async function lockSpace(tx: Transaction, accountId: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`space of ${accountId}`}, 0))`;
}

const sumOf = (sql: AnySql, part: SpacePart) => sql`coalesce(sum(bytes) FILTER (WHERE part = ${part}), 0)`;

/** Changes that one statement folds (ours). */
const foldedMax = 5_000;

/**
 * Folds changes into the totals. Both are one statement, so readers see each change once. Totals are locked in one order,
 * because two nodes may fold at the same time. Answers 0 when few changes are left, which ends the round.
 */
export async function foldStorage(sql: Sql): Promise<SweepResult> {
  const [row] = await sql<{ folded: number }[]>`
    WITH gone AS (
      DELETE FROM storage_change WHERE ctid = ANY (ARRAY(SELECT ctid FROM storage_change LIMIT ${foldedMax})) RETURNING account_id, part, bytes
    ), sums AS (
      SELECT account_id, ${sumOf(sql, 'books')}, ${sumOf(sql, 'revisions')}, ${sumOf(sql, 'pictures')}, ${sumOf(sql, 'sound')}, ${sumOf(sql, 'events')}
      FROM gone GROUP BY account_id
    ), kept AS (
      INSERT INTO storage_total AS t (account_id, books, revisions, pictures, sound, events)
      SELECT s.* FROM sums s JOIN account a ON a.id = s.account_id ORDER BY s.account_id
      ON CONFLICT (account_id) DO UPDATE SET books = t.books + excluded.books, revisions = t.revisions + excluded.revisions,
        pictures = t.pictures + excluded.pictures, sound = t.sound + excluded.sound, events = t.events + excluded.events
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
      WHERE e.id > (SELECT counted FROM mark) AND e.id < (SELECT event_id(clock_timestamp() - make_interval(secs => ${afterSeconds})))
      ORDER BY e.id LIMIT ${foldedMax}
    ), moved AS (
      UPDATE storage_mark SET counted = (SELECT id FROM part ORDER BY id DESC LIMIT 1) WHERE EXISTS (SELECT FROM part)
    )
    INSERT INTO storage_change (account_id, part, bytes) SELECT account_id, 'events', sum(bytes) FROM part GROUP BY account_id`;
}
