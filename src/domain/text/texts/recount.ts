import { countWords } from '../../../prose/words.ts';
import type { Sql } from '../../../sql/connect.ts';
import { type BookKey, lockBook } from '../../story/book/store.ts';
import { putWordCounts } from '../chapter/store.ts';
import { presentTextOf } from './present.ts';

/** Recounts the words of all chapters, archived ones too, after a change of language. */
export async function recountWords(sql: Sql, { accountId, bookId }: BookKey, language: string): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await lockBook(tx, { accountId, bookId }))) return;
    const texts = await tx<{ id: string; body: string }[]>`
      SELECT c.account_id AS owner_of_chapter, c.id, t.body FROM chapter c JOIN ${presentTextOf(tx)}
      WHERE c.account_id = ${accountId} AND c.book_id = ${bookId}`;
    const counts = texts.map(({ id, body }) => ({ id, words: countWords(body, language) }));
    await putWordCounts(tx, accountId, counts);
  });
}
