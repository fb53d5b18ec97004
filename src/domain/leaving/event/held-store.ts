import type { Transaction } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';

/** Moves the events of an import, which were held, to the log. */
export async function logHeldEvents(tx: Transaction, { accountId, bookId }: BookKey): Promise<void> {
  await tx`
    WITH held AS (DELETE FROM held_event h WHERE h.account_id = ${accountId} AND h.book_id = ${bookId}
      RETURNING h.seq, h.type, h.subject_ids, h.version)
    INSERT INTO event (account_id, type, book_id, subject_ids, version)
    SELECT ${accountId}, type, ${bookId}, subject_ids, version FROM held
    -- The end of an import is no restore.
    WHERE type <> 'book.restored' ORDER BY seq`;
}
