import type { AnySql, Sql, Transaction } from './connect.ts';

/** A request under an idempotency key; the hash tells it from any other request. */
export interface KeyedRequest {
  accountId: string;
  key: string;
  requestHash: string;
}

/** What is known of a key: an answer, a run, or neither while somebody works on it. */
export interface Kept {
  requestHash: string;
  answer: string | null;
  runId: string | null;
}

/** How long a key is remembered (contract 9). */
const keptFor = '24 hours';

/** Work that shows no sign of life for so long is over (ours). */
export const holdSeconds = 15;

/** Takes the key for the length of a transaction; false when another transaction has it. */
export async function lockKey(tx: Transaction, { accountId, key }: KeyedRequest): Promise<boolean> {
  const [row] = await tx<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${accountId} ${key}`}, 0)) AS free`;
  return row?.free ?? false;
}

/** Undefined for a key that is new, or older than a day. */
export async function keptUnder(sql: AnySql, { accountId, key }: KeyedRequest): Promise<Kept | undefined> {
  const [row] = await sql<Kept[]>`
    SELECT request_hash, answer, run_id FROM idempotency_key
    WHERE account_id = ${accountId} AND key = ${key} AND created_at > clock_timestamp() - ${keptFor}::interval`;
  return row;
}

/** Keeps the answer of a request whose work is in the same transaction, or that holds the key; false when the key is somebody else's. */
export function keepAnswer(sql: AnySql, request: KeyedRequest, answer: string): Promise<boolean> {
  return put(sql, request, { answer }, sql`k.held_until IS NOT NULL`);
}

/** Notes the run that a request started, joined, or started in place of an earlier one; false when the key is somebody else's. */
export function keepRun(sql: AnySql, request: KeyedRequest, runId: string, former?: string): Promise<boolean> {
  return put(sql, request, { runId }, sql`k.run_id = ANY(${[runId, former ?? runId]})`);
}

/** Notes the run that a request who holds the key has started and that goes on; false when the key is somebody else's. */
export function keepRunOfHolder(sql: AnySql, request: KeyedRequest, runId: string): Promise<boolean> {
  return put(sql, request, { runId }, sql`k.held_until IS NOT NULL`);
}

/** Holds a key again whose run came to nothing; false when somebody was quicker. */
export function holdAgain(sql: AnySql, request: KeyedRequest, runId: string): Promise<boolean> {
  return put(sql, request, { holdSeconds }, sql`k.run_id = ${runId}`);
}

/** Holds a key for work that no transaction spans; false when it is held or settled. */
export function holdKey(sql: AnySql, request: KeyedRequest): Promise<boolean> {
  return put(sql, request, { holdSeconds }, sql`k.held_until < clock_timestamp()`);
}

/** Shows that whoever holds a key is alive. */
export async function renewHold(sql: AnySql, { accountId, key, requestHash }: KeyedRequest): Promise<void> {
  await sql`
    UPDATE idempotency_key SET held_until = clock_timestamp() + make_interval(secs => ${holdSeconds})
    WHERE account_id = ${accountId} AND key = ${key} AND request_hash = ${requestHash} AND held_until IS NOT NULL`;
}

/** Gives a key back that came to nothing. */
export async function releaseKey(sql: AnySql, { accountId, key, requestHash }: KeyedRequest): Promise<void> {
  await sql`
    DELETE FROM idempotency_key
    WHERE account_id = ${accountId} AND key = ${key} AND request_hash = ${requestHash} AND held_until IS NOT NULL`;
}

/** Forgets what is older than a day; answers how much. */
export async function sweepKeys(sql: Sql): Promise<number> {
  const { count } = await sql`DELETE FROM idempotency_key WHERE created_at < clock_timestamp() - ${keptFor}::interval`;
  return count;
}

/** Writes a key that is new or older than a day, or one of the same request that stands as `follows` says of `k`. */
async function put(
  sql: AnySql,
  { accountId, key, requestHash }: KeyedRequest,
  found: { answer?: string; runId?: string; holdSeconds?: number },
  follows: ReturnType<AnySql>,
): Promise<boolean> {
  const isOver = sql`k.created_at < clock_timestamp() - ${keptFor}::interval`;
  const rows = await sql`
    INSERT INTO idempotency_key AS k (account_id, key, request_hash, answer, run_id, held_until)
    VALUES (${accountId}, ${key}, ${requestHash}, ${found.answer ?? null}, ${found.runId ?? null},
      clock_timestamp() + make_interval(secs => ${found.holdSeconds ?? null}))
    ON CONFLICT (account_id, key) DO UPDATE SET request_hash = excluded.request_hash, answer = excluded.answer, run_id = excluded.run_id,
      held_until = excluded.held_until, created_at = CASE WHEN ${isOver} THEN excluded.created_at ELSE k.created_at END
    WHERE ${isOver} OR (k.request_hash = excluded.request_hash AND ${follows})
    RETURNING 1`;
  return rows.length > 0;
}
