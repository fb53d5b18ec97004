import { type SpacePart, spaceParts } from '../record.ts';
import type { AnySql, Fragment, Sql, Transaction } from '../sql/connect.ts';
import { answersBytesMax, dropAnswersBy } from '../sql/idempotency.ts';
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
 *
 * @param accounts The table of all accounts; those that were deleted meanwhile have no totals.
 */
export async function foldChanges(sql: Sql, accounts: Fragment): Promise<SweepResult> {
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
      SELECT s.* FROM sums s JOIN ${accounts} a ON a.id = s.account_id ORDER BY s.account_id
      ON CONFLICT (account_id) DO UPDATE SET ${added}
    )
    SELECT count(*)::int AS folded FROM gone`;
  const folded = row?.folded ?? 0;
  return { count: folded < foldedMax ? 0 : folded };
}

/**
 * Counts a part of rows that only grow in number. Nodes take turns by the lock of the mark.
 *
 * @param next Makes the selection of the next rows, with account, id and bytes, behind the id that was counted last.
 */
export function countPart(
  sql: Sql,
  part: SpacePart,
  next: (behind: Fragment, max: number) => Fragment,
): Promise<SweepResult> {
  return sql`
    WITH mark AS (SELECT counted FROM storage_mark FOR UPDATE), part AS MATERIALIZED (
      ${next(sql`(SELECT counted FROM mark)`, foldedMax)}
    ), moved AS (
      UPDATE storage_mark SET counted = (SELECT id FROM part ORDER BY id DESC LIMIT 1) WHERE EXISTS (SELECT FROM part)
    )
    INSERT INTO storage_change (account_id, part, bytes) SELECT account_id, ${part}, sum(bytes) FROM part
      GROUP BY account_id`;
}

/** Drops answers of accounts that store too many. Totals name the accounts; they follow within a minute. */
export function dropAnswers(sql: Sql, bytesMax = answersBytesMax): Promise<SweepResult> {
  return dropAnswersBy(sql, sql`storage_total`, bytesMax);
}
