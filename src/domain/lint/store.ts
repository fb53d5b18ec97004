import type { AnySql, Sql } from '../../sql/connect.ts';
import { type ChapterKey, thisChapter } from '../chapter/store.ts';
import { type NewWaiver, waiversMax } from './rules.ts';

/**
 * An author's decision that a finding is intended. It is kept without the finding and applies again when the finding
 * returns.
 */
export interface Waiver {
  findingId: string;
  reason: string;
  createdAt: Date;
}

const columns = (sql: AnySql) => sql`w.account_id AS owner_of_lint_waiver, w.finding_id, w.reason, w.created_at`;

/** Waivers of a chapter, unordered; empty if there is no such chapter. */
export function waiversOfChapter(sql: AnySql, key: ChapterKey): Promise<Waiver[]> {
  return sql<Waiver[]>`
    SELECT ${columns(sql)} FROM lint_waiver w JOIN chapter c ON c.account_id = w.account_id AND c.id = w.chapter_id
    WHERE w.account_id = ${key.accountId} AND ${thisChapter(sql, key)}`;
}

/** Base id of a chapter's fingerprints: its id, or its former id if it was imported. */
export async function lintIdOfChapter(sql: AnySql, key: ChapterKey): Promise<string | undefined> {
  const [row] = await sql<{ lintId: string }[]>`
    SELECT c.account_id AS owner_of_chapter, coalesce(c.lint_id, c.id) AS lint_id FROM chapter c WHERE ${thisChapter(sql, key)}`;
  return row?.lintId;
}

/** Waives a finding, or changes the reason; undefined if the chapter is deleted or at its limit. */
export function putWaiver(sql: Sql, key: ChapterKey, { findingId, reason }: NewWaiver): Promise<Waiver | undefined> {
  return sql.begin(async (tx): Promise<Waiver | undefined> => {
    // Serializes inserts, so that the next statement counts them.
    await tx`SELECT FROM chapter c WHERE ${thisChapter(tx, key)} FOR NO KEY UPDATE`;
    const [made] = await tx<Waiver[]>`
      INSERT INTO lint_waiver AS w (account_id, chapter_id, finding_id, reason)
      SELECT c.account_id, c.id, ${findingId}, ${reason} FROM chapter c
      WHERE ${thisChapter(tx, key)} AND (
        SELECT count(*) FROM lint_waiver o WHERE o.account_id = c.account_id AND o.chapter_id = c.id AND o.finding_id <> ${findingId}
      ) < ${waiversMax}
      ON CONFLICT (account_id, chapter_id, finding_id) DO UPDATE SET reason = excluded.reason, created_at = clock_timestamp()
      RETURNING ${columns(tx)}`;
    return made;
  });
}

/** False if there is no such waiver. */
export async function deleteWaiver(sql: Sql, key: ChapterKey, findingId: string): Promise<boolean> {
  const rows = await sql`
    DELETE FROM lint_waiver w USING chapter c
    WHERE w.account_id = ${key.accountId} AND w.chapter_id = c.id AND w.finding_id = ${findingId} AND ${thisChapter(sql, key)}
    RETURNING w.finding_id`;
  return rows.length > 0;
}
