import type { AnySql } from '../../../sql/connect.ts';
import type { BuiltFrom } from '../../shapes.ts';
import { type BookKey, liveBook } from '../../story/book/store.ts';
import type { Origin } from '../chapter/rules.ts';

/** A stored text of a chapter. */
export interface KeptText {
  chapterId: string;
  body: string;
  textStatus: 'partial' | 'complete';
  origin: Origin;
  model: string | null;
  builtFrom: BuiltFrom | null;
  createdAt: Date;
  /** Null for the present text. */
  replacedAt: Date | null;
}

/** All texts of a book's chapters, archived ones too, oldest first; the current one includes what a write has saved. */
export function textsOfBook(sql: AnySql, key: BookKey): Promise<KeptText[]> {
  const saved = sql`
    SELECT r.chapter_id, r.model, r.started_at, string_agg(k.body, '' ORDER BY k.seq) AS body
    FROM run r JOIN chapter_chunk k ON k.account_id = r.account_id AND k.run_id = r.id
    WHERE r.account_id = ${key.accountId} AND r.book_id = ${key.bookId} AND r.state = 'running' AND r.kind = 'write'
    GROUP BY r.chapter_id, r.model, r.started_at`;
  return sql<KeptText[]>`
    WITH saved AS (${saved}), mine AS (
      SELECT c.account_id, c.id, c.text_status FROM chapter c WHERE c.account_id = ${key.accountId}
        AND c.book_id = ${key.bookId}
        AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})
    )
    SELECT v.account_id AS owner_of_chapter_revision, v.chapter_id, v.body, v.text_status, v.origin, v.model,
      v.built_from, v.created_at, v.replaced_at, v.id
    FROM mine JOIN chapter_revision v ON v.account_id = ${key.accountId} AND v.chapter_id = mine.id
    UNION ALL
    SELECT mine.account_id, mine.id, coalesce(t.body, '') || coalesce(s.body, ''),
      CASE WHEN s.body IS NULL AND mine.text_status <> 'empty' THEN mine.text_status ELSE 'partial' END,
      coalesce(t.origin, 'write'), coalesce(t.model, s.model), t.built_from, coalesce(t.created_at, s.started_at),
        NULL, t.revision_id
    FROM mine LEFT JOIN chapter_text t ON t.account_id = ${key.accountId} AND t.chapter_id = mine.id
      LEFT JOIN saved s ON s.chapter_id = mine.id
    WHERE coalesce(t.body, '') || coalesce(s.body, '') <> ''
    ORDER BY replaced_at, id`;
}
