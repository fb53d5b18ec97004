import { newId } from '../../ids/id.ts';
import { columnsOf, type Selected, type Selection } from '../../sql/columns.ts';
import type { AnySql, Sql } from '../../sql/connect.ts';
import {
  type BookKey,
  liveBook,
  lockBook,
  ofLiveBook,
  type PartOfBook,
  partOfBook,
  type Shelf,
} from '../book/store.ts';
import { type MoodReferencePatch, moodReferencesMax, type NewMoodReference, newMoodReference } from './rules.ts';

export interface MoodReference extends NewMoodReference, PartOfBook {}

export interface MoodKey extends BookKey {
  moodId: string;
}

export const moodColumns = columnsOf<MoodReference>()({
  name: 'mood_reference',
  alias: 'm',
  written: newMoodReference,
  others: partOfBook,
  always: ['id', 'bookId'],
});

/** A mood reference with the columns that a document reads. */
export type ShownMoodReference = Selected<MoodReference, 'id' | 'bookId'>;
/** A whole mood reference, or one with selected columns. */
export type MoodReferenceRow = MoodReference | ShownMoodReference;

const columns = (sql: AnySql) => moodColumns.all.of(sql);

/** Condition that the row `m` is this mood reference, in a live book of the caller. */
const thisMood = (sql: AnySql, key: MoodKey) => sql`
  m.account_id = ${key.accountId} AND m.book_id = ${key.bookId} AND m.id = ${key.moodId}
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

const atVersion = (sql: AnySql, expected: number | undefined) =>
  expected === undefined ? sql`` : sql`AND m.version = ${expected}`;

/** Mood references of one book, oldest first; undefined if there is no such book. */
export async function moodReferencesOfBook<Row extends MoodReferenceRow>(
  sql: AnySql,
  key: BookKey,
  selection: Selection<Row>,
): Promise<Row[] | undefined> {
  const rows = await sql<Row[]>`
    SELECT ${selection.of(sql)} FROM book b
    LEFT JOIN mood_reference m ON m.account_id = b.account_id AND m.book_id = b.id
    WHERE ${liveBook(sql, key)} ORDER BY m.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** Mood references of several books in one statement, oldest first within each. */
export function moodReferencesOfBooks<Row extends MoodReferenceRow>(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    SELECT ${selection.of(sql)} FROM mood_reference m
    WHERE m.account_id = ${accountId} AND m.book_id = ANY(${[...bookIds]}) ORDER BY m.id`;
}

/** Mood references by id, in live books of a shelf, unordered. */
export function moodReferencesByIds<Row extends MoodReferenceRow>(
  sql: AnySql,
  shelf: Shelf,
  ids: readonly string[],
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    SELECT ${selection.of(sql)} FROM mood_reference m WHERE ${ofLiveBook(sql, shelf, 'm')} AND m.id = ANY(${[...ids]})`;
}

export async function moodReferenceById(sql: Sql, key: MoodKey): Promise<MoodReference | undefined> {
  const [row] = await sql<MoodReference[]>`SELECT ${columns(sql)} FROM mood_reference m WHERE ${thisMood(sql, key)}`;
  return row;
}

/** Undefined if there is no such book or it is at the limit. */
export function insertMoodReference(sql: Sql, key: BookKey, row: NewMoodReference): Promise<MoodReference | undefined> {
  return sql.begin(async (tx): Promise<MoodReference | undefined> => {
    // Serializes inserts, so that the next statement counts them.
    await lockBook(tx, key);
    const [made] = await tx<MoodReference[]>`
      INSERT INTO mood_reference AS m (account_id, book_id, id, ${moodColumns.names(tx)})
      SELECT b.account_id, b.id, ${newId('mood')}, ${moodColumns.values(tx, row)}
      FROM book b
      WHERE ${liveBook(tx, key)} AND (SELECT count(*) FROM mood_reference o WHERE o.account_id = b.account_id AND o.book_id = b.id) < ${moodReferencesMax}
      RETURNING ${columns(tx)}`;
    return made;
  });
}

/**
 * Updates the given fields; undefined if there is no such mood reference at the expected version in a live book of the
 * account.
 */
export async function updateMoodReference(
  sql: Sql,
  key: MoodKey,
  patch: MoodReferencePatch,
  expected: number | undefined,
): Promise<MoodReference | undefined> {
  const [row] = await sql<MoodReference[]>`
    UPDATE mood_reference m SET ${sql(patch)}, version = version + 1, updated_at = clock_timestamp()
    WHERE ${thisMood(sql, key)} ${atVersion(sql, expected)}
    RETURNING ${columns(sql)}`;
  return row;
}

/** False if there is no such mood reference at the expected version. */
export async function deleteMoodReference(sql: Sql, key: MoodKey, expected: number | undefined): Promise<boolean> {
  const rows =
    await sql`DELETE FROM mood_reference m WHERE ${thisMood(sql, key)} ${atVersion(sql, expected)} RETURNING m.id`;
  return rows.length > 0;
}
