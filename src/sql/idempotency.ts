import type { AnySql, Fragment, Sql, Transaction } from './connect.ts';
import type { SweepResult } from './sweep.ts';

/** A request with an idempotency key. The hash distinguishes requests. */
export interface KeyedRequest {
  accountId: string;
  key: string;
  requestHash: string;
}

/** An answer as it is stored: JSON without texts, and the ids of those that it names. */
export interface Answer {
  json: string;
  revisionIds: readonly string[];
}

/** State of a key: an answer, a run, or neither while work is in progress. */
export interface StoredAnswer {
  requestHash: string;
  /** Empty if it was dropped. */
  answer: string | null;
  runId: string | null;
}

/** Retention of a key (contract 9). */
const keptFor = '24 hours';

/** Lease of a key without renewal (ours). */
export const holdSeconds = 15;

/** Locks the key until the end of the transaction; false if another transaction holds it. */
export async function lockKey(tx: Transaction, { accountId, key }: KeyedRequest): Promise<boolean> {
  const [row] = await tx<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${accountId} ${key}`}, 0)) AS free`;
  return row?.free ?? false;
}

/** Undefined for a key that is new or older than a day. */
export async function storedAnswer(sql: AnySql, { accountId, key }: KeyedRequest): Promise<StoredAnswer | undefined> {
  const [row] = await sql<StoredAnswer[]>`
    SELECT account_id AS owner_of_idempotency_key, request_hash, answer, run_id FROM idempotency_key
    WHERE account_id = ${accountId} AND key = ${key} AND created_at > clock_timestamp() - ${keptFor}::interval`;
  return row;
}

/** Stores the answer in the transaction of the work, or for the holder of the key; false if another request has the key. */
export function storeAnswer(sql: AnySql, request: KeyedRequest, answer: Answer): Promise<boolean> {
  return put(sql, request, { answer }, sql`k.held_until IS NOT NULL`);
}

/** Stores the run that a request started or joined, or that replaces an earlier one; false if another request has the key. */
export function storeRun(sql: AnySql, request: KeyedRequest, runId: string, former?: string): Promise<boolean> {
  return put(sql, request, { runId }, sql`k.run_id = ANY(${[runId, former ?? runId]})`);
}

/** Stores the running run for the holder of the key; false if another request has it. */
export function storeRunOfHolder(sql: AnySql, request: KeyedRequest, runId: string): Promise<boolean> {
  return put(sql, request, { runId }, sql`k.held_until IS NOT NULL`);
}

/** Takes over a key whose run had no result; false if another request was faster. */
export function takeOverHold(sql: AnySql, request: KeyedRequest, runId: string): Promise<boolean> {
  return put(sql, request, { holdSeconds }, sql`k.run_id = ${runId}`);
}

/** Holds a key for work outside a transaction; false if it is held or settled. */
export async function holdKey(sql: AnySql, request: KeyedRequest): Promise<boolean> {
  if (await put(sql, request, { holdSeconds }, sql`k.held_until < clock_timestamp()`)) return true;
  await shortenHold(sql, request);
  return false;
}

/** Shortens a hold from before the clock was set back. A live holder renews it. */
async function shortenHold(sql: AnySql, { accountId, key }: KeyedRequest): Promise<void> {
  const held = sql`clock_timestamp() + make_interval(secs => ${holdSeconds})`;
  await sql`
    UPDATE idempotency_key SET held_until = ${held}
    WHERE account_id = ${accountId} AND key = ${key} AND held_until > ${held} + interval '5 seconds'`;
}

/** Renews a hold. */
export async function renewHold(sql: AnySql, { accountId, key, requestHash }: KeyedRequest): Promise<void> {
  await sql`
    UPDATE idempotency_key SET held_until = clock_timestamp() + make_interval(secs => ${holdSeconds})
    WHERE account_id = ${accountId} AND key = ${key} AND request_hash = ${requestHash} AND held_until IS NOT NULL`;
}

