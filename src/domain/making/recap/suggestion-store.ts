import type { AnySql, Sql } from '../../../sql/connect.ts';
import type { ChapterKey } from '../../text/chapter/store.ts';
import { presentTextOf, presentTexts } from '../../text/texts/present.ts';
import type { NewRecap } from './rules.ts';

/** A recap that a model wrote for a chapter with the recap of a person. */
export interface Suggestion extends NewRecap {
  chapterId: string;
  revisionId: string;
  isStale: boolean;
  model: string;
  createdAt: Date;
}

/** Suggestions for several chapters in one statement. */
export function suggestionsOf(sql: Sql, accountId: string, chapterIds: readonly string[]): Promise<Suggestion[]> {
  return sql<Suggestion[]>`
    SELECT s.account_id AS owner_of_chapter_recap_suggestion, s.chapter_id, s.events, s.state, s.revision_id,
      t.revision_id IS DISTINCT FROM s.revision_id AS is_stale, s.model, s.created_at
    FROM chapter_recap_suggestion s LEFT JOIN ${presentTextOf(sql, 's.chapter_id')}
    WHERE s.account_id = ${accountId} AND s.chapter_id = ANY(${[...chapterIds]})`;
}

/** Replaces the suggestion, if the chapter has this text. */
export async function putSuggestion(
  sql: AnySql,
  { accountId, chapterId }: ChapterKey,
  { events, state }: NewRecap,
  { revisionId, model, runId }: { revisionId: string; model: string; runId: string },
): Promise<boolean> {
  const rows = await sql`
    INSERT INTO chapter_recap_suggestion (account_id, chapter_id, revision_id, events, state, model, run_id)
    SELECT t.account_id, t.chapter_id, t.revision_id, ${events}, ${state}, ${model}, ${runId} FROM ${presentTexts(sql)}
    WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId} AND t.revision_id = ${revisionId}
    ON CONFLICT (account_id, chapter_id) DO UPDATE
      SET revision_id = excluded.revision_id, events = excluded.events, state = excluded.state,
      model = excluded.model, run_id = excluded.run_id, created_at = clock_timestamp()
    RETURNING 1`;
  return rows.length > 0;
}
