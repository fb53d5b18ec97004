import type { Sql, Transaction } from '../../sql/connect.ts';
import { chaptersMax } from './rules.ts';
import {
  type Chapter,
  type ChapterKey,
  chapterById,
  lockBook,
  type Refusal,
  thisChapter,
  updateFields,
} from './store.ts';

/** Puts a chapter at another place and closes the gap; beyond the end is the end. Undefined when there is no such chapter. */
export function moveChapter(
  sql: Sql,
  key: ChapterKey,
  order: number,
  expected: number | undefined,
): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const chapter = (await lockBook(tx, key)) && (await chapterById(tx, key));
    if (!chapter) return undefined;
    if (expected !== undefined && expected !== chapter.version) return { refused: 'stale' };
    const place = Math.min(order, await countChapters(tx, key));
    if (place < chapter.order) await shift(tx, key, place, chapter.order - 1, 1);
    if (place > chapter.order) await shift(tx, key, chapter.order + 1, place, -1);
    return place === chapter.order ? chapter : updateFields(tx, key, { position: place }, undefined);
  });
}

/** Archives a chapter, text and all, and closes the gap. False when there is no such chapter. */
export function archiveChapter(sql: Sql, key: ChapterKey): Promise<boolean> {
  return sql.begin(async (tx): Promise<boolean> => {
    const chapter = (await lockBook(tx, key)) && (await chapterById(tx, key));
    if (!chapter) return false;
    await tx`UPDATE chapter c SET archived_at = clock_timestamp(), version = version + 1 WHERE ${thisChapter(tx, key)}`;
    await shift(tx, key, chapter.order + 1, chaptersMax + 1, -1);
    // A run that began a moment ago is told too; its text goes to the archived chapter.
    await tx`UPDATE run SET cancel_requested = true WHERE account_id = ${key.accountId} AND chapter_id = ${key.chapterId} AND state = 'running'`;
    return true;
  });
}

/** Brings an archived chapter back to its former place, or the end where that is beyond it; a live one stays as it is. */
export function restoreChapter(sql: Sql, key: ChapterKey): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    if (!(await lockBook(tx, key))) return undefined;
    const live = await chapterById(tx, key);
    if (live) return live;
    const count = await countChapters(tx, key);
    if (count >= chaptersMax) return { refused: 'full' };
    const [archived] = await tx<{ place: number }[]>`
      SELECT least(position, ${count + 1}) AS place FROM chapter
      WHERE account_id = ${key.accountId} AND book_id = ${key.bookId} AND id = ${key.chapterId}`;
    if (!archived) return undefined;
    await shift(tx, key, archived.place, chaptersMax + 1, 1);
    await tx`
      UPDATE chapter SET archived_at = NULL, position = ${archived.place}, version = version + 1, updated_at = clock_timestamp()
      WHERE account_id = ${key.accountId} AND id = ${key.chapterId}`;
    return chapterById(tx, key);
  });
}

async function countChapters(tx: Transaction, { accountId, bookId }: ChapterKey): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM chapter WHERE account_id = ${accountId} AND book_id = ${bookId} AND archived_at IS NULL`;
  return row?.count ?? 0;
}

/** The place is a field of the chapter: those that close up change too, and so do their versions. */
async function shift(
  tx: Transaction,
  { accountId, bookId }: ChapterKey,
  first: number,
  last: number,
  by: 1 | -1,
): Promise<void> {
  await tx`
    UPDATE chapter SET position = position + ${by}, version = version + 1, updated_at = clock_timestamp()
    WHERE account_id = ${accountId} AND book_id = ${bookId} AND archived_at IS NULL AND position BETWEEN ${first} AND ${last}`;
}
