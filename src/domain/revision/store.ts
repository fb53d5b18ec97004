import type { AnySql, Sql } from '../../sql/connect.ts';
import { liveBook } from '../book/store.ts';
import type { Origin } from '../chapter/rules.ts';
import type { ChapterKey } from '../chapter/store.ts';
import type { Place } from '../page.ts';
import type { BuiltFrom } from '../staleness/rules.ts';

/** A text of a chapter, present or former, without its prose. */
export interface Revision {
  id: string;
  chapterId: string;
  origin: Origin;
  runId: string | null;
  model: string | null;
  wordCount: number;
  status: 'partial' | 'complete';
  /** Null for a text set by hand. */
  builtFrom: BuiltFrom | null;
  createdAt: Date;
  /** Null for the present text. */
  replacedAt: Date | null;
}

export interface RevisionKey extends ChapterKey {
  revisionId: string;
}

/** Where the present text stands in the list: before all that have been replaced. */
const present = new Date('9999-12-31T23:59:59.999Z');

/** The place of a revision in the list of its chapter. */
export function placeInList({ replacedAt, id }: Revision): Place {
  return { at: replacedAt ?? present, id };
}

const columns = (sql: AnySql) => sql`
  r.id, r.chapter_id, r.origin, r.run_id, r.model, r.word_count, r.text_status AS status, r.built_from, r.created_at, r.replaced_at`;

/** All texts of the chapter in the row `c`, as rows `r`. A text that a run has not yet put down is none of them. */
const textsOfIt = (sql: AnySql) => sql`(
  SELECT t.revision_id AS id, t.chapter_id, t.body, t.origin, t.run_id, t.model, c.word_count, c.text_status, t.built_from, t.created_at, NULL::timestamptz AS replaced_at
  FROM chapter_text t WHERE t.account_id = c.account_id AND t.chapter_id = c.id
  UNION ALL
  SELECT v.id, v.chapter_id, v.body, v.origin, v.run_id, v.model, v.word_count, v.text_status, v.built_from, v.created_at, v.replaced_at
  FROM chapter_revision v WHERE v.account_id = c.account_id AND v.chapter_id = c.id
) r`;

const newestFirst = (sql: AnySql) => sql`coalesce(r.replaced_at, ${present}) DESC, r.id DESC`;

/** Up to `limit` of the texts of the row `c`, newest first, behind a place. */
const someOfIt = (sql: AnySql, limit: number, after: Place | undefined) => sql`(
  SELECT * FROM ${textsOfIt(sql)}
  WHERE true ${after ? sql`AND (coalesce(r.replaced_at, ${present}), r.id) < (${after.at}, ${after.id})` : sql``}
  ORDER BY ${newestFirst(sql)} LIMIT ${limit}
) r`;

/** The condition that the row `c` is that chapter, archived or not: its texts are kept with it. */
const ofChapter = (sql: AnySql, key: ChapterKey) => sql`
  c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.chapterId}
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

/** Newest first, the present text before all; undefined when there is no such chapter. */
export async function revisionsOfChapter(
  sql: AnySql,
  key: ChapterKey,
  limit: number,
  after?: Place,
): Promise<Revision[] | undefined> {
  const rows = await sql<Revision[]>`
    SELECT ${columns(sql)} FROM chapter c LEFT JOIN LATERAL ${someOfIt(sql, limit, after)} ON true
    WHERE ${ofChapter(sql, key)} ORDER BY ${newestFirst(sql)}`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** A page of the revisions of each of several chapters, in one statement. */
export function revisionsOfChapters(
  sql: Sql,
  accountId: string,
  chapterIds: readonly string[],
  limit: number,
  after: Place | undefined,
): Promise<Revision[]> {
  return sql<Revision[]>`
    SELECT ${columns(sql)} FROM chapter c CROSS JOIN LATERAL ${someOfIt(sql, limit, after)}
    WHERE c.account_id = ${accountId} AND c.id = ANY(${[...chapterIds]}) ORDER BY c.id, ${newestFirst(sql)}`;
}

/** Undefined when that chapter, archived or not, has no such revision. */
export async function revisionById(sql: AnySql, key: RevisionKey): Promise<Revision | undefined> {
  const [row] = await sql<Revision[]>`
    SELECT ${columns(sql)} FROM chapter c CROSS JOIN LATERAL ${textsOfIt(sql)}
    WHERE ${ofChapter(sql, key)} AND r.id = ${key.revisionId}`;
  return row;
}

/** The prose of texts, wherever each of them now is. */
export function proseOf(
  sql: AnySql,
  accountId: string,
  texts: readonly { id: string; chapterId: string }[],
): Promise<{ id: string; body: string }[]> {
  const [ids, chapterIds] = [texts.map(({ id }) => id), texts.map(({ chapterId }) => chapterId)];
  return sql<{ id: string; body: string }[]>`
    SELECT revision_id AS id, body FROM chapter_text WHERE account_id = ${accountId} AND chapter_id = ANY(${chapterIds}) AND revision_id = ANY(${ids})
    UNION ALL SELECT id, body FROM chapter_revision WHERE account_id = ${accountId} AND id = ANY(${ids})`;
}
