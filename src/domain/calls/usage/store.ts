import { amongBooks } from '../../../sql/bounds.ts';
import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import { liveBooks } from '../../story/book/store.ts';
import {
  countedKinds,
  listedBooksMax,
  type QuotaName,
  type QuotaState,
  type Quotas,
  quotaNames,
  quotaOf,
  type UsageRange,
  usualDays,
} from './rules.ts';

/** What a run is expected to use. */
interface Reservation {
  runId: string;
  kind: string;
  bookId: string;
  model: string;
  /** Size of its prompt, used until the provider reports usage. */
  inputTokens: number;
}

type Used = Record<QuotaName, number> & { resetsAt: Date; resetSeconds: number };

/** `used`: what the account has used of each quota today, by the database's clock; one row. */
const usedToday = (sql: AnySql, accountId: string) => sql`
  now_is AS MATERIALIZED (SELECT clock_timestamp() AS moment),
  today AS (SELECT moment, (moment AT TIME ZONE 'UTC')::date AS day FROM now_is),
  used AS (
    SELECT today.day, ((today.day + 1)::timestamp AT TIME ZONE 'UTC') AS resets_at,
      extract(epoch FROM ((today.day + 1)::timestamp AT TIME ZONE 'UTC') - today.moment)::float8 AS reset_seconds,
      count(*) FILTER (WHERE e.counted AND e.kind = ANY(${[...countedKinds.chapters]}))::int AS chapters,
      count(*) FILTER (WHERE e.counted AND e.kind = ANY(${[...countedKinds.narrations]}))::int AS narrations,
      count(*) FILTER (WHERE e.counted AND e.kind = ANY(${[...countedKinds.outlines]}))::int AS outlines,
      count(*) FILTER (WHERE e.counted AND e.kind = ANY(${[...countedKinds.covers]}))::int AS covers,
      coalesce(sum(e.output_tokens), 0)::float8 AS output_tokens
    FROM today LEFT JOIN usage_entry e ON e.account_id = ${accountId} AND e.day = today.day
      GROUP BY today.day, today.moment
  )`;

/**
 * Enters a run in the account's ledger if no quota is exhausted, and answers the quotas; otherwise `granted` is false and
 * nothing is entered. Call it in the transaction that records the run, after locking the account's row: otherwise the limit
 * is not exact.
 */
export async function reserve(
  tx: Transaction,
  accountId: string,
  run: Reservation,
  quotas: Quotas,
): Promise<{ granted: boolean; states: QuotaState[] }> {
  const counting = quotaOf(run.kind);
  const limit = counting ? quotas[counting] : 0;
  const [row] = await tx<(Used & { granted: boolean })[]>`
    WITH ${usedToday(tx, accountId)}, entered AS (
      INSERT INTO usage_entry (account_id, run_id, day, kind, book_id, model, input_tokens)
      SELECT ${accountId}, ${run.runId}, day, ${run.kind}, ${run.bookId}, ${run.model}, ${run.inputTokens}::int
        FROM used
      WHERE (${limit}::int = 0 OR ${tx(counting ?? 'chapters')} < ${limit}::int)
        AND (${quotas.outputTokens}::int = 0 OR output_tokens < ${quotas.outputTokens}::int)
      RETURNING run_id
    )
    SELECT used.*, EXISTS (SELECT FROM entered) AS granted FROM used`;
  if (!row) throw new Error('Usage was not read.');
  const names = quotaNames.filter((name) => name === counting || name === 'outputTokens');
  const own = (name: QuotaName) => (row.granted && name === counting ? 1 : 0);
  return {
    granted: row.granted,
    states: names.map((name) => stateOf(name, { ...row, [name]: row[name] + own(name) }, quotas)),
  };
}

/** Result of a run, for the ledger. */
interface Outcome {
  /** False refunds the reservation: the run produced nothing. */
  produced: boolean;
  /** Undefined without a report of the provider: then the size of the prompt is used, if there was output. */
  inputTokens: number | undefined;
  cachedInputTokens: number;
  /** As reported by the provider, else by our count. */
  outputTokens: number;
  /** Whether any of it is our count. */
  estimated: boolean;
  costMicros: number | null;
}

/** Enters the usage of a run, in the transaction that ends it. It counts for the day of its start. */
export async function settleUsage(tx: Transaction, accountId: string, runId: string, outcome: Outcome): Promise<void> {
  const { produced, inputTokens, cachedInputTokens, outputTokens, estimated, costMicros } = outcome;
  await tx`
    UPDATE usage_entry SET counted = ${produced}, output_tokens = ${outputTokens},
      cached_input_tokens = ${cachedInputTokens}, estimated = ${estimated},
      cost_micros = ${costMicros}, input_tokens = coalesce(${inputTokens ?? null}::int, CASE
        WHEN ${outputTokens > 0}::boolean THEN input_tokens ELSE 0 END)
    WHERE account_id = ${accountId} AND run_id = ${runId}`;
}

