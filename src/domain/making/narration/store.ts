import { withDbTimeout } from '../../../sql/attempt.ts';
import type { AnySql, Fragment, Sql, Transaction } from '../../../sql/connect.ts';
import type { SweepResult } from '../../../sql/sweep.ts';
import { type Run, runColumns } from '../../calls/run/store.ts';
import { liveBook } from '../../story/book/store.ts';
import type { AudioStatus } from '../../text/chapter/rules.ts';
import { type ChapterKey, thisChapter } from '../../text/chapter/store.ts';
import { isPublishedText } from '../../text/texts/clauses.ts';
import { presentTextOf } from '../../text/texts/present.ts';
import { pieceBytes } from './rules.ts';

/** Text of a chapter to narrate. */
export interface Subject {
  title: string;
  textStatus: 'empty' | 'partial' | 'complete';
  body: string;
  revisionId: string | null;
  language: string;
  bookTitle: string;
  author: string;
}

/** Undefined if there is no such chapter. */
export async function subjectOf(sql: AnySql, key: ChapterKey): Promise<Subject | undefined> {
  const [row] = await sql<Subject[]>`
    SELECT c.account_id AS owner_of_chapter, c.title, c.text_status, coalesce(t.body, '') AS body, t.revision_id,
      b.language, b.title AS book_title, b.author
    FROM book b JOIN chapter c ON c.account_id = b.account_id AND c.book_id = b.id
    LEFT JOIN ${presentTextOf(sql)}
    WHERE ${liveBook(sql, key)} AND c.id = ${key.chapterId} AND c.archived_at IS NULL`;
  return row;
}

/** A narration in progress. */
export interface NewNarration {
  accountId: string;
  id: string;
  chapterId: string;
  revisionId: string;
  title: string;
  voice: string;
  model: string;
  runId: string;
}

/** A finished narration. */
export interface Narration {
  id: string;
  chapterId: string;
  title: string;
  voice: string;
  model: string;
  durationMs: number;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
  completedAt: Date;
}

const columns = (sql: AnySql) =>
  sql`n.account_id AS owner_of_narration, n.id, n.chapter_id, n.title, n.voice, n.model, n.duration_ms, n.size_bytes,
    n.sha256, n.completed_at`;

export async function insertNarration(tx: Transaction, narration: NewNarration): Promise<void> {
  await tx`INSERT INTO narration ${tx({ ...narration })}`;
}

/** Running narration of a chapter, if any. */
export async function runningNarration(
  sql: AnySql,
  { accountId, chapterId }: { accountId: string; chapterId: string },
): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`
    SELECT ${runColumns(sql)} FROM run r
    WHERE r.account_id = ${accountId} AND r.chapter_id = ${chapterId} AND r.state = 'running' AND r.kind = 'narrate'`;
  return row;
}

/** The run that made the newest narration if it matches the request; undefined otherwise. */
export async function runOfSame(
  sql: AnySql,
  { accountId, chapterId }: ChapterKey,
  wanted: Pick<NewNarration, 'revisionId' | 'title' | 'voice' | 'model'>,
): Promise<Run | undefined> {
  const [row] = await sql<Run[]>`
    SELECT ${runColumns(sql)} FROM (
      SELECT * FROM narration WHERE account_id = ${accountId} AND chapter_id = ${chapterId}
        AND completed_at IS NOT NULL ORDER BY id DESC LIMIT 1
    ) n JOIN run r ON r.account_id = n.account_id AND r.id = n.run_id
    WHERE n.revision_id = ${wanted.revisionId} AND n.title = ${wanted.title} AND n.voice = ${wanted.voice}
      AND n.model = ${wanted.model}`;
  return row;
}

/** State of a chapter's narration, with its audio. */
export interface Audio {
  chapterId: string;
  status: AudioStatus;
  narration: (Narration & { isStale: boolean }) | null;
}

/** Narration states of several chapters, in one statement. */
export async function audioOf(sql: AnySql, accountId: string, chapterIds: readonly string[]): Promise<Audio[]> {
  const rows = await sql<(Narration & { isStale: boolean; id: string | null; status: AudioStatus })[]>`
    SELECT c.account_id AS owner_of_chapter, ${columns(sql)}, n.is_stale, c.id AS chapter_id,
      CASE WHEN r.state = 'running' OR q.id IS NOT NULL THEN 'pending' WHEN NOT n.is_stale THEN 'ready'
        WHEN r.state = 'failed' THEN 'failed'
        WHEN n.is_stale THEN 'stale' ELSE 'none' END AS status
    FROM chapter c LEFT JOIN ${presentTextOf(sql)}
    LEFT JOIN LATERAL (
      SELECT h.*, (t.revision_id IS DISTINCT FROM h.revision_id OR c.title <> h.title) AS is_stale FROM narration h
      WHERE h.account_id = c.account_id AND h.chapter_id = c.id AND h.completed_at IS NOT NULL
      ORDER BY h.id DESC LIMIT 1
    ) n ON true
    LEFT JOIN LATERAL (
      SELECT state FROM run o WHERE o.account_id = c.account_id AND o.chapter_id = c.id AND o.kind = 'narrate'
        ORDER BY o.id DESC LIMIT 1
    ) r ON true
    LEFT JOIN narration_order q ON q.account_id = c.account_id AND q.chapter_id = c.id AND q.failed_at IS NULL
    WHERE c.account_id = ${accountId} AND c.id = ANY(${[...chapterIds]})`;
  return rows.map(({ status, ...narration }) => ({
    chapterId: narration.chapterId,
    status,
    narration: narration.id === null ? null : narration,
  }));
}