/** Releases a key without a result. */
export async function releaseKey(sql: AnySql, { accountId, key, requestHash }: KeyedRequest): Promise<void> {
  await sql`
    DELETE FROM idempotency_key
    WHERE account_id = ${accountId} AND key = ${key} AND request_hash = ${requestHash} AND held_until IS NOT NULL`;
}

/** Releases all keys without a result: the requests that held them have ended. */
export async function releaseKeys(sql: Sql): Promise<void> {
  await sql`DELETE FROM idempotency_key WHERE held_until IS NOT NULL`;
}

/** Keys per sweep statement: each may contain a whole answer. */
const keysPart = 200;

/** Deletes a part of the keys that are older than a day. */
export function sweepKeys(sql: Sql): Promise<SweepResult> {
  const isOver = () => sql`created_at < clock_timestamp() - ${keptFor}::interval`;
  return sql`
    DELETE FROM idempotency_key WHERE ${isOver()} AND (account_id, key) IN (
      SELECT account_id, key FROM idempotency_key WHERE ${isOver()} ORDER BY created_at LIMIT ${keysPart})`;
}

/** Maximum bytes of the answers of an account (ours). */
export const answersBytesMax = 64 * 1024 * 1024;
/** Answers that one statement drops. */
const droppedPart = 200;

/**
 * Drops the oldest answers of accounts that store too many. The keys stay, so that no request is carried out twice.
 *
 * @param totals A table with a row for each account and its `answers` in bytes.
 */
export function dropAnswersBy(sql: Sql, totals: Fragment, bytesMax: number): Promise<SweepResult> {
  return sql`
    UPDATE idempotency_key k SET answer = '', revision_ids = NULL FROM (
      SELECT o.account_id, o.key FROM ${totals} t CROSS JOIN LATERAL (
        SELECT a.account_id, a.key, a.created_at, sum(octet_length(a.answer)) OVER (ORDER BY a.created_at DESC,
          a.key) AS bytes
        FROM idempotency_key a WHERE a.account_id = t.account_id AND a.answer <> ''
      ) o
      WHERE t.answers > ${bytesMax} AND o.bytes > ${bytesMax} ORDER BY o.created_at LIMIT ${droppedPart}
    ) o
    WHERE k.account_id = o.account_id AND k.key = o.key AND k.answer <> ''`;
}

/** Drops the oldest answers of one account, so that the others have at most so many bytes. */
export async function dropOldAnswers(tx: Transaction, accountId: string, bytesMax: number): Promise<void> {
  await tx`
    UPDATE idempotency_key k SET answer = '', revision_ids = NULL FROM (
      SELECT key, sum(octet_length(answer)) OVER (ORDER BY created_at DESC, key) AS bytes FROM idempotency_key
      WHERE account_id = ${accountId} AND answer <> ''
    ) o
    WHERE k.account_id = ${accountId} AND k.key = o.key AND o.bytes > ${bytesMax}`;
}

/** Writes a key that is new, older than a day, or in the state that `follows` describes over `k`. */
async function put(
  sql: AnySql,
  { accountId, key, requestHash }: KeyedRequest,
  found: { answer?: Answer; runId?: string; holdSeconds?: number },
  follows: ReturnType<AnySql>,
): Promise<boolean> {
  const isOver = sql`k.created_at < clock_timestamp() - ${keptFor}::interval`;
  const rows = await sql`
    INSERT INTO idempotency_key AS k (account_id, key, request_hash, answer, revision_ids, run_id, held_until)
    VALUES (${accountId}, ${key}, ${requestHash}, ${found.answer?.json ?? null},
      ${found.answer ? [...found.answer.revisionIds] : null}::text[], ${found.runId ?? null},
      clock_timestamp() + make_interval(secs => ${found.holdSeconds ?? null}))
    ON CONFLICT (account_id, key) DO UPDATE
      SET request_hash = excluded.request_hash, answer = excluded.answer, revision_ids = excluded.revision_ids,
      run_id = excluded.run_id, held_until = excluded.held_until, created_at = CASE WHEN ${isOver}
        THEN excluded.created_at ELSE k.created_at END
    WHERE ${isOver} OR (k.request_hash = excluded.request_hash AND ${follows})
    RETURNING 1`;
  return rows.length > 0;
}
