import { newId } from '../../id.ts';
import { type AnySql, assignments, type Sql, type Transaction } from '../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';
import type { BuiltFrom } from '../staleness/rules.ts';
import {
  type ChapterPatch,
  type ChapterStatus,
  chaptersMax,
  countWords,
  type NewChapter,
  type Origin,
} from './rules.ts';

export interface Chapter {
  id: string;
  bookId: string;
  order: number;
  title: string;
  summary: string;
  notes: string;
  status: ChapterStatus;
  wordCount: number;
  beatKeys: string[];
  povCharacterId: string | null;
  participantIds: string[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
  archivedAt: Date | null;
}

export interface ChapterKey extends BookKey {
  chapterId: string;
}

/** Why a change of a chapter was not made, when it exists. */
export type Refusal =
  | { refused: 'running'; runId: string }
  | { refused: 'stale' }
  | { refused: 'no such character' }
  | { refused: 'full' };

const columns = (sql: AnySql) => sql`
  c.id, c.book_id, c.position AS "order", c.title, c.summary, c.notes, c.word_count, c.beat_keys, c.pov_character_id, c.participant_ids,
  c.version, c.created_at, c.updated_at, c.archived_at,
  CASE WHEN r.id IS NOT NULL THEN 'generating' ELSE c.text_status END AS status`;
const runOfIt = (sql: AnySql) =>
  sql`LEFT JOIN run r ON r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running' AND r.kind = 'write'`;

/** The condition that the row `c` is that chapter, not archived, in a live book of the caller's. */
export const thisChapter = (sql: AnySql, key: ChapterKey) => sql`
  c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.chapterId} AND c.archived_at IS NULL
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

/** In order, or the archived ones, last archived first; undefined when there is no such book. */
export async function chaptersOfBook(
  sql: AnySql,
  key: BookKey,
  archived: 'live' | 'archived' = 'live',
): Promise<Chapter[] | undefined> {
  const which = archived === 'live' ? sql`c.archived_at IS NULL` : sql`c.archived_at IS NOT NULL`;
  const rows = await sql<Chapter[]>`
    SELECT ${columns(sql)} FROM book b
    LEFT JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id AND ${which} ${runOfIt(sql)}
    WHERE ${liveBook(sql, key)} ORDER BY ${archived === 'live' ? sql`c.position, c.id` : sql`c.archived_at DESC, c.id`}`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** The chapters of several books in one statement, in order within each. */
export function chaptersOfBooks(sql: Sql, accountId: string, bookIds: readonly string[]): Promise<Chapter[]> {
  return sql<Chapter[]>`
    SELECT ${columns(sql)} FROM chapter c ${runOfIt(sql)}
    WHERE c.account_id = ${accountId} AND c.book_id = ANY(${[...bookIds]}) AND c.archived_at IS NULL ORDER BY c.book_id, c.position, c.id`;
}

export async function chapterById(sql: AnySql, key: ChapterKey): Promise<Chapter | undefined> {
  const [row] = await sql<
    Chapter[]
  >`SELECT ${columns(sql)} FROM chapter c ${runOfIt(sql)} WHERE ${thisChapter(sql, key)}`;
  return row;
}

/** What is saved of the texts of chapters, including what a write has saved so far. */
export function textsOf(
  sql: AnySql,
  accountId: string,
  chapterIds: readonly string[],
): Promise<{ chapterId: string; body: string }[]> {
  return sql<{ chapterId: string; body: string }[]>`
    SELECT c.id AS chapter_id, coalesce(t.body, '') || coalesce((
        SELECT string_agg(k.body, '' ORDER BY k.seq) FROM run r JOIN chapter_chunk k ON k.account_id = r.account_id AND k.run_id = r.id
        WHERE r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running' AND r.kind = 'write'
      ), '') AS body
    FROM chapter c LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.id = ANY(${[...chapterIds]})`;
}

/** Takes the book's row, so that order and texts of its chapters change one after the other; the language, or undefined without such a book. */
export async function lockBook(tx: Transaction, key: BookKey): Promise<{ language: string } | undefined> {
  const [row] = await tx<
    { language: string }[]
  >`SELECT b.language FROM book b WHERE ${liveBook(tx, key)} FOR NO KEY UPDATE`;
  return row;
}

async function areInCast(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  { povCharacterId, participantIds }: ChapterPatch,
): Promise<boolean> {
  const wanted = [...new Set([...(povCharacterId ? [povCharacterId] : []), ...(participantIds ?? [])])];
  if (wanted.length === 0) return true;
  const found =
    await sql`SELECT id FROM character WHERE account_id = ${accountId} AND book_id = ${bookId} AND id = ANY(${wanted}) FOR KEY SHARE`;
  return found.length === wanted.length;
}

/** Adds a chapter at the end; undefined when there is no such book. */
export function insertChapter(sql: Sql, key: BookKey, chapter: NewChapter): Promise<Chapter | Refusal | undefined> {
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const book = await lockBook(tx, key);
    if (!book) return undefined;
    if (!(await areInCast(tx, key, chapter))) return { refused: 'no such character' };
    const [{ last } = { last: 0 }] = await tx<{ last: number }[]>`
      SELECT coalesce(max(position), 0) AS last FROM chapter WHERE account_id = ${key.accountId} AND book_id = ${key.bookId} AND archived_at IS NULL`;
    if (last >= chaptersMax) return { refused: 'full' };
    const content = chapter.content ?? '';
    const row = {
      accountId: key.accountId,
      bookId: key.bookId,
      id: newId('ch'),
      position: last + 1,
      title: chapter.title ?? `Chapter ${last + 1}`,
      summary: chapter.summary ?? '',
      notes: chapter.notes ?? '',
      beatKeys: chapter.beatKeys ?? [],
      povCharacterId: chapter.povCharacterId ?? null,
      participantIds: chapter.participantIds ?? [],
      textStatus: content ? 'complete' : 'empty',
      wordCount: countWords(content, book.language),
    };
    await tx`INSERT INTO chapter ${tx(row)}`;
    if (content) await putText(tx, { accountId: key.accountId, chapterId: row.id }, content, { origin: 'human' });
    return chapterById(tx, { ...key, chapterId: row.id });
  });
}

/** Where a text came from. */
export interface Provenance {
  origin: Origin;
  runId?: string | null;
  model?: string | null;
  builtFrom?: BuiltFrom | null;
}

/** Puts a text in place of the one there is, which becomes a revision; nothing is ever overwritten. */
export async function putText(
  tx: Transaction,
  at: { accountId: string; chapterId: string },
  body: string,
  { origin, runId, model, builtFrom }: Provenance,
): Promise<void> {
  await archiveText(tx, at);
  if (body === '') return;
  await tx`
    INSERT INTO chapter_text (account_id, chapter_id, revision_id, body, origin, run_id, model, built_from)
    VALUES (${at.accountId}, ${at.chapterId}, ${newId('rev')}, ${body}, ${origin}, ${runId ?? null}, ${model ?? null}, ${builtFrom ? tx.json(builtFrom) : null})`;
}

/** Moves the present text to the revisions; without a text nothing happens. */
export async function archiveText(
  tx: Transaction,
  { accountId, chapterId }: { accountId: string; chapterId: string },
): Promise<void> {
  await tx`
    WITH former AS (DELETE FROM chapter_text WHERE account_id = ${accountId} AND chapter_id = ${chapterId} RETURNING *)
    INSERT INTO chapter_revision (account_id, chapter_id, id, body, word_count, text_status, origin, run_id, model, built_from, created_at)
    SELECT f.account_id, f.chapter_id, f.revision_id, f.body, c.word_count, c.text_status, f.origin, f.run_id, f.model, f.built_from, f.created_at
    FROM former f JOIN chapter c ON c.account_id = f.account_id AND c.id = f.chapter_id`;
}

function rowOf({ content: _content, ...patch }: ChapterPatch) {
  return patch;
}

/** Writes the given fields and leaves the rest; undefined when there is no such chapter, a refusal when it may not be changed so. */
export async function updateChapter(
  sql: Sql,
  key: ChapterKey,
  patch: ChapterPatch,
  expected: number | undefined,
): Promise<Chapter | Refusal | undefined> {
  if (patch.content === undefined && !patch.povCharacterId && !patch.participantIds?.length)
    return updateFields(sql, key, patch, expected);
  return sql.begin(async (tx): Promise<Chapter | Refusal | undefined> => {
    const book = await lockBook(tx, key);
    const chapter = book && (await chapterById(tx, key));
    if (!book || !chapter) return undefined;
    if (!(await areInCast(tx, key, patch))) return { refused: 'no such character' };
    if (expected !== undefined && chapter.version !== expected) return { refused: 'stale' };
    if (patch.content === undefined) return updateFields(tx, key, patch, expected);
    const runId = await runningOn(tx, key);
    if (runId) return { refused: 'running', runId };
    await putText(tx, key, patch.content, { origin: 'human' });
    const text = {
      textStatus: patch.content ? 'complete' : 'empty',
      wordCount: countWords(patch.content, book.language),
    };
    return updateFields(tx, key, { ...rowOf(patch), ...text }, expected);
  });
}

export async function updateFields(
  sql: AnySql,
  key: ChapterKey,
  fields: object,
  expected: number | undefined,
): Promise<Chapter | undefined> {
  const [row] = await sql<Chapter[]>`
    WITH changed AS (
      UPDATE chapter c SET ${assignments(sql, fields)}, version = version + 1, updated_at = clock_timestamp()
      WHERE ${thisChapter(sql, key)} ${expected === undefined ? sql`` : sql`AND c.version = ${expected}`}
      RETURNING *
    ) SELECT ${columns(sql)} FROM changed c ${runOfIt(sql)}`;
  return row;
}

/** The run that is writing or rewriting a chapter, if any; one that only reads it does not count. */
export async function runningOn(
  sql: AnySql,
  { accountId, chapterId }: { accountId: string; chapterId: string },
): Promise<string | undefined> {
  const [row] = await sql<
    { id: string }[]
  >`SELECT id FROM run WHERE account_id = ${accountId} AND chapter_id = ${chapterId} AND state = 'running' AND kind IN ('write', 'rewrite')`;
  return row?.id;
}

/** The ends of the texts of a book's chapters, in order: enough of each for a sentence, and of one chapter's for a long tail. */
export function textEnds(
  sql: AnySql,
  { accountId, bookId }: BookKey,
  tailOf: string | undefined,
): Promise<{ chapterId: string; head: string; tail: string }[]> {
  return sql<{ chapterId: string; head: string; tail: string }[]>`
    SELECT c.id AS chapter_id, left(t.body, 400) AS head, right(t.body, CASE WHEN c.id = ${tailOf ?? ''} THEN 8000 ELSE 400 END) AS tail
    FROM chapter c JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.archived_at IS NULL ORDER BY c.position`;
}

/** Counts the words of all of a book's chapters anew, archived ones too: its language has changed. */
export async function recountWords(sql: Sql, { accountId, bookId }: BookKey, language: string): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await lockBook(tx, { accountId, bookId }))) return;
    const texts = await tx<{ id: string; body: string }[]>`
      SELECT c.id, t.body FROM chapter c JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
      WHERE c.account_id = ${accountId} AND c.book_id = ${bookId}`;
    const [ids, counts] = [texts.map(({ id }) => id), texts.map(({ body }) => countWords(body, language))];
    await tx`
      UPDATE chapter c SET word_count = n.words, version = version + 1, updated_at = clock_timestamp()
      FROM unnest(${ids}::text[], ${counts}::int[]) AS n (id, words)
      WHERE c.account_id = ${accountId} AND c.id = n.id AND c.word_count <> n.words`;
  });
}
