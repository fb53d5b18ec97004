import type { AnySql, Sql, Transaction } from '../../../sql/connect.ts';
import { betweenPlaces, newestFirst } from '../../../sql/range.ts';
import type { PageRange, Place } from '../../page.ts';
import type { BuiltFrom } from '../../shapes.ts';
import { liveBook, ofLiveBook, type Shelf } from '../../story/book/store.ts';
import type { Origin } from '../chapter/rules.ts';
import type { ChapterKey } from '../chapter/store.ts';

/** A text of a chapter, current or former, without its prose. */
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

/** Sorts the present text before all replaced ones. */
const present = new Date('9999-12-31T23:59:59.999Z');

/** Position of a revision in the list of its chapter. */
export function placeInList({ replacedAt, id }: Revision): Place {
  return { at: replacedAt ?? present, id };
}

const columns = (sql: AnySql) => sql`
  r.account_id AS owner_of_chapter_revision, r.id, r.chapter_id, r.origin, r.run_id, r.model, r.word_count,
    r.text_status AS status, r.built_from, r.created_at, r.replaced_at`;

/** All texts of the chapter row `c`, as rows `r`, without unfolded text of a run. */
const textsOfIt = (sql: AnySql) => sql`(
  SELECT t.account_id, t.revision_id AS id, t.chapter_id, t.body, t.origin, t.run_id, t.model, c.word_count,
    c.text_status, t.built_from, t.created_at, NULL::timestamptz AS replaced_at
  FROM chapter_text t WHERE t.account_id = c.account_id AND t.chapter_id = c.id
  UNION ALL
  SELECT v.account_id, v.id, v.chapter_id, v.body, v.origin, v.run_id, v.model, v.word_count, v.text_status,
    v.built_from, v.created_at, v.replaced_at
  FROM chapter_revision v WHERE v.account_id = c.account_id AND v.chapter_id = c.id
) r`;

const placeOfIt = (sql: AnySql) => [sql`coalesce(r.replaced_at, ${present})`, sql`r.id`] as const;

const inOrder = (sql: AnySql, range: PageRange) => {
  const [at, id] = placeOfIt(sql);
  return sql`${at} ${newestFirst(sql, range)}, ${id} ${newestFirst(sql, range)}`;
};

/** A page of the texts of the row `c`, newest first, and one row more. */
const someOfIt = (sql: AnySql, range: PageRange) => sql`(
  SELECT * FROM ${textsOfIt(sql)} WHERE true ${betweenPlaces(sql, placeOfIt(sql), range)}
  ORDER BY ${inOrder(sql, range)} LIMIT ${range.size + 1}
) r`;

/** Condition that the row `c` is this chapter, archived or not. */
const ofChapter = (sql: AnySql, key: ChapterKey) => sql`
  c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.chapterId}
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

/** A page of revisions, present text first, then newest first, and one row more; undefined if there is no such chapter. */
export async function revisionsOfChapter(
  sql: AnySql,
  key: ChapterKey,
  range: PageRange,
): Promise<Revision[] | undefined> {
  const rows = await sql<Revision[]>`
    SELECT ${columns(sql)} FROM chapter c LEFT JOIN LATERAL ${someOfIt(sql, range)} ON true
    WHERE ${ofChapter(sql, key)} ORDER BY ${inOrder(sql, range)}`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** The same for several chapters, in one statement. */
export function revisionsOfChapters(
  sql: Sql,
  accountId: string,
  chapterIds: readonly string[],
  range: PageRange,
): Promise<Revision[]> {
  return sql<Revision[]>`
    SELECT ${columns(sql)} FROM chapter c CROSS JOIN LATERAL ${someOfIt(sql, range)}
    WHERE c.account_id = ${accountId} AND c.id = ANY(${[...chapterIds]}) ORDER BY c.id, ${inOrder(sql, range)}`;
}

/** Whether there is this chapter, archived or not. */
export async function hasChapter(sql: AnySql, key: ChapterKey): Promise<boolean> {
  return (await sql`SELECT 1 FROM chapter c WHERE ${ofChapter(sql, key)}`).length > 0;
}

/** Undefined if the chapter, archived or not, has no such revision. */
export async function revisionById(sql: AnySql, key: RevisionKey): Promise<Revision | undefined> {
  const [row] = await sql<Revision[]>`
    SELECT ${columns(sql)} FROM chapter c CROSS JOIN LATERAL ${textsOfIt(sql)}
    WHERE ${ofChapter(sql, key)} AND r.id = ${key.revisionId}`;
  return row;
}

/** Revisions by id, of chapters in live books of a shelf, unordered. */
export function revisionsByIds(sql: AnySql, shelf: Shelf, ids: readonly string[]): Promise<Revision[]> {
  const { accountId } = shelf;
  const all = [...ids];
  return sql<Revision[]>`
    SELECT ${columns(sql)} FROM (
      SELECT chapter_id FROM chapter_text WHERE account_id = ${accountId} AND revision_id = ANY(${all})
      UNION SELECT chapter_id FROM chapter_revision WHERE account_id = ${accountId} AND id = ANY(${all})
    ) named
    JOIN chapter c ON c.account_id = ${accountId} AND c.id = named.chapter_id
    CROSS JOIN LATERAL ${textsOfIt(sql)}
    WHERE ${ofLiveBook(sql, shelf, 'c')} AND r.id = ANY(${all})`;
}

/** Marks a former text as one that its author wanted back: thinning keeps it. */
export async function markRestored(tx: Transaction, { accountId, revisionId }: RevisionKey): Promise<void> {
  await tx`UPDATE chapter_revision SET restored_at = clock_timestamp() WHERE account_id = ${accountId}
    AND id = ${revisionId}`;
}
