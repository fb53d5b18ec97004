import type { AnySql, Transaction } from '../../../sql/connect.ts';
import { type Run, runColumns } from './store.ts';

/** The saved pieces of the write that runs on the chapter row `c`, joined; empty without one. */
export const savedPiecesOf = (sql: AnySql) => sql`
  coalesce((
    SELECT string_agg(k.body, '' ORDER BY k.seq) FROM run r JOIN chapter_chunk k ON k.account_id = r.account_id
      AND k.run_id = r.id
    WHERE r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running' AND r.kind = 'write'
  ), '')`;

/** The saved pieces of a run, joined; empty without any. */
export const piecesOf = (sql: AnySql, { accountId, id }: Pick<Run, 'accountId' | 'id'>) => sql`
  coalesce((SELECT string_agg(k.body, '' ORDER BY k.seq) FROM chapter_chunk k
    WHERE k.account_id = ${accountId} AND k.run_id = ${id}), '')`;

/** Adds a piece to the saved text of a run. */
export async function addPiece(tx: Transaction, { accountId, id }: Run, text: string): Promise<Run> {
  const [row] = await tx<Run[]>`
    WITH grown AS (
      UPDATE run SET next_seq = next_seq + 1, chars_written = chars_written + char_length(${text})
      WHERE account_id = ${accountId} AND id = ${id} RETURNING *
    ), put AS (
      INSERT INTO chapter_chunk (account_id, run_id, seq, body) SELECT account_id, id, next_seq - 1, ${text} FROM grown
    )
    SELECT ${runColumns(tx)} FROM grown r`;
  if (!row) throw new Error('A run went away while its row was held.');
  return row;
}

/** Deletes pieces that are folded into their chapter. Pieces of other kinds are kept as long as the text of a run. */
export async function deletePieces(tx: Transaction, { accountId, id }: Run): Promise<void> {
  await tx`DELETE FROM chapter_chunk WHERE account_id = ${accountId} AND run_id = ${id}`;
}

/** A run's saved text, which it loses, with the text that it replaced. */
export interface TakenPieces {
  text: string | null;
  replacedRevisionId: string | null;
  replacedStatus: string | null;
}

export async function takePieces(tx: Transaction, { accountId, id }: Run): Promise<TakenPieces | undefined> {
  const [taken] = await tx<TakenPieces[]>`
    WITH taken AS (DELETE FROM chapter_chunk WHERE account_id = ${accountId} AND run_id = ${id} RETURNING seq, body)
    SELECT r.account_id, r.replaced_revision_id, r.replaced_status, (SELECT string_agg(body, '' ORDER BY seq)
      FROM taken) AS text
    FROM run r WHERE r.account_id = ${accountId} AND r.id = ${id}`;
  return taken;
}
