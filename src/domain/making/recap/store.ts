import { idBeside } from '../../../ids/id.ts';
import type { AnySql, Sql } from '../../../sql/connect.ts';
import { type BookKey, ofLiveBook, type Shelf } from '../../story/book/store.ts';
import { type NamedCharacter, namedCast } from '../../story/character/store.ts';
import { type ChapterKey, thisChapter } from '../../text/chapter/store.ts';
import { hasFreshRecap } from '../../text/texts/clauses.ts';
import { presentTextOf } from '../../text/texts/present.ts';
import type { NewRecap, RecapOrigin } from './rules.ts';

/** What happened in a chapter, and where everybody stands after it. */
export interface Recap extends NewRecap {
  /** Derived from that of the chapter. */
  id: string;
  chapterId: string;
  origin: RecapOrigin;
  /** The text that it was made from. */
  revisionId: string;
  /** Whether that text was edited by more than a few words since. */
  isStale: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The recap row `p` beside the present text `t` of its chapter. */
const columns = (sql: AnySql) => sql`
  p.account_id AS owner_of_chapter_recap, 'rcp' || substr(p.chapter_id, 3) AS id, p.chapter_id, p.events, p.state,
    p.origin, p.revision_id,
  t.revision_id IS DISTINCT FROM p.fresh_revision_id AS is_stale, p.version, p.created_at, p.updated_at`;

const withText = (sql: AnySql) => sql`LEFT JOIN ${presentTextOf(sql, 'p.chapter_id')}`;

/** Recaps of several chapters in one statement. */
export function recapsOf(sql: AnySql, accountId: string, chapterIds: readonly string[]): Promise<Recap[]> {
  return sql<Recap[]>`
    SELECT ${columns(sql)} FROM chapter_recap p ${withText(sql)}
    WHERE p.account_id = ${accountId} AND p.chapter_id = ANY(${[...chapterIds]})`;
}

/** What a new recap is made with. */
interface BeforeRecap {
  cast: NamedCharacter[];
  /** State of the last recap before the chapter; null without one. */
  formerState: string | null;
  /** Whether the text of that recap was edited since. */
  isFormerStale: boolean;
}

export async function beforeRecap(sql: AnySql, { accountId, bookId, chapterId }: ChapterKey): Promise<BeforeRecap> {
  const [row] = await sql<BeforeRecap[]>`
    SELECT c.account_id AS owner_of_chapter, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'name', h.name, 'aliases', h.aliases) ORDER BY h.id), '[]')
      FROM ${namedCast(sql, { accountId, bookId })} h
    ) AS "cast", f.state AS former_state, coalesce(f.is_stale, false) AS is_former_stale
    FROM chapter c LEFT JOIN LATERAL (
      SELECT p.state, t.revision_id IS DISTINCT FROM p.fresh_revision_id AS is_stale
      FROM chapter e JOIN chapter_recap p ON p.account_id = e.account_id AND p.chapter_id = e.id ${withText(sql)}
      WHERE e.account_id = ${accountId} AND e.book_id = ${bookId} AND e.archived_at IS NULL
        AND (e.rank, e.id) < (c.rank, c.id)
        AND p.state <> ''
      ORDER BY e.rank DESC, e.id DESC LIMIT 1
    ) f ON true
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.id = ${chapterId}`;
  return row ?? { cast: [], formerState: null, isFormerStale: false };
}

/** Recaps by id, of chapters that are not archived, in live books of a shelf, unordered. */
export function recapsByIds(sql: Sql, shelf: Shelf, ids: readonly string[]): Promise<Recap[]> {
  const ofChapters = ids.map((id) => idBeside('ch', id));
  return sql<Recap[]>`
    SELECT ${columns(sql)} FROM chapter c JOIN chapter_recap p ON p.account_id = c.account_id
      AND p.chapter_id = c.id ${withText(sql)}
    WHERE ${ofLiveBook(sql, shelf, 'c')} AND c.id = ANY(${ofChapters}) AND c.archived_at IS NULL`;
}

/** The recap of a chapter, null if it has none; undefined if there is no such chapter. */
export async function recapOfChapter(sql: AnySql, key: ChapterKey): Promise<Recap | null | undefined> {
  const [row] = await sql<Recap[]>`
    SELECT ${columns(sql)} FROM chapter c LEFT JOIN chapter_recap p ON p.account_id = c.account_id
      AND p.chapter_id = c.id ${withText(sql)}
    WHERE ${thisChapter(sql, key)}`;
  return row && (row.chapterId ? row : null);
}

/** A recap for the prompts of later chapters. A stale one is of an earlier text. */
export type ToldRecap = Pick<Recap, 'events' | 'state' | 'isStale' | 'version'>;

/** Recaps of a book's chapters with text for the prompts of later chapters, by chapter id. */
export async function recapsOfBook(sql: AnySql, { accountId, bookId }: BookKey): Promise<Map<string, ToldRecap>> {
  const rows = await sql<(ToldRecap & { chapterId: string })[]>`
    SELECT p.account_id AS owner_of_chapter_recap, p.chapter_id, p.events, p.state, p.version,
      t.revision_id IS DISTINCT FROM p.fresh_revision_id AS is_stale
    FROM chapter c
    JOIN ${presentTextOf(sql)}
    JOIN chapter_recap p ON p.account_id = t.account_id AND p.chapter_id = t.chapter_id
    WHERE c.account_id = ${accountId} AND c.book_id = ${bookId} AND c.archived_at IS NULL AND t.body <> ''`;
  return new Map(rows.map(({ chapterId, ...recap }) => [chapterId, recap]));
}

/** Source of a recap. */
interface RecapSource {
  origin: RecapOrigin;
  model?: string | null;
  runId?: string | null;
  /** Sets it only if the chapter has this text. */
  revisionId?: string;
  /** Sets it only if it has this version. */
  expected?: number | undefined;
}

/**
 * Sets the whole recap of the present text and removes a suggestion. Undefined, without a change, if there is no such chapter, it has no text or
 * another one, or its recap has another version. A model leaves the recap of a person as it is.
 */
export async function putRecap(
  sql: AnySql,
  key: ChapterKey,
  { events, state }: NewRecap,
  { origin, model = null, runId = null, revisionId, expected }: RecapSource,
): Promise<Recap | undefined> {
  const [row] = await sql<Recap[]>`
    WITH p AS (
      INSERT INTO chapter_recap AS p (account_id, chapter_id, revision_id, fresh_revision_id, words, events, state,
        origin, model, run_id)
      SELECT t.account_id, t.chapter_id, t.revision_id, t.revision_id, c.word_count, ${events}, ${state}, ${origin},
        ${model}, ${runId}
      FROM chapter c JOIN ${presentTextOf(sql)}
      WHERE ${thisChapter(sql, key)} ${revisionId === undefined ? sql`` : sql`AND t.revision_id = ${revisionId}`}
        ${
          expected === undefined
            ? sql``
            : sql`AND EXISTS (SELECT FROM chapter_recap o
          WHERE o.account_id = c.account_id AND o.chapter_id = c.id AND o.version = ${expected})`
        }
      ON CONFLICT (account_id, chapter_id) DO UPDATE
        SET revision_id = excluded.revision_id, fresh_revision_id = excluded.fresh_revision_id,
        words = excluded.words, edited_words = 0, place_from = 0, place_to = -1, place_was = 0, place_is = 0,
        events = excluded.events, state = excluded.state, origin = excluded.origin, model = excluded.model,
          run_id = excluded.run_id,
        version = p.version + 1, updated_at = clock_timestamp()
        WHERE ${expected === undefined ? sql`true` : sql`p.version = ${expected}`}
          ${origin === 'model' ? sql`AND p.origin <> 'person'` : sql``}
      RETURNING *
    ), answered AS (
      DELETE FROM chapter_recap_suggestion s USING p WHERE s.account_id = p.account_id AND s.chapter_id = p.chapter_id
    ) SELECT ${columns(sql)} FROM p ${withText(sql)}`;
  return row;
}

/** Id of the running run that makes the recap of the chapter before; undefined without one. */
export async function runningRecapBefore(
  sql: AnySql,
  { accountId, bookId, chapterId }: ChapterKey,
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    SELECT r.account_id AS owner_of_run, r.id FROM run r
    WHERE r.account_id = ${accountId} AND r.kind = 'summarize' AND r.state = 'running' AND r.chapter_id = (
      SELECT n.id FROM chapter m JOIN chapter n ON n.account_id = m.account_id AND n.book_id = m.book_id
        AND (n.rank, n.id) < (m.rank, m.id)
      WHERE m.account_id = ${accountId} AND m.book_id = ${bookId} AND m.id = ${chapterId} AND n.archived_at IS NULL
      ORDER BY n.rank DESC, n.id DESC LIMIT 1
    ) ORDER BY r.id DESC LIMIT 1`;
  return row?.id;
}

hasFreshRecap.add(
  (sql) => sql`EXISTS (SELECT FROM chapter_recap p WHERE p.account_id = t.account_id AND p.chapter_id = t.chapter_id
    AND p.fresh_revision_id = t.revision_id)`,
);
