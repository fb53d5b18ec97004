import type { Participant } from './environment.ts';
import { type Cost, costOf, send } from './save-cost.ts';
import { addBook } from './save-data.ts';

/** Moves of the last chapter of a book to the front. */
export interface Moves {
  cost: Cost;
  /** Per move. */
  events: number;
  walBytes: number;
}

export async function measureMoves(
  ours: Participant,
  accountId: string,
  chapters: number,
  times: number,
): Promise<Moves> {
  const { bookId, ids } = await addBook(ours.database, accountId, chapters);
  const events = async () =>
    Number((await ours.database`SELECT count(*) FROM event WHERE book_id = ${bookId}`)[0]?.count);
  const wal = async () => Number((await ours.database`SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`)[0]?.bytes);
  const [eventsBefore, walBefore] = [await events(), await wal()];
  const cost = await costOf(ours, times, (turn) =>
    send(ours, 'POST', `/v1/books/${bookId}/chapters/${ids.at(-1 - (turn % chapters))}/move`, { order: 1 }),
  );
  return { cost, events: ((await events()) - eventsBefore) / times, walBytes: ((await wal()) - walBefore) / times };
}
