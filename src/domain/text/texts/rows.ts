import type { AnySql, Fragment } from '../../../sql/connect.ts';
import { textOfRun } from '../../calls/run/hooks.ts';

/** Adds present texts. `rows` selects the columns in this order. */
export const intoTexts = (sql: AnySql, rows: Fragment) => sql`
  INSERT INTO chapter_text (account_id, chapter_id, revision_id, head, origin, run_id, model, built_from, created_at,
    saved_by, begun_at, removed) ${rows}`;

/** Adds former texts. `rows` selects the columns in this order. */
export const intoRevisions = (sql: AnySql, rows: Fragment) => sql`
  INSERT INTO chapter_revision (account_id, chapter_id, id, body, word_count, text_status, origin, run_id, model,
    built_from, created_at) ${rows}`;

/** The present text `t` of the chapter `c` as a row of `intoRevisions`. */
export const asRevision = (sql: AnySql) => sql`
  SELECT t.account_id, t.chapter_id, t.revision_id, t.body, c.word_count, c.text_status, t.origin, t.run_id, t.model,
    t.built_from, t.created_at`;

/** A text by its revision id, present or former; null if the chapter has no such text. */
export const bodyOf = (sql: AnySql, accountId: Cell, chapterId: Cell, revisionId: Cell) => sql`(
  SELECT t.body FROM chapter_text t WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId}
    AND t.revision_id = ${revisionId}
  UNION ALL SELECT v.body FROM chapter_revision v WHERE v.account_id = ${accountId} AND v.chapter_id = ${chapterId}
    AND v.id = ${revisionId} LIMIT 1
)`;

/** When a former text was saved. */
export const savedAt = (sql: AnySql, accountId: Cell, chapterId: Cell, revisionId: Cell) => sql`
  (SELECT v.created_at FROM chapter_revision v WHERE v.account_id = ${accountId} AND v.chapter_id = ${chapterId}
    AND v.id = ${revisionId})`;

/** A value, or a column. */
type Cell = string | null | Fragment;

textOfRun.add((sql) => bodyOf(sql, sql`r.account_id`, sql`r.chapter_id`, sql`r.revision_id`));
