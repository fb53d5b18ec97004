import type { AnySql, Sql } from '../../../sql/connect.ts';

/** Identifies the state of a text. */
export interface TextMark {
  chapterId: string;
  /** Changes with every change of the text, also in place. */
  mark: string;
  bytes: number;
}

/** Members of a mark, of the text row `t`. xmin is the transaction that wrote it: every change shows without the prose. */
export const markColumns = (sql: AnySql) => sql`
  t.revision_id || ' ' || t.xmin::text AS mark,
    octet_length(t.head) + octet_length(t.middle) + octet_length(t.tail) AS bytes`;

/** Marks of chapters' texts, without empty chapters. */
export function textMarksOf(sql: Sql, accountId: string, chapterIds: readonly string[]): Promise<TextMark[]> {
  return sql<TextMark[]>`
    SELECT t.account_id AS owner_of_chapter_text, t.chapter_id, ${markColumns(sql)}
    FROM chapter_text t WHERE t.account_id = ${accountId} AND t.chapter_id = ANY(${[...chapterIds]})`;
}

export interface MarkedText extends TextMark {
  /** The text before a write in progress. */
  body: string;
}

/** The texts, each with its current mark. */
export function markedTextsOf(sql: Sql, accountId: string, chapterIds: readonly string[]): Promise<MarkedText[]> {
  return sql<MarkedText[]>`
    SELECT t.account_id AS owner_of_chapter_text, t.chapter_id, ${markColumns(sql)}, t.body
    FROM chapter_text t WHERE t.account_id = ${accountId} AND t.chapter_id = ANY(${[...chapterIds]})`;
}
