import type { AnySql } from '../../../sql/connect.ts';
import { presentRevision } from '../anchor/hooks.ts';
import { type PlaceRow, placeColumns, placesFrom } from '../anchor/places.ts';
import type { AnchorPlace } from '../anchor/rules.ts';
import type { AnchoredText } from '../anchor/store.ts';
import { presentTextOf } from './present.ts';

presentRevision.add(
  (sql, account, chapter) =>
    sql`(SELECT t.revision_id FROM chapter_text t WHERE t.account_id = ${account} AND t.chapter_id = ${chapter})`,
);

/** The present text of a chapter with the places of its anchors, as they are together. */
export async function placedText(
  sql: AnySql,
  { accountId, chapterId }: AnchoredText,
): Promise<{ body: string; places: AnchorPlace[] }> {
  const [row] = await sql<(PlaceRow & { body: string })[]>`
    SELECT a.account_id AS owner_of_chapter_anchor, ${placeColumns(sql)}, coalesce(t.body, '') AS body FROM chapter_anchor a
    LEFT JOIN ${presentTextOf(sql, 'a.chapter_id')}
    WHERE a.account_id = ${accountId} AND a.chapter_id = ${chapterId}`;
  return row ? { body: row.body, places: placesFrom(row) } : { body: '', places: [] };
}
