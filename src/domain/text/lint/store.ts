import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import { writerOfIt } from '../../calls/run/store.ts';
import { type ChapterKey, inheritLintId, thisChapter } from '../chapter/store.ts';
import { presentTextOf } from '../texts/present.ts';
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

/** What lint knows about a chapter beyond its record. */
export interface LintFacts {
  /** Base id of its fingerprints: its id, or its former id if it was imported. */
  lintId: string;
  /** Base ids of waived findings that came from chapters which were merged into it. */
  formerLintIds: string[];
  /** The length that was ordered from the run that wrote its text; null if the text was changed since. */
  orderedWords: number | null;
  orderedFrom: number | null;
}

/** The member of `LintFacts` for a row `c` of chapters. */
export const formerLintIds = (sql: AnySql) => sql`
  ARRAY(SELECT DISTINCT w.lint_id FROM lint_waiver w WHERE w.account_id = c.account_id AND w.chapter_id = c.id
    AND w.lint_id <> coalesce(c.lint_id, c.id) ORDER BY w.lint_id) AS former_lint_ids`;

export async function lintFactsOf(sql: AnySql, key: ChapterKey): Promise<LintFacts | undefined> {
  const [row] = await sql<LintFacts[]>`
    SELECT c.account_id AS owner_of_chapter, coalesce(c.lint_id, c.id) AS lint_id, ${formerLintIds(sql)},
      r.ordered_words, r.ordered_from
    FROM chapter c
    LEFT JOIN ${presentTextOf(sql)}
    LEFT JOIN ${writerOfIt(sql)}
    WHERE ${thisChapter(sql, key)}`;
  return row;
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
        SELECT count(*) FROM lint_waiver o WHERE o.account_id = c.account_id AND o.chapter_id = c.id
          AND o.finding_id <> ${findingId}
      ) < ${waiversMax}
      ON CONFLICT (account_id, chapter_id, finding_id) DO UPDATE
        SET reason = excluded.reason, created_at = clock_timestamp()
      RETURNING ${columns(tx)}`;
    return made;
  });
}

/** False if there is no such waiver. */
export async function deleteWaiver(sql: Sql, key: ChapterKey, findingId: string): Promise<boolean> {
  const rows = await sql`
    DELETE FROM lint_waiver w USING chapter c
    WHERE w.account_id = ${key.accountId} AND w.chapter_id = c.id AND w.finding_id = ${findingId}
      AND ${thisChapter(sql, key)}
    RETURNING w.finding_id`;
  return rows.length > 0;
}

/**
 * Gives the waivers of a chapter to another one that takes its text, or the end of it. A split chapter keeps them, too: they
 * apply where the finding is, which has the same id in both.
 */
export async function moveWaivers(
  tx: Transaction,
  { accountId, chapterId }: ChapterKey,
  to: string,
  isSplit: boolean,
): Promise<void> {
  if (isSplit) await inheritLintId(tx, accountId, chapterId, to);
  await tx`
    INSERT INTO lint_waiver (account_id, chapter_id, finding_id, reason, created_at, lint_id)
    SELECT w.account_id, ${to}, w.finding_id, w.reason, w.created_at, coalesce(w.lint_id, c.lint_id, c.id)
    FROM lint_waiver w JOIN chapter c ON c.account_id = w.account_id AND c.id = w.chapter_id
    WHERE w.account_id = ${accountId} AND w.chapter_id = ${chapterId}
    ON CONFLICT (account_id, chapter_id, finding_id) DO NOTHING`;
  if (!isSplit) await tx`DELETE FROM lint_waiver WHERE account_id = ${accountId} AND chapter_id = ${chapterId}`;
}
