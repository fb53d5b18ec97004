import type { AnySql } from '../../../sql/connect.ts';
import type { BookKey } from '../../story/book/store.ts';
import { type ChapterKey, thisChapter } from '../../text/chapter/store.ts';
import type { NewRecap, RecapOrigin } from '../recap/rules.ts';

/** The recap of ten chapters, stored with the last one of them. */
export interface Arc extends NewRecap {
  chapterId: string;
  /** Each chapter in order, as `id version of its recap`. */
  madeFrom: string[];
  origin: RecapOrigin;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns = (sql: AnySql) => sql`
  a.account_id AS owner_of_chapter_arc, a.chapter_id, a.made_from, a.events, a.state, a.origin, a.version, a.created_at,
  a.updated_at`;

/** The arcs of a book's chapters, unordered. */
export function arcsOfBook(sql: AnySql, { accountId, bookId }: BookKey): Promise<Arc[]> {
  return sql<Arc[]>`
    SELECT ${columns(sql)} FROM chapter c JOIN chapter_arc a ON a.account_id = c.account_id AND a.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.archived_at IS NULL`;
}

/** Where an arc comes from. */
interface ArcSource {
  origin: RecapOrigin;
  model?: string;
  runId?: string;
  /** Sets it only if it has this version. */
  expected?: number | undefined;
}

/**
 * Sets the arc that ends with a chapter. Undefined, without a change, if there is no such chapter, or its arc has another version.
 * A model leaves the arc of a person as it is.
 */
export async function putArc(
  sql: AnySql,
  key: ChapterKey,
  { madeFrom, events, state }: NewRecap & Pick<Arc, 'madeFrom'>,
  { origin, model, runId, expected }: ArcSource,
): Promise<Arc | undefined> {
  const [row] = await sql<Arc[]>`
    WITH a AS (
      INSERT INTO chapter_arc AS a (account_id, chapter_id, made_from, events, state, origin, model, run_id)
      SELECT c.account_id, c.id, ${madeFrom}, ${events}, ${state}, ${origin}, ${model ?? null}, ${runId ?? null}
      FROM chapter c WHERE ${thisChapter(sql, key)} ${
        expected === undefined
          ? sql``
          : sql`AND EXISTS (SELECT FROM chapter_arc o
        WHERE o.account_id = c.account_id AND o.chapter_id = c.id AND o.version = ${expected})`
      }
      ON CONFLICT (account_id, chapter_id) DO UPDATE
        SET made_from = excluded.made_from, events = excluded.events, state = excluded.state, origin = excluded.origin,
          model = excluded.model, run_id = excluded.run_id, version = a.version + 1, updated_at = clock_timestamp()
        WHERE ${expected === undefined ? sql`true` : sql`a.version = ${expected}`}
          ${origin === 'model' ? sql`AND a.origin <> 'person'` : sql``}
      RETURNING *
    ) SELECT ${columns(sql)} FROM a`;
  return row;
}
