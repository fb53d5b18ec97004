import type { AnySql } from '../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import type { BookDocument } from './formats/document.ts';

export type KeptProposal = BookDocument['proposals'][number];
export type KeptNote = BookDocument['notes'][number];

/** Where the anchors of a book are that follow their texts, as rows `live`. */
const liveAnchors = (sql: AnySql, { accountId, bookId }: BookKey) => sql`
  live AS (
    SELECT l.id, l."start", l."start" + l.length AS "end", coalesce(x.lost->l.id->>'state', 'ok') AS state
    FROM chapter c JOIN chapter_anchor x ON x.account_id = c.account_id AND x.chapter_id = c.id
    CROSS JOIN LATERAL unnest(x.ids, x.starts, x.lengths) AS l (id, "start", length)
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId}
  )`;

/** The anchor of a row `a`, with its place in `live` or where it was settled. */
const anchorOfIt = (sql: AnySql) => sql`
  jsonb_build_object('exact', a.exact, 'prefix', a.prefix, 'suffix', a.suffix, 'start', coalesce(a.place_start, l."start", 0),
    'end', coalesce(a.place_end, l."end", 0), 'state', coalesce(a.state, l.state, 'orphaned'))`;

export function proposalsToKeep(sql: AnySql, key: BookKey): Promise<KeptProposal[]> {
  return sql<KeptProposal[]>`
    WITH ${liveAnchors(sql, key)}
    SELECT p.account_id AS owner_of_proposal, a.chapter_id, p.set_id, s.title, ${anchorOfIt(sql)} AS anchor, p.replacement,
      p.alternatives, p.reason, p.author_kind, p.state,
      p.choice, p.decided_at, p.decision_reason, p.created_at, p.updated_at
    FROM proposal p JOIN anchor a ON a.account_id = p.account_id AND a.id = p.id
    JOIN proposal_set s ON s.account_id = p.account_id AND s.id = p.set_id LEFT JOIN live l ON l.id = p.id
    WHERE p.account_id = ${key.accountId} AND p.book_id = ${key.bookId} ORDER BY p.id`;
}

/** Notes before their replies, oldest first. */
export function notesToKeep(sql: AnySql, key: BookKey): Promise<KeptNote[]> {
  return sql<KeptNote[]>`
    WITH ${liveAnchors(sql, key)}
    SELECT n.account_id AS owner_of_note, n.id, coalesce(a.chapter_id, n.chapter_id) AS chapter_id, n.parent_id,
      CASE WHEN n.anchor_id IS NOT NULL THEN ${anchorOfIt(sql)} END AS anchor, n.kind, n.body,
      n.author_kind, n.resolved_at, n.created_at, n.updated_at
    FROM note n LEFT JOIN anchor a ON a.account_id = n.account_id AND a.id = n.anchor_id LEFT JOIN live l ON l.id = n.id
    WHERE n.account_id = ${key.accountId} AND n.book_id = ${key.bookId}
    ORDER BY n.parent_id IS NOT NULL, n.id`;
}
