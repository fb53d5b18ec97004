import type { Sql } from '../../../sql/connect.ts';
import { leaseSeconds } from './rules.ts';

/** A piece of text with its number `seq`; an empty one only renews the lease. */
export interface Flush {
  accountId: string;
  runId: string;
  seq: number;
  text: string;
}

/** What became of a piece: `lost` if the run is no longer this node's, `cancelled` if it was saved and the run is to stop. */
export type Flushed = 'saved' | 'cancelled' | 'lost';

/** Saves the next piece of each run. A piece that an earlier attempt has saved is `saved` too. */
export async function sendPieces(sql: Sql, holder: string, flushes: readonly Flush[]): Promise<Flushed[]> {
  const held = new Map((await appendChunks(sql, holder, flushes)).map((row) => [row.id, row.cancelRequested]));
  return Promise.all(
    flushes.map(async (flush) => {
      const cancelRequested = held.get(flush.runId);
      if (cancelRequested === undefined) return (await hasChunk(sql, holder, flush)) ? 'saved' : 'lost';
      return cancelRequested ? 'cancelled' : 'saved';
    }),
  );
}

/**
 * Saves the next piece of each run and renews its lease, in one statement. Runs are locked in the order of ids, to avoid
 * deadlocks. A run that is missing from the result is no longer this node's, or already has the piece.
 */
function appendChunks(
  sql: Sql,
  holder: string,
  flushes: readonly Flush[],
): Promise<{ id: string; cancelRequested: boolean }[]> {
  return sql<{ id: string; cancelRequested: boolean }[]>`
    WITH due AS (
      SELECT * FROM unnest(${flushes.map(({ accountId }) => accountId)}::text[],
        ${flushes.map(({ runId }) => runId)}::text[], ${flushes.map(({ seq }) => seq)}::int[],
          ${flushes.map(({ text }) => text)}::text[]) AS f (account_id, run_id, seq, body)
    ), taken AS (
      SELECT r.account_id, r.id, due.seq, due.body FROM run r JOIN due ON r.account_id = due.account_id
        AND r.id = due.run_id
      WHERE r.next_seq = due.seq AND r.holder = ${holder} AND r.state = 'running' ORDER BY r.id FOR NO KEY UPDATE OF r
    ), held AS (
      UPDATE run r SET lease_until = now() + make_interval(secs => ${leaseSeconds}), next_seq = next_seq + 1,
        chars_written = chars_written + char_length(taken.body)
      FROM taken WHERE r.account_id = taken.account_id AND r.id = taken.id AND r.next_seq = taken.seq
      RETURNING r.account_id, r.id, taken.seq, r.cancel_requested, taken.body
    ), put AS (
      INSERT INTO chapter_chunk (account_id, run_id, seq, body) SELECT account_id, id, seq, body FROM held
        WHERE body <> ''
    )
    SELECT id, cancel_requested FROM held`;
}

/** Whether a piece with an unknown result (connection lost after the commit) was saved, and the lease is still this node's. */
async function hasChunk(sql: Sql, holder: string, { accountId, runId, seq }: Flush): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM run WHERE account_id = ${accountId} AND id = ${runId} AND holder = ${holder}
      AND state = 'running' AND next_seq = ${seq + 1}`;
  return rows.length > 0;
}

/** Releases the leases of other holders whose name begins so: of earlier processes of a node. */
export async function releaseLeases(sql: Sql, former: string, holder: string): Promise<void> {
  await sql`UPDATE run SET lease_until = now() - interval '1 second' WHERE state = 'running'
    AND starts_with(holder, ${former}) AND holder <> ${holder}`;
}
