import type { AnySql, Sql, Transaction } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';

/** Summary of a finished chapter, and whether its text is still current. */
export interface Recap {
  chapterId: string;
  text: string;
  isStale: boolean;
  createdAt: Date;
}

/** Summaries of several chapters in one statement. */
export function recapsOf(sql: Sql, accountId: string, chapterIds: readonly string[]): Promise<Recap[]> {
  return sql<Recap[]>`
    SELECT p.account_id AS owner_of_chapter_recap, p.chapter_id, p.body AS text, t.revision_id IS DISTINCT FROM p.revision_id AS is_stale, p.created_at
    FROM chapter_recap p LEFT JOIN chapter_text t ON t.account_id = p.account_id AND t.chapter_id = p.chapter_id
    WHERE p.account_id = ${accountId} AND p.chapter_id = ANY(${[...chapterIds]})`;
}

/** Current summaries of a book's chapters, by chapter id. */
export async function freshRecapsOfBook(sql: AnySql, { accountId, bookId }: BookKey): Promise<Map<string, string>> {
  const rows = await sql<{ chapterId: string; body: string }[]>`
    SELECT p.account_id AS owner_of_chapter_recap, p.chapter_id, p.body FROM chapter c
    JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    JOIN chapter_recap p ON p.account_id = t.account_id AND p.chapter_id = t.chapter_id AND p.revision_id = t.revision_id
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.archived_at IS NULL`;
  return new Map(rows.map(({ chapterId, body }) => [chapterId, body]));
}

export interface NewRecap {
  accountId: string;
  chapterId: string;
  /** The summarized text. */
  revisionId: string;
  body: string;
  model: string;
  runId: string;
}

/** Replaces the summary; false, without a change, if the chapter has another text by now. */
export async function putRecap(tx: Transaction, recap: NewRecap): Promise<boolean> {
  const rows = await tx`
    INSERT INTO chapter_recap (account_id, chapter_id, revision_id, body, model, run_id)
    SELECT account_id, chapter_id, revision_id, ${recap.body}, ${recap.model}, ${recap.runId} FROM chapter_text
    WHERE account_id = ${recap.accountId} AND chapter_id = ${recap.chapterId} AND revision_id = ${recap.revisionId}
    ON CONFLICT (account_id, chapter_id) DO UPDATE SET revision_id = excluded.revision_id, body = excluded.body, model = excluded.model, run_id = excluded.run_id, created_at = clock_timestamp()
    RETURNING 1`;
  return rows.length > 0;
}
