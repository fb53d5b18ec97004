import type { AnySql, Sql } from '../../../sql/connect.ts';
import type { SweepResult } from '../../../sql/sweep.ts';
import { promptsRemoved } from '../../calls/run/prompt-store.ts';
import { lockBook } from '../../story/book/store.ts';
import { archiveLocked } from './arrange.ts';
import { isPublished } from './clauses.ts';
import {
  archivedChapter,
  type Chapter,
  type ChapterKey,
  heldChapter,
  type Refusal,
  runningOn,
  staleAt,
} from './store.ts';

/** Time in which an archived chapter can be restored. */
const keptFor = '30 days';

/** Deletes a chapter for good, archived or not, with its revisions, sound and prompts. Undefined if there is no such chapter. */
export function removeChapter(
  sql: Sql,
  key: ChapterKey,
  expected: number | undefined,
): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    if (!(await lockBook(tx, key))) return undefined;
    const chapter = (await heldChapter(tx, key)) ?? (await archivedChapter(tx, key));
    if (!chapter) return undefined;
    const stale = staleAt(chapter, expected);
    if (stale) return stale;
    const runId = await runningOn(tx, key);
    if (runId) return { refused: 'running', runId };
    const isThis = tx`c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.chapterId}`;
    const published = await tx`SELECT 1 FROM chapter c WHERE ${isThis} AND ${isPublished.of(tx)}`;
    if (published.length > 0) return { refused: 'published' };
    // Archiving writes the event.
    if (!chapter.archivedAt) await archiveLocked(tx, key, chapter);
    // The prompts of its runs quote its text.
    await tx`
      WITH ${promptsRemoved(tx, key)}
      DELETE FROM chapter c WHERE ${isThis}`;
    return chapter;
  });
}

/** Deletes a part of the chapters that were archived more than 30 days ago, unless they are published. */
export function sweepArchived(sql: Sql): Promise<SweepResult> {
  // A few at a time, because their sound is deleted too. The outer condition protects a chapter that is being restored. An
  // imported chapter keeps the time of its archiving, but no chapter is deleted before its book is as old.
  const isOver = () => sql`
    c.archived_at < now() - ${keptFor}::interval AND EXISTS (
      SELECT FROM book b WHERE b.account_id = c.account_id AND b.id = c.book_id
        AND b.created_at < now() - ${keptFor}::interval)`;
  return sql`
    DELETE FROM chapter c WHERE ${isOver()} AND (c.account_id, c.id) IN (
      SELECT c.account_id, c.id FROM chapter c WHERE ${isOver()} AND NOT ${isPublished.of(sql)} ORDER BY c.archived_at
        LIMIT 10)`;
}

/** Deletes the chapters of `picked`, which has their account and id: those of a failed import. */
export const pickedDeleted = (sql: AnySql) =>
  sql`DELETE FROM chapter c USING picked p WHERE c.account_id = p.account_id AND c.id = p.id`;
