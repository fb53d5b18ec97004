import { idBeside } from '../../../ids/id.ts';
import { amongBooks } from '../../../sql/bounds.ts';
import type { AnySql, Sql } from '../../../sql/connect.ts';
import { type BookKey, liveBook, type Shelf } from '../book/store.ts';
import type { Person } from '../plan/rules.ts';
import type { StylePatch } from './rules.ts';

/** How the prose of a book sounds. */
export interface Style {
  /** Derived from the id of its book: a book has one style. */
  id: string;
  bookId: string;
  styleGuide: string | null;
  styleSample: string | null;
  avoid: string[];
  personLock: Person | null;
  prosePatterns: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Over the book `b` and its row `s`, which may be missing. */
const columns = (sql: AnySql) => sql`
  b.account_id AS owner_of_book, s.account_id AS owner_of_book_style, 'sty' || substr(b.id, 3) AS id, b.id AS book_id,
  s.style_guide, s.style_sample, coalesce(s.avoid, '{}') AS avoid, s.person_lock, coalesce(s.prose_patterns,
    true) AS prose_patterns,
  coalesce(s.version, 1) AS version, b.created_at, coalesce(s.updated_at, b.created_at) AS updated_at`;

const joined = (sql: AnySql) => sql`book b LEFT JOIN book_style s ON s.account_id = b.account_id AND s.book_id = b.id`;

/** Undefined if there is no such book. */
export async function styleOfBook(sql: AnySql, key: BookKey): Promise<Style | undefined> {
  const [row] = await sql<Style[]>`SELECT ${columns(sql)} FROM ${joined(sql)} WHERE ${liveBook(sql, key)}`;
  return row;
}

/** Styles of live books of the caller, unordered. */
export function stylesOfBooks(sql: Sql, accountId: string, bookIds: readonly string[]): Promise<Style[]> {
  return sql<Style[]>`
    SELECT ${columns(sql)} FROM ${joined(sql)}
    WHERE b.account_id = ${accountId} AND b.id = ANY(${[...bookIds]}) AND b.deleted_at IS NULL`;
}

/** Styles by id, of live books of a shelf, unordered. */
export function stylesByIds(sql: Sql, { accountId, bookIds }: Shelf, ids: readonly string[]): Promise<Style[]> {
  const ofBooks = ids.map((id) => idBeside('bk', id));
  return sql<Style[]>`
    SELECT ${columns(sql)} FROM ${joined(sql)}
    WHERE b.account_id = ${accountId} ${amongBooks(sql, 'b.id', bookIds)} AND b.id = ANY(${ofBooks})
      AND b.deleted_at IS NULL`;
}

/**
 * Updates the given fields, at least one. Undefined if there is no such book, or its style is not at the expected version.
 * The first change makes the row, at version 2.
 */
export async function updateStyle(
  sql: Sql,
  key: BookKey,
  patch: StylePatch,
  expected: number | undefined,
): Promise<Style | undefined> {
  const { styleGuide = null, styleSample = null, avoid = [], personLock = null, prosePatterns = true } = patch;
  const isExpected = expected === undefined ? sql`true` : sql`s.version = ${expected}`;
  const isNew = expected === undefined || expected === 1 ? sql`true` : sql`false`;
  const [changed] = await sql<Style[]>`
    WITH b AS MATERIALIZED (SELECT b.account_id, b.id, b.created_at FROM book b WHERE ${liveBook(sql, key)}),
    s AS (
      INSERT INTO book_style AS s (account_id, book_id, style_guide, style_sample, avoid, person_lock, prose_patterns,
        version)
      SELECT b.account_id, b.id, ${styleGuide}, ${styleSample}, ${avoid}::text[], ${personLock},
        ${prosePatterns}::boolean, 2 FROM b
      WHERE ${isNew} OR EXISTS (SELECT FROM book_style o WHERE o.account_id = b.account_id AND o.book_id = b.id)
      ON CONFLICT (account_id, book_id) DO UPDATE
        SET ${sql(patch)}, version = s.version + 1, updated_at = clock_timestamp()
      WHERE ${isExpected}
      RETURNING s.*
    )
    SELECT ${columns(sql)} FROM b JOIN s ON s.account_id = b.account_id AND s.book_id = b.id`;
  return changed;
}