/** Newest audio of a chapter; undefined if there is no such chapter or no audio. */
export async function narrationOfChapter(sql: AnySql, key: ChapterKey): Promise<Narration | undefined> {
  const [row] = await sql<Narration[]>`
    SELECT ${columns(sql)} FROM chapter c JOIN narration n ON n.account_id = c.account_id AND n.chapter_id = c.id
    WHERE ${thisChapter(sql, key)} AND n.completed_at IS NOT NULL ORDER BY n.id DESC LIMIT 1`;
  return row;
}

/** Reads a byte range of a narration piece by piece, both ends inclusive. Ends early if the narration is deleted meanwhile. */
export async function* bytesOf(
  sql: AnySql,
  accountId: string,
  narrationId: string,
  first: number,
  last: number,
): AsyncGenerator<Uint8Array, void, void> {
  for (let seq = Math.floor(first / pieceBytes); seq * pieceBytes <= last; seq += 1) {
    const [piece] = await withDbTimeout(
      () => sql<{ bytes: Uint8Array }[]>`
        SELECT account_id AS owner_of_narration_piece, bytes FROM narration_piece WHERE account_id = ${accountId}
          AND narration_id = ${narrationId} AND seq = ${seq}`,
    );
    if (!piece) return;
    yield piece.bytes.subarray(Math.max(0, first - seq * pieceBytes), last + 1 - seq * pieceBytes);
  }
}

/** Idempotent. */
export async function insertPiece(
  sql: Sql,
  { accountId, id }: Pick<NewNarration, 'accountId' | 'id'>,
  seq: number,
  bytes: Uint8Array,
): Promise<void> {
  await sql`
    INSERT INTO narration_piece (account_id, narration_id, seq, bytes) VALUES (${accountId}, ${id}, ${seq}, ${bytes})
    ON CONFLICT DO NOTHING`;
}

/** Publishes a finished narration and marks the ones it replaces. */
export async function completeNarration(
  tx: Transaction,
  { accountId, id, chapterId }: NewNarration,
  file: Pick<Narration, 'durationMs' | 'sizeBytes' | 'sha256'>,
): Promise<void> {
  await tx`
    UPDATE narration SET duration_ms = ${file.durationMs}, size_bytes = ${file.sizeBytes}, sha256 = ${file.sha256},
      completed_at = clock_timestamp()
    WHERE account_id = ${accountId} AND id = ${id}`;
  await tx`DELETE FROM narration n WHERE n.account_id = ${accountId} AND n.chapter_id = ${chapterId}
    AND ${isReplaced(tx)}`;
}

/** Deletes an unfinished narration with its bytes. */
export async function dropNarration(tx: Transaction, { accountId, id }: NewNarration): Promise<void> {
  await tx`DELETE FROM narration WHERE account_id = ${accountId} AND id = ${id}`;
}

/**
 * Condition that `n` is obsolete: its chapter has a newer narration, and `n` is not the newest narration of a published
 * text.
 */
const isReplaced = (sql: AnySql) => sql`
  n.completed_at IS NOT NULL AND EXISTS (
    SELECT FROM narration o JOIN chapter c ON c.account_id = o.account_id AND c.id = o.chapter_id
    WHERE o.account_id = n.account_id AND o.chapter_id = n.chapter_id AND o.id > n.id AND o.completed_at IS NOT NULL
      AND (o.revision_id = n.revision_id
        OR NOT ${isPublishedText.of(sql, sql`c.account_id`, sql`c.book_id`, sql`n.revision_id`)})
  )`;

/** Deletes a part of the narrations that are obsolete or whose runs never finished. */
export function sweepNarrations(sql: Sql): Promise<SweepResult> {
  return sql`
    DELETE FROM narration WHERE (account_id, id) IN (
      SELECT n.account_id, n.id FROM narration n WHERE ${isReplaced(sql)} OR n.completed_at IS NULL AND NOT EXISTS (
        SELECT FROM run r WHERE r.account_id = n.account_id AND r.id = n.run_id AND r.state = 'running') LIMIT 10)`;
}

/** The finished narrations of a text, as rows `n`, by the columns with its account and its revision id. */
export const spokenOf = (sql: AnySql, accountId: Fragment, revisionId: Fragment) => sql`(
  SELECT * FROM narration n WHERE n.account_id = ${accountId} AND n.revision_id = ${revisionId}
    AND n.completed_at IS NOT NULL
) n`;
