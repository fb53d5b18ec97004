import type { AnySql } from '../../../sql/connect.ts';

/** Revisions as rows `v`, each found by its key: with a list of ids in one condition, some plans would read the whole account. */
const formerOf = (sql: AnySql, accountId: string, ids: readonly string[]) => sql`
  unnest(${[...ids]}::text[]) AS wanted (id)
  CROSS JOIN LATERAL (SELECT f.* FROM chapter_revision f WHERE f.account_id = ${accountId}
    AND f.id = wanted.id OFFSET 0) v`;

/** Prose of texts by revision id, present or archived. */
export function proseOf(
  sql: AnySql,
  accountId: string,
  texts: readonly { id: string; chapterId: string }[],
): Promise<{ id: string; body: string }[]> {
  const [ids, chapterIds] = [texts.map(({ id }) => id), texts.map(({ chapterId }) => chapterId)];
  return sql<{ id: string; body: string }[]>`
    SELECT t.account_id AS owner_of_chapter_revision, t.revision_id AS id, t.body FROM chapter_text t
      WHERE t.account_id = ${accountId} AND t.chapter_id = ANY(${chapterIds}) AND t.revision_id = ANY(${ids})
    UNION ALL SELECT v.account_id, v.id, v.body FROM ${formerOf(sql, accountId, ids)}`;
}

/** The same, if all texts together are within a size, which is checked before any text is read; undefined otherwise. */
export async function proseWithin(
  sql: AnySql,
  accountId: string,
  texts: readonly { id: string; chapterId: string }[],
  bytesMax: number,
): Promise<{ id: string; body: string }[] | undefined> {
  const [ids, chapterIds] = [texts.map(({ id }) => id), texts.map(({ chapterId }) => chapterId)];
  const rows = await sql<{ id: string; body: string | null }[]>`
    SELECT r.account_id AS owner_of_chapter_revision, r.id,
      CASE WHEN sum(octet_length(r.head) + octet_length(r.middle) + octet_length(r.tail)) OVER () <= ${bytesMax}
        THEN r.head || r.middle || r.tail END AS body
    FROM (
      SELECT t.account_id, t.revision_id AS id, t.head, t.middle, t.tail FROM chapter_text t
      WHERE t.account_id = ${accountId} AND t.chapter_id = ANY(${chapterIds}) AND t.revision_id = ANY(${ids})
      UNION ALL SELECT v.account_id, v.id, v.body, '', '' FROM ${formerOf(sql, accountId, ids)}
    ) r`;
  const found = rows.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }]));
  return found.length === rows.length ? found : undefined;
}
