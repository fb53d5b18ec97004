import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import { lockBook } from '../../story/book/store.ts';
import { type ChapterKey, type Refusal, runningOn } from '../chapter/store.ts';
import { isPublishedText } from './clauses.ts';
import { listedRevisionsMax, type ThinRequest } from './rules.ts';
import { hasChapter, type RevisionKey, revisionById } from './store.ts';

type Fragment = ReturnType<typeof formerTexts>;

/** Former texts that were deleted, or would be. */
export interface Removal {
  /** The first ones, newest first. */
  ids: string[];
  removed: number;
  kept: number;
  bytes: number;
}

/** Why nothing was deleted. */
export type NotRemoved = Extract<Refusal, { refused: 'running' }> | { refused: 'current' };

/** Deletes a revision for good; undefined if there is none. */
export function deleteRevision(sql: Sql, key: RevisionKey): Promise<Removal | NotRemoved | undefined> {
  return sql.begin(async (tx): Promise<Removal | NotRemoved | undefined> => {
    // Runs begin under the same lock, so that none loses the text it would bring back or continue.
    const revision = (await lockBook(tx, key)) && (await revisionById(tx, key));
    if (!revision) return undefined;
    if (revision.replacedAt === null) return { refused: 'current' };
    const runId = await runningOn(tx, key);
    if (runId) return { refused: 'running', runId };
    return removed(tx, key, tx`r.id = ${key.revisionId}`);
  });
}

/** Deletes all revisions except the newest and the protected ones; undefined if there is no such chapter. */
export function thinRevisions(
  sql: Sql,
  key: ChapterKey,
  { keep, preview }: ThinRequest,
): Promise<Removal | NotRemoved | undefined> {
  return sql.begin(async (tx): Promise<Removal | NotRemoved | undefined> => {
    if (!(await lockBook(tx, key)) || !(await hasChapter(tx, key))) return undefined;
    const isThinned = tx`r.place > ${keep} AND NOT r.is_protected`;
    if (preview) return counted(tx, key, isThinned);
    const runId = await runningOn(tx, key);
    return runId ? { refused: 'running', runId } : removed(tx, key, isThinned);
  });
}

/** Former texts of a chapter as rows `r`. Readers see a published one, and the author wanted a restored one back. */
const formerTexts = (sql: AnySql, { accountId, bookId, chapterId }: ChapterKey) => sql`(
  SELECT v.account_id, v.id, storage_size(v) AS bytes, row_number() OVER (ORDER BY v.replaced_at DESC,
    v.id DESC) AS place,
    v.restored_at IS NOT NULL OR ${isPublishedText.of(sql, accountId, bookId, sql`v.id`)} AS is_protected
  FROM chapter_revision v WHERE v.account_id = ${accountId} AND v.chapter_id = ${chapterId}
) r`;

/** `judged`: the revisions of a chapter, each with whether it is deleted. */
const judged = (sql: AnySql, key: ChapterKey, goes: Fragment) =>
  sql`judged AS MATERIALIZED (SELECT r.*, ${goes} AS goes FROM ${formerTexts(sql, key)})`;

const sums = (sql: AnySql) => sql`
  SELECT coalesce((array_agg(r.id ORDER BY r.place)
    FILTER (WHERE r.goes))[:${listedRevisionsMax}::int], '{}') AS ids, count(*) FILTER (WHERE r.goes)::int AS removed,
    count(*) FILTER (WHERE NOT r.goes)::int AS kept, coalesce(sum(r.bytes) FILTER (WHERE r.goes), 0)::float8 AS bytes
  FROM judged r`;

async function counted(tx: Transaction, key: ChapterKey, goes: Fragment): Promise<Removal> {
  const [row] = await tx<Removal[]>`WITH ${judged(tx, key, goes)} ${sums(tx)}`;
  return row ?? none;
}

async function removed(tx: Transaction, key: ChapterKey, goes: Fragment): Promise<Removal> {
  const { accountId, bookId, chapterId } = key;
  const [row] = await tx<Removal[]>`
    WITH ${judged(tx, key, goes)}, gone AS (
      DELETE FROM chapter_revision v USING judged r
      WHERE v.account_id = ${accountId} AND v.chapter_id = ${chapterId} AND v.id = r.id AND r.goes
    ) ${sums(tx)}`;
  if (row?.removed) await tx`SELECT log_revisions_deleted(${accountId}, ${bookId}, ${chapterId})`;
  return row ?? none;
}

const none: Removal = { ids: [], removed: 0, kept: 0, bytes: 0 };
