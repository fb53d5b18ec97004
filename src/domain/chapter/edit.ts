import { newId } from '../../id.ts';
import type { AnySql, Sql } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { type ChapterPatch, chaptersMax, countWords, type NewChapter } from './rules.ts';
import {
  type Chapter,
  type ChapterKey,
  chapterById,
  lockBook,
  type Refusal,
  runningOn,
  updateFields,
} from './store.ts';
import { putText } from './text.ts';

async function areInCast(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  { povCharacterId, participantIds }: ChapterPatch,
): Promise<boolean> {
  const wanted = [...new Set([...(povCharacterId ? [povCharacterId] : []), ...(participantIds ?? [])])];
  if (wanted.length === 0) return true;
  const found =
    await sql`SELECT id FROM character WHERE account_id = ${accountId} AND book_id = ${bookId} AND id = ANY(${wanted}) FOR KEY SHARE`;
  return found.length === wanted.length;
}

/** Adds a chapter at the end; undefined when there is no such book. */
export function insertChapter(sql: Sql, key: BookKey, chapter: NewChapter): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const book = await lockBook(tx, key);
    if (!book) return undefined;
    if (!(await areInCast(tx, key, chapter))) return { refused: 'no such character' };
    const [{ last } = { last: 0 }] = await tx<{ last: number }[]>`
      SELECT coalesce(max(position), 0) AS last FROM chapter WHERE account_id = ${key.accountId} AND book_id = ${key.bookId} AND archived_at IS NULL`;
    if (last >= chaptersMax) return { refused: 'full' };
    const content = chapter.content ?? '';
    const row = {
      accountId: key.accountId,
      bookId: key.bookId,
      id: newId('ch'),
      position: last + 1,
      title: chapter.title ?? `Chapter ${last + 1}`,
      summary: chapter.summary ?? '',
      notes: chapter.notes ?? '',
      beatKeys: chapter.beatKeys ?? [],
      povCharacterId: chapter.povCharacterId ?? null,
      participantIds: chapter.participantIds ?? [],
      textStatus: content ? 'complete' : 'empty',
      wordCount: countWords(content, book.language),
    };
    await tx`INSERT INTO chapter ${tx(row)}`;
    if (content) await putText(tx, { accountId: key.accountId, chapterId: row.id }, content, { origin: 'human' });
    return chapterById(tx, { ...key, chapterId: row.id });
  });
}

function rowOf({ content: _content, ...patch }: ChapterPatch) {
  return patch;
}

/** Writes the given fields and leaves the rest; undefined when there is no such chapter, a refusal when it may not be changed so. */
export async function updateChapter(
  sql: Sql,
  key: ChapterKey,
  patch: ChapterPatch,
  expected: number | undefined,
): Promise<Chapter | Refusal | undefined> {
  if (patch.content === undefined && !patch.povCharacterId && !patch.participantIds?.length)
    return updateFields(sql, key, patch, expected);
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const book = await lockBook(tx, key);
    const chapter = book && (await chapterById(tx, key));
    if (!book || !chapter) return undefined;
    if (!(await areInCast(tx, key, patch))) return { refused: 'no such character' };
    if (expected !== undefined && chapter.version !== expected) return { refused: 'stale' };
    if (patch.content === undefined) return updateFields(tx, key, patch, expected);
    const runId = await runningOn(tx, key);
    if (runId) return { refused: 'running', runId };
    await putText(tx, key, patch.content, { origin: 'human' });
    const text = {
      textStatus: patch.content ? 'complete' : 'empty',
      wordCount: countWords(patch.content, book.language),
    };
    return updateFields(tx, key, { ...rowOf(patch), ...text }, expected);
  });
}
