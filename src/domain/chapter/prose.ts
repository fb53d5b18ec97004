import type { AnySql } from '../../sql/connect.ts';

/** Former texts as rows `v`, each by its key: a list of ids in one condition would make some plans read the whole account. */
const formerOf = (sql: AnySql, accountId: string, ids: readonly string[]) => sql`
  unnest(${[...ids]}::text[]) AS wanted (id)
  CROSS JOIN LATERAL (SELECT f.* FROM chapter_revision f WHERE f.account_id = ${accountId} AND f.id = wanted.id OFFSET 0) v`;

/** Prose of texts, wherever it is stored. */
export function proseOf(
  sql: AnySql,
  accountId: string,
  texts: readonly { id: string; chapterId: string }[],
): Promise<{ id: string; body: string }[]> {
  const [ids, chapterIds] = [texts.map(({ id }) => id), texts.map(({ chapterId }) => chapterId)];
  return sql<{ id: string; body: string }[]>`
    SELECT t.account_id AS owner_of_chapter_revision, t.revision_id AS id, t.body FROM chapter_text t WHERE t.account_id = ${accountId} AND t.chapter_id = ANY(${chapterIds}) AND t.revision_id = ANY(${ids})
    UNION ALL SELECT v.account_id, v.id, v.body FROM ${formerOf(sql, accountId, ids)}`;
}

/** The same up to a size, which is known before any text is read; undefined where the texts are longer together. */
export async function proseWithin(
  sql: AnySql,
  accountId: string,
  texts: readonly { id: string; chapterId: string }[],
  bytesMax: number,
): Promise<{ id: string; body: string }[] | undefined> {
  const [ids, chapterIds] = [texts.map(({ id }) => id), texts.map(({ chapterId }) => chapterId)];
  const rows = await sql<{ id: string; body: string | null }[]>`
    SELECT r.account_id AS owner_of_chapter_revision, r.id,
      CASE WHEN sum(octet_length(r.head) + octet_length(r.middle) + octet_length(r.tail)) OVER () <= ${bytesMax} THEN r.head || r.middle || r.tail END AS body
    FROM (
      SELECT t.account_id, t.revision_id AS id, t.head, t.middle, t.tail FROM chapter_text t
      WHERE t.account_id = ${accountId} AND t.chapter_id = ANY(${chapterIds}) AND t.revision_id = ANY(${ids})
      UNION ALL SELECT v.account_id, v.id, v.body, '', '' FROM ${formerOf(sql, accountId, ids)}
    ) r`;
  const found = rows.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }]));
  return found.length === rows.length ? found : undefined;
}
