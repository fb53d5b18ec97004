import type { AnySql, Sql } from '../../../sql/connect.ts';
import { savedPiecesOf } from '../../calls/run/pieces.ts';
import type { BuiltFrom } from '../../shapes.ts';
import { liveBook } from '../../story/book/store.ts';
import type { Origin } from '../chapter/rules.ts';
import { type Chapter, type ChapterKey, chapterColumns, chapterRows, thisChapter } from '../chapter/store.ts';

/**
 * The row `t` of the present text of a chapter, with the condition that joins it. Other rooms read it through this table and
 * the functions below; they write it through `save.ts`.
 *
 * @param chapter The column with the id of the chapter, with the alias of its row.
 */
export function presentTextOf(sql: AnySql, chapter = 'c.id') {
  const [row = ''] = chapter.split('.');
  return sql`chapter_text t ON t.account_id = ${sql.unsafe(row)}.account_id AND t.chapter_id = ${sql.unsafe(chapter)}`;
}

/** The present texts of all chapters, as rows `t`. */
export const presentTexts = (sql: AnySql) => sql`chapter_text t`;

/** Length of the row `t` in bytes, without reading the text. */
export const bytesOfIt = (sql: AnySql) => sql`octet_length(t.head) + octet_length(t.middle) + octet_length(t.tail)`;

/** Text of the chapter row `c`, including that of a write in progress. */
const savedText = (sql: AnySql) => sql`
  coalesce((SELECT t.body FROM chapter_text t WHERE t.account_id = c.account_id
    AND t.chapter_id = c.id), '') || ${savedPiecesOf(sql)}`;

/** Revision id of the present text of the chapter row `c`; null if there is none. */
const revisionOfIt = (sql: AnySql) =>
  sql`(SELECT t.revision_id FROM chapter_text t WHERE t.account_id = c.account_id AND t.chapter_id = c.id)`;

/** Prose of a chapter, with its revision id. */
export interface SavedText {
  content: string;
  revisionId: string | null;
}

/** Prose of several chapters in one statement. */
export function textsOf(
  sql: AnySql,
  accountId: string,
  chapterIds: readonly string[],
): Promise<(SavedText & { chapterId: string })[]> {
  return sql<(SavedText & { chapterId: string })[]>`
    SELECT c.account_id AS owner_of_chapter, c.id AS chapter_id, ${savedText(sql)} AS content,
      ${revisionOfIt(sql)} AS revision_id FROM chapter c
    WHERE c.account_id = ${accountId} AND c.id = ANY(${[...chapterIds]})`;
}

/** The same, if all texts together are within a size, which is checked before any text is read; undefined otherwise. */
export async function textsWithin(
  sql: AnySql,
  accountId: string,
  chapterIds: readonly string[],
  bytesMax: number,
): Promise<(SavedText & { chapterId: string })[] | undefined> {
  const rows = await sql<(Omit<SavedText, 'content'> & { chapterId: string; content: string | null })[]>`
    SELECT c.account_id AS owner_of_chapter, c.id AS chapter_id, ${revisionOfIt(sql)} AS revision_id,
      CASE WHEN coalesce(sum((
        SELECT ${bytesOfIt(sql)} FROM chapter_text t WHERE t.account_id = c.account_id AND t.chapter_id = c.id
      )) OVER (), 0) <= ${bytesMax} THEN ${savedText(sql)} END AS content
    FROM chapter c WHERE c.account_id = ${accountId} AND c.id = ANY(${[...chapterIds]})`;
  const texts = rows.flatMap(({ content, ...row }) => (content === null ? [] : [{ ...row, content }]));
  return texts.length === rows.length ? texts : undefined;
}

/** A chapter with its text, in one statement. */
export async function chapterWithText(sql: AnySql, key: ChapterKey): Promise<(Chapter & SavedText) | undefined> {
  const [row] = await sql<(Chapter & SavedText)[]>`
    SELECT ${chapterColumns.all.of(sql)}, ${savedText(sql)} AS content, ${revisionOfIt(sql)} AS revision_id
      FROM ${chapterRows(sql)} WHERE ${thisChapter(sql, key)}`;
  return row;
}

/** Source of a text. */
export interface Provenance {
  origin: Origin;
  runId?: string | null;
  model?: string | null;
  builtFrom?: BuiltFrom | null;
  /** Token that saved it; starts its editing session. */
  savedBy?: string;
}

/** A text with its source. */
export type SourcedText = Provenance & { body: string };

/** The present text of a chapter with its source; undefined for an empty chapter. */
export async function presentText(
  sql: AnySql,
  { accountId, chapterId }: { accountId: string; chapterId: string },
): Promise<SourcedText | undefined> {
  const [row] = await sql<SourcedText[]>`
    SELECT t.account_id AS owner_of_chapter_text, t.body, t.origin, t.run_id, t.model, t.built_from
      FROM chapter_text t WHERE t.account_id = ${accountId} AND t.chapter_id = ${chapterId}`;
  return row;
}

/** Present text of a chapter, with the run that wrote it. */
export interface PresentState {
  textStatus: 'empty' | 'partial' | 'complete';
  body: string;
  revisionId: string | null;
  lastRunId: string | null;
}

/** Undefined if there is no such chapter. */
export async function presentStateOf(sql: AnySql, key: ChapterKey): Promise<PresentState | undefined> {
  const [row] = await sql<PresentState[]>`
    SELECT c.account_id AS owner_of_chapter, c.text_status, coalesce(t.body, '') AS body, t.revision_id,
      t.run_id AS last_run_id
    FROM book b JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id
    LEFT JOIN ${presentTextOf(sql)}
    WHERE ${liveBook(sql, key)} AND c.id = ${key.chapterId} AND c.archived_at IS NULL`;
  return row;
}

/** Inputs of the present texts of chapters; missing for empty texts and those set by hand. */
export function builtFromOfChapters(
  sql: Sql,
  accountId: string,
  chapterIds: readonly string[],
): Promise<{ chapterId: string; builtFrom: BuiltFrom }[]> {
  return sql<{ chapterId: string; builtFrom: BuiltFrom }[]>`
    SELECT account_id AS owner_of_chapter_text, chapter_id, built_from FROM chapter_text
    WHERE account_id = ${accountId} AND chapter_id = ANY(${[...chapterIds]}) AND built_from IS NOT NULL`;
}