/** State of each quota of an account today. */
export async function quotasOf(sql: Sql, accountId: string, quotas: Quotas): Promise<QuotaState[]> {
  const [row] = await sql<Used[]>`WITH ${usedToday(sql, accountId)} SELECT * FROM used`;
  if (!row) throw new Error('Usage was not read.');
  return quotaNames.map((name) => stateOf(name, row, quotas));
}

function stateOf(name: QuotaName, used: Used, quotas: Quotas): QuotaState {
  const resetSeconds = Math.max(1, Math.ceil(used.resetSeconds));
  return { name, limit: quotas[name], used: used[name], resetsAt: used.resetsAt, resetSeconds };
}

/** Sums over runs. */
export interface UsageSum {
  runs: number;
  countedRuns: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  estimatedRuns: number;
  /** Null if no run has a price. */
  costMicros: number | null;
  unpricedRuns: number;
}

export interface Usage {
  /** `YYYY-MM-DD`. */
  from: string;
  to: string;
  totals: UsageSum;
  days: (UsageSum & { day: string })[];
  kinds: (UsageSum & { kind: string })[];
  books: (UsageSum & { bookId: string; title: string | null })[];
}

type Row = UsageSum & {
  level: number;
  day: string | null;
  kind: string | null;
  bookId: string | null;
  title: string | null;
  from: string;
  to: string;
};

/** GROUPING value of each grouping: a bit is set for a column that is summed over. */
const levels = { day: 0b011, kind: 0b101, book: 0b110 } as const;

/**
 * Usage of an account over a range of days, both inclusive: in total and by day, kind and book, restricted to the books of
 * a bound key.
 */
export async function usageOf(
  sql: Sql,
  { accountId, bookIds }: { accountId: string; bookIds: readonly string[] | null },
  { from, to }: UsageRange,
): Promise<Usage> {
  const rows = await sql<Row[]>`
    WITH span AS MATERIALIZED (
      SELECT last_day, coalesce(${from ?? null}::text::date, last_day - ${usualDays - 1}::int) AS first_day
      FROM (SELECT coalesce(${to ?? null}::text::date, (clock_timestamp() AT TIME ZONE 'UTC')::date) AS last_day) d
    ), summed AS (
      SELECT GROUPING(day, kind, book_id) AS level, day, kind, book_id, count(run_id)::int AS runs, count(*)
        FILTER (WHERE counted)::int AS counted_runs,
        coalesce(sum(input_tokens), 0)::float8 AS input_tokens, coalesce(sum(cached_input_tokens),
          0)::float8 AS cached_input_tokens,
        coalesce(sum(output_tokens), 0)::float8 AS output_tokens, count(*)
          FILTER (WHERE estimated)::int AS estimated_runs,
        sum(cost_micros)::float8 AS cost_micros, count(*)
          FILTER (WHERE cost_micros IS NULL AND input_tokens + output_tokens > 0)::int AS unpriced_runs
      FROM usage_entry, span WHERE account_id = ${accountId}
        AND day BETWEEN first_day AND last_day ${amongBooks(sql, 'book_id', bookIds)}
      GROUP BY GROUPING SETS ((day), (kind), (book_id), ())
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY level ORDER BY output_tokens DESC, book_id) AS place FROM summed
    )
    SELECT b.account_id AS owner_of_book, ranked.*, to_char(ranked.day, 'YYYY-MM-DD') AS day, b.title,
      to_char(first_day, 'YYYY-MM-DD') AS from, to_char(last_day, 'YYYY-MM-DD') AS to
    FROM ranked CROSS JOIN span LEFT JOIN ${liveBooks(sql, accountId)} b ON b.id = ranked.book_id
    WHERE level <> ${levels.book} OR place <= ${listedBooksMax} ORDER BY level, ranked.day DESC, kind, place`;
  return usageFrom(rows);
}

function usageFrom(rows: Row[]): Usage {
  const at = (level: number) => rows.filter((row) => row.level === level);
  const totals = rows.find(({ level }) => level === 0b111);
  if (!totals) throw new Error('Usage was not summed.');
  return {
    from: totals.from,
    to: totals.to,
    totals,
    days: at(levels.day).map((row) => ({ ...row, day: row.day ?? '' })),
    kinds: at(levels.kind).map((row) => ({ ...row, kind: row.kind ?? '' })),
    books: at(levels.book).map((row) => ({ ...row, bookId: row.bookId ?? '' })),
  };
}

/** Whether a run counts for the quota of its kind. */
export async function isCounted(sql: AnySql, accountId: string, runId: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM usage_entry WHERE account_id = ${accountId} AND run_id = ${runId} AND counted`;
  return rows.length > 0;
}
