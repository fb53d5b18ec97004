import type { AnySql, Transaction } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';
import { presentTextOf } from '../../text/texts/present.ts';
import type { Proposed } from './rules.ts';

/** What a model proposed that a book is. */
export interface Profile {
  proposed: Proposed;
  /** Chapters with a recap that it was made from. */
  chapters: number;
  model: string;
  runId: string;
  createdAt: Date;
}

/** The last profile of a book; undefined without one. */
export async function profileOfBook(sql: AnySql, { accountId, bookId }: BookKey): Promise<Profile | undefined> {
  const [row] = await sql<Profile[]>`
    SELECT p.account_id AS owner_of_book_profile, p.proposed, p.chapters, p.model, p.run_id, p.created_at
    FROM book_profile p WHERE p.account_id = ${accountId} AND p.book_id = ${bookId}`;
  return row;
}

export async function putProfile(
  tx: Transaction,
  { accountId, bookId }: BookKey,
  { proposed, chapters, model, runId }: Omit<Profile, 'createdAt'>,
): Promise<void> {
  await tx`
    INSERT INTO book_profile (account_id, book_id, proposed, chapters, model, run_id)
    VALUES (${accountId}, ${bookId}, ${tx.json(proposed)}, ${chapters}, ${model}, ${runId})
    ON CONFLICT (account_id, book_id) DO UPDATE
      SET proposed = excluded.proposed, chapters = excluded.chapters, model = excluded.model, run_id = excluded.run_id,
        created_at = clock_timestamp()`;
}

/** Characters of an opening: enough for person and tense. Ours. */
const openingMax = 500;

/** How some chapters begin, in their order. */
export async function openingsOf(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  chapterIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ opening: string }[]>`
    SELECT t.account_id AS owner_of_chapter_text, left(t.body, ${openingMax}) AS opening
    FROM chapter c JOIN ${presentTextOf(sql)}
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.id = ANY(${[...chapterIds]}) ORDER BY c.rank, c.id`;
  return rows.map(({ opening }) => opening);
}
