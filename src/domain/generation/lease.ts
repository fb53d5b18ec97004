import type { Sql } from '../../sql/connect.ts';
import { leaseSeconds } from './rules.ts';

/** Text of a run to be saved as its piece number `seq`; an empty one only renews the lease. */
export interface Flush {
  accountId: string;
  runId: string;
  seq: number;
  text: string;
}

/** Saves the next piece of each run and renews its lease, all in one statement. Runs are taken by id, as whoever takes several does, so that nobody waits for each other. A run that does not come back is no longer this node's, or has that piece already. */
export function appendChunks(
  sql: Sql,
  holder: string,
  flushes: readonly Flush[],
): Promise<{ id: string; cancelRequested: boolean }[]> {
  return sql<{ id: string; cancelRequested: boolean }[]>`
    WITH due AS (
      SELECT * FROM unnest(${flushes.map(({ accountId }) => accountId)}::text[], ${flushes.map(({ runId }) => runId)}::text[], ${flushes.map(({ seq }) => seq)}::int[], ${flushes.map(({ text }) => text)}::text[]) AS f (account_id, run_id, seq, body)
    ), taken AS (
      SELECT r.account_id, r.id, due.seq, due.body FROM run r JOIN due ON r.account_id = due.account_id AND r.id = due.run_id
      WHERE r.next_seq = due.seq AND r.holder = ${holder} AND r.state = 'running' ORDER BY r.id FOR NO KEY UPDATE OF r
    ), held AS (
      UPDATE run r SET lease_until = now() + make_interval(secs => ${leaseSeconds}), next_seq = next_seq + 1, chars_written = chars_written + char_length(taken.body)
      FROM taken WHERE r.account_id = taken.account_id AND r.id = taken.id AND r.next_seq = taken.seq
      RETURNING r.account_id, r.id, taken.seq, r.cancel_requested, taken.body
    ), put AS (
      INSERT INTO chapter_chunk (account_id, run_id, seq, body) SELECT account_id, id, seq, body FROM held WHERE body <> ''
    )
    SELECT id, cancel_requested FROM held`;
}

/** Whether a piece whose saving ended in doubt (a connection cut after the commit) was saved, and the lease is still this node's. */
export async function hasChunk(sql: Sql, holder: string, { accountId, runId, seq }: Flush): Promise<boolean> {
  const rows =
    await sql`SELECT 1 FROM run WHERE account_id = ${accountId} AND id = ${runId} AND holder = ${holder} AND state = 'running' AND next_seq = ${seq + 1}`;
  return rows.length > 0;
}

/** Lets go of the leases of earlier lives of this node: their holders are gone. */
export async function releaseLeases(sql: Sql, node: string, holder: string): Promise<void> {
  await sql`UPDATE run SET lease_until = now() - interval '1 second' WHERE state = 'running' AND starts_with(holder, ${`${node}/`}) AND holder <> ${holder}`;
}
