import type { AnySql } from '../../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';

/** What to do about a book with several viewpoints and no character for them. */
export const viewpointRemedy =
  'Set `isPov` to true on at least one character (PATCH /v1/books/{bookId}/characters/{characterId}, update_character), or choose another `povLock` in the plan.';

/** Whether the plan asks for several viewpoints, and no character of the cast is one. */
export async function lacksViewpoint(sql: AnySql, key: BookKey): Promise<boolean> {
  const [row] = await sql<{ lacks: boolean }[]>`
    SELECT b.account_id AS owner_of_book, lower(trim(b.pov_lock)) = 'multi' AND NOT EXISTS (
      SELECT FROM character c WHERE c.account_id = b.account_id AND c.book_id = b.id AND c.is_pov) AS lacks
    FROM book b WHERE ${liveBook(sql, key)}`;
  return row?.lacks ?? false;
}
