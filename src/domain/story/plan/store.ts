import { idBeside } from '../../../ids/id.ts';
import { amongBooks } from '../../../sql/bounds.ts';
import type { AnySql, Sql } from '../../../sql/connect.ts';
import { type BookKey, liveBook, type Shelf } from '../book/store.ts';
import type { BeatSheetId } from './beat.ts';
import type { Citation, PlanPatch } from './rules.ts';

/** The columns of a book's row that are its plan. */
export interface Plan {
  /** Derived from the id of its book: a book has one plan. */
  id: string;
  bookId: string;
  themeStatement: string | null;
  readerPromise: string | null;
  compAuthors: string | null;
  beatSheetTemplate: BeatSheetId | null;
  povLock: string | null;
  tenseLock: string | null;
  povDepth: number | null;
  genre: string | null;
  audience: string | null;
  genreConfidence: number | null;
  audienceConfidence: number | null;
  autoDetectedGenre: boolean;
  researchCitations: Citation[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns = (sql: AnySql) => sql`
  b.account_id AS owner_of_book, 'plan' || substr(b.id, 3) AS id, b.id AS book_id, b.theme_statement,
    b.reader_promise, b.comp_authors, b.beat_sheet_template, b.pov_lock, b.tense_lock, b.pov_depth,
  b.genre, b.audience, b.genre_confidence, b.audience_confidence, b.auto_detected_genre, b.research_citations,
  b.plan_version AS version, b.created_at, b.plan_updated_at AS updated_at`;

/** Undefined if there is no such book. */
export async function planOfBook(sql: AnySql, key: BookKey): Promise<Plan | undefined> {
  const [row] = await sql<Plan[]>`SELECT ${columns(sql)} FROM book b WHERE ${liveBook(sql, key)}`;
  return row;
}

/** Plans of live books of the caller, unordered. */
export function plansOfBooks(sql: Sql, accountId: string, bookIds: readonly string[]): Promise<Plan[]> {
  return sql<Plan[]>`
    SELECT ${columns(sql)} FROM book b
    WHERE b.account_id = ${accountId} AND b.id = ANY(${[...bookIds]}) AND b.deleted_at IS NULL`;
}

/** Plans by id, of live books of a shelf, unordered. */
export function plansByIds(sql: Sql, { accountId, bookIds }: Shelf, ids: readonly string[]): Promise<Plan[]> {
  const ofBooks = ids.map((id) => idBeside('bk', id));
  return sql<Plan[]>`
    SELECT ${columns(sql)} FROM book b
    WHERE b.account_id = ${accountId} ${amongBooks(sql, 'b.id', bookIds)} AND b.id = ANY(${ofBooks})
      AND b.deleted_at IS NULL`;
}

/** Updates the given fields, at least one; undefined if there is no such book, or its plan is not at the expected version. */
export async function updatePlan(
  sql: Sql,
  key: BookKey,
  patch: PlanPatch,
  expected: number | undefined,
): Promise<Plan | undefined> {
  const { researchCitations } = patch;
  const row = { ...patch, ...(researchCitations ? { researchCitations: sql.json(researchCitations) } : {}) };
  const [changed] = await sql<Plan[]>`
    UPDATE book b SET ${sql(row)}, plan_version = b.plan_version + 1,
      plan_updated_at = clock_timestamp() ${besides(sql, patch)}
    WHERE ${liveBook(sql, key)} ${expected === undefined ? sql`` : sql`AND b.plan_version = ${expected}`}
    RETURNING ${columns(sql)}`;
  return changed;
}

/** Genre and audience are stored with the book (contract 4). */
function besides(sql: Sql, patch: PlanPatch) {
  const { genre, audience } = patch;
  if (genre === undefined && audience === undefined) return sql``;
  const isOther = sql`(${genre === undefined ? sql`false` : sql`b.genre IS DISTINCT FROM ${genre}`}
    OR ${audience === undefined ? sql`false` : sql`b.audience IS DISTINCT FROM ${audience}`})`;
  return sql`
    ${patch.autoDetectedGenre === undefined ? sql`, auto_detected_genre = false` : sql``},
    version = b.version + ${isOther}::int,
    updated_at = CASE WHEN ${isOther} THEN clock_timestamp() ELSE b.updated_at END`;
}
