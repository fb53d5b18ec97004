import type { AnySql } from '../../../sql/connect.ts';
import { liveBook } from '../../story/book/store.ts';
import { type ChapterKey, thisChapter } from '../chapter/store.ts';
import { bodyOf } from '../texts/rows.ts';

/** Language of a book, with the text of a revision, present or former; null if the chapter has no such revision. */
export interface Base {
  language: string;
  body: string | null;
}

/** Undefined if there is no such chapter. */
export async function baseOf(sql: AnySql, key: ChapterKey, revisionId: string | undefined): Promise<Base | undefined> {
  const id = revisionId ?? null;
  const [row] = await sql<Base[]>`
    SELECT b.account_id AS owner_of_book, b.language, ${bodyOf(sql, key.accountId, key.chapterId, id)} AS body
    FROM book b JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id
    WHERE ${liveBook(sql, key)} AND ${thisChapter(sql, key)}`;
  return row;
}
