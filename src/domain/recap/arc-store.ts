import type { AnySql, Transaction } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { type ChapterKey, thisChapter } from '../chapter/store.ts';
import type { NewRecap } from './rules.ts';

/** The recap of several chapters, stored with the last one of them. */
export interface Arc extends NewRecap {
  chapterId: string;
  /** Each chapter in order, as `id version of its recap`. */
  madeFrom: string[];
}

/** The arcs of a book's chapters, unordered. */
export function arcsOfBook(sql: AnySql, { accountId, bookId }: BookKey): Promise<Arc[]> {
  return sql<Arc[]>`
    SELECT a.account_id AS owner_of_chapter_arc, a.chapter_id, a.made_from, a.events, a.state
    FROM chapter c JOIN chapter_arc a ON a.account_id = c.account_id AND a.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.archived_at IS NULL`;
}

/** Sets the arc that ends with a chapter. Nothing happens if there is no such chapter. */
export async function putArc(
  tx: Transaction,
  key: ChapterKey,
  { madeFrom, events, state }: Omit<Arc, 'chapterId'>,
  { model, runId }: { model: string; runId: string },
): Promise<undefined> {
  await tx`
    INSERT INTO chapter_arc (account_id, chapter_id, made_from, events, state, model, run_id)
    SELECT c.account_id, c.id, ${madeFrom}, ${events}, ${state}, ${model}, ${runId} FROM chapter c
      WHERE ${thisChapter(tx, key)}
    ON CONFLICT (account_id, chapter_id) DO UPDATE
      SET made_from = excluded.made_from, events = excluded.events, state = excluded.state,
      model = excluded.model, run_id = excluded.run_id, created_at = clock_timestamp()`;
  return undefined;
}
