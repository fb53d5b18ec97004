import { newId, noId } from '../../ids/id.ts';
import { columnsOf, type Selected, type Selection } from '../../sql/columns.ts';
import { type AnySql, brokenConstraint, type Sql } from '../../sql/connect.ts';
import {
  type BookKey,
  insertsAtOnceMax,
  liveBook,
  lockBook,
  ofLiveBook,
  type PartOfBook,
  partOfBook,
  type Shelf,
} from '../book/store.ts';
import { type ConflictPatch, conflictsMax, type Edge, type NewConflict, newConflict } from './rules.ts';

export interface Conflict extends NewConflict, PartOfBook {}

export interface ConflictKey extends BookKey {
  conflictId: string;
}

/** Why the database refused an edge: an end is not in the cast, or both ends are the same character. */
export type Refusal = 'missing_end' | 'same_ends';

type Fragment = ReturnType<typeof liveBook>;

export const conflictColumns = columnsOf<Conflict>()({
  name: 'conflict',
  alias: 'c',
  written: newConflict,
  others: partOfBook,
  always: ['id', 'bookId'],
});

/** A conflict with the columns that a document reads. */
export type ShownConflict = Selected<Conflict, 'id' | 'bookId'>;
/** A whole conflict, or one with selected columns. */
export type ConflictRow = Conflict | ShownConflict;

const columns = (sql: AnySql) => conflictColumns.all.of(sql);

/** Condition that the row `c` is this conflict, in a live book of the caller. */
const thisConflict = (sql: AnySql, key: ConflictKey) => sql`
  c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.conflictId}
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

const atVersion = (sql: AnySql, expected: number | undefined) =>
  expected === undefined ? sql`` : sql`AND c.version = ${expected}`;

/** Conflicts of the same book and kind that share a direction with this edge, by id. */
const twins = (
  sql: AnySql,
  { accountId, bookId }: BookKey,
  edge: { [Part in keyof Edge]: Edge[Part] | Fragment },
) => sql`
  SELECT o.id FROM conflict o
  WHERE o.account_id = ${accountId} AND o.book_id = ${bookId} AND o.kind = ${edge.kind} AND (
    (o.from_character_id = ${edge.fromCharacterId} AND o.to_character_id = ${edge.toCharacterId})
    OR (o.from_character_id = ${edge.toCharacterId} AND o.to_character_id = ${edge.fromCharacterId} AND (o.mutual OR ${edge.mutual}))
  )`;

/** The conflicts of one book, oldest first, or only those with that character at an end; undefined when there is no such book. */
export async function conflictsOfBook<Row extends ConflictRow>(
  sql: AnySql,
  key: BookKey,
  selection: Selection<Row>,
  characterId?: string,
): Promise<Row[] | undefined> {
  const rows = await sql<Row[]>`
    SELECT ${selection.of(sql)} FROM book b
    LEFT JOIN conflict c ON c.account_id = b.account_id AND c.book_id = b.id
      ${characterId === undefined ? sql`` : sql`AND ${characterId} IN (c.from_character_id, c.to_character_id)`}
    WHERE ${liveBook(sql, key)} ORDER BY c.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** Conflicts of several books in one statement, oldest first within each. */
export function conflictsOfBooks<Row extends ConflictRow>(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    SELECT ${selection.of(sql)} FROM conflict c
    WHERE c.account_id = ${accountId} AND c.book_id = ANY(${[...bookIds]}) ORDER BY c.id`;
}

/** Conflicts by id, in live books of a shelf, unordered. */
export function conflictsByIds<Row extends ConflictRow>(
  sql: Sql,
  shelf: Shelf,
  ids: readonly string[],
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    SELECT ${selection.of(sql)} FROM conflict c WHERE ${ofLiveBook(sql, shelf, 'c')} AND c.id = ANY(${[...ids]})`;
}

export async function conflictById(sql: Sql, key: ConflictKey): Promise<Conflict | undefined> {
  const [row] = await sql<Conflict[]>`SELECT ${columns(sql)} FROM conflict c WHERE ${thisConflict(sql, key)}`;
  return row;
}

