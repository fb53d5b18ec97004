import type { AnySql } from '../../../sql/connect.ts';
import type { EarlierText } from '../../calls/prompt/prompt-input.ts';
import type { BookKey } from '../../story/book/store.ts';
import { presentTextOf } from '../../text/texts/present.ts';

/**
 * Ends of the texts of a book's chapters, in order: enough for a sentence each, a long tail of one chapter, and a long head of
 * another.
 */
export function textEnds(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  tailOf: string | undefined,
  headOf: string | undefined,
): Promise<{ chapterId: string; head: string; tail: string }[]> {
  return sql<{ chapterId: string; head: string; tail: string }[]>`
    SELECT t.account_id AS owner_of_chapter_text, c.id AS chapter_id, left(t.body, CASE WHEN c.id = ${headOf ?? ''}
      THEN 4000 ELSE 400 END) AS head, right(t.body, CASE WHEN c.id = ${tailOf ?? ''} THEN 8000 ELSE 400 END) AS tail
    FROM chapter c JOIN ${presentTextOf(sql)}
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.archived_at IS NULL ORDER BY c.rank, c.id`;
}

/** Characters of an earlier chapter that are read, from its end. Ours: it bounds the search for passages. */
const earlierMax = 120_000;

/** The texts of some chapters of a book, unordered. */
export function earlierTexts(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  chapterIds: readonly string[],
): Promise<EarlierText[]> {
  return sql<EarlierText[]>`
    SELECT t.account_id AS owner_of_chapter_text, c.id AS chapter_id, right(t.body, ${earlierMax}) AS text,
      char_length(t.body) <= ${earlierMax} AS is_whole
    FROM chapter c JOIN ${presentTextOf(sql)}
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.id = ANY(${[...chapterIds]}) AND c.archived_at IS NULL`;
}