/** Undefined if there is no such book, it is at the limit, or an equal conflict exists. */
export async function insertConflict(
  sql: Sql,
  key: BookKey,
  row: NewConflict,
): Promise<Conflict | Refusal | undefined> {
  try {
    const made = await insertWhereFewer(sql, key, row, conflictsMax - insertsAtOnceMax);
    if (made) return made;
    return await sql.begin(async (tx): Promise<Conflict | undefined> => {
      // Serializes inserts, so that the next statement counts them.
      await lockBook(tx, key);
      return insertWhereFewer(tx, key, row, conflictsMax);
    });
  } catch (error) {
    return refusalIn(error, row);
  }
}

async function insertWhereFewer(
  sql: AnySql,
  key: BookKey,
  row: NewConflict,
  most: number,
): Promise<Conflict | undefined> {
  const [made] = await sql<Conflict[]>`
    INSERT INTO conflict AS c (account_id, book_id, id, ${conflictColumns.names(sql)})
    SELECT b.account_id, b.id, ${newId('cfl')}, ${conflictColumns.values(sql, row)}
    FROM book b
    WHERE ${liveBook(sql, key)} AND NOT EXISTS (${twins(sql, key, row)})
      AND (SELECT count(*) FROM conflict o WHERE o.account_id = b.account_id AND o.book_id = b.id) < ${most}
    ON CONFLICT DO NOTHING
    RETURNING ${columns(sql)}`;
  return made;
}

/** Updates the given fields; undefined if there is no such conflict at the expected version, or another would equal it. */
export async function updateConflict(
  sql: Sql,
  key: ConflictKey,
  patch: ConflictPatch,
  expected: number | undefined,
): Promise<Conflict | Refusal | undefined> {
  const after = {
    fromCharacterId: sql`coalesce(${patch.fromCharacterId ?? null}, c.from_character_id)`,
    toCharacterId: sql`coalesce(${patch.toCharacterId ?? null}, c.to_character_id)`,
    mutual: sql`coalesce(${patch.mutual ?? null}, c.mutual)`,
    kind: sql`coalesce(${patch.kind ?? null}, c.kind)`,
  };
  try {
    const [row] = await sql<Conflict[]>`
      UPDATE conflict c SET ${sql(patch)}, version = version + 1, updated_at = clock_timestamp()
      WHERE ${thisConflict(sql, key)} ${atVersion(sql, expected)} AND NOT EXISTS (${twins(sql, key, after)} AND o.id <> c.id)
      RETURNING ${columns(sql)}`;
    return row;
  } catch (error) {
    return refusalIn(error, patch);
  }
}

/** Maps a violated constraint. An equal conflict inserted concurrently is undefined, as when the statement sees it. */
function refusalIn(error: unknown, { fromCharacterId }: { fromCharacterId?: string | undefined }): Refusal | undefined {
  const constraint = brokenConstraint(error);
  if (constraint.startsWith('conflict_once')) return undefined;
  if (constraint === 'conflict_from' || constraint === 'conflict_to') return 'missing_end';
  // Two unknown ids are equal.
  if (constraint === 'conflict_two_ends') return fromCharacterId === noId ? 'missing_end' : 'same_ends';
  throw error;
}

/** Oldest conflict that equals this edge, by id; undefined without one. `except`: the conflict that is being changed. */
export async function twinOf(sql: Sql, key: BookKey, edge: Edge, except?: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    ${twins(sql, key, edge)} ${except === undefined ? sql`` : sql`AND o.id <> ${except}`}
    ORDER BY o.id LIMIT 1`;
  return row?.id;
}

/** How many of the two ends are in the cast; undefined if there is no such book. */
export async function endsInCast(
  sql: Sql,
  key: BookKey,
  { fromCharacterId, toCharacterId }: Edge,
): Promise<number | undefined> {
  const [row] = await sql<{ ends: number }[]>`
    SELECT (SELECT count(*)::int FROM character x WHERE x.account_id = b.account_id AND x.book_id = b.id AND x.id IN (${fromCharacterId}, ${toCharacterId})) AS ends
    FROM book b WHERE ${liveBook(sql, key)}`;
  return row?.ends;
}

/** False if there is no such conflict at the expected version. */
export async function deleteConflict(sql: Sql, key: ConflictKey, expected: number | undefined): Promise<boolean> {
  const rows =
    await sql`DELETE FROM conflict c WHERE ${thisConflict(sql, key)} ${atVersion(sql, expected)} RETURNING c.id`;
  return rows.length > 0;
}
