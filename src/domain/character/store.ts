import { newId } from '../../ids/id.ts';
import { columnsOf, type Selected, type Selection } from '../../sql/columns.ts';
import { type AnySql, assignments, type Sql } from '../../sql/connect.ts';
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
import { type CharacterPatch, charactersMax, type NewCharacter, newCharacter } from './rules.ts';

export type { Selection };

export interface Character extends NewCharacter, PartOfBook {}

export interface CharacterKey extends BookKey {
  characterId: string;
}

export const characterColumns = columnsOf<Character>()({
  name: 'character',
  alias: 'c',
  written: newCharacter,
  others: partOfBook,
  always: ['id', 'bookId'],
});

/** A character with the columns that a document reads. */
export type ShownCharacter = Selected<Character, 'id' | 'bookId'>;
/** A whole character, or one with selected columns. */
export type CharacterRow = Character | ShownCharacter;

const columns = (sql: AnySql) => characterColumns.all.of(sql);

/** Condition that the row `c` is this character, in a live book of the caller. */
const thisCharacter = (sql: AnySql, key: CharacterKey) => sql`
  c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.characterId}
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

/** The cast of one book, oldest first, or only those of the given ids; undefined when there is no such book. */
export async function charactersOfBook<Row extends CharacterRow>(
  sql: AnySql,
  key: BookKey,
  selection: Selection<Row>,
  ids?: readonly string[],
): Promise<Row[] | undefined> {
  const rows = await sql<Row[]>`
    SELECT ${selection.of(sql)} FROM book b
    LEFT JOIN character c ON c.account_id = b.account_id AND c.book_id = b.id ${ids ? sql`AND c.id = ANY(${[...ids]})` : sql``}
    WHERE ${liveBook(sql, key)} ORDER BY c.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** The casts of several books in one statement, oldest first within each. */
export function charactersOfBooks<Row extends CharacterRow>(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    SELECT ${selection.of(sql)} FROM character c
    WHERE c.account_id = ${accountId} AND c.book_id = ANY(${[...bookIds]}) ORDER BY c.id`;
}

/** Characters by id, in live books of a shelf, unordered. */
export function charactersByIds<Row extends CharacterRow>(
  sql: Sql,
  shelf: Shelf,
  ids: readonly string[],
  selection: Selection<Row>,
): Promise<Row[]> {
  return sql<Row[]>`
    SELECT ${selection.of(sql)} FROM character c WHERE ${ofLiveBook(sql, shelf, 'c')} AND c.id = ANY(${[...ids]})`;
}

export async function characterById(sql: Sql, key: CharacterKey): Promise<Character | undefined> {
  const [row] = await sql<Character[]>`SELECT ${columns(sql)} FROM character c WHERE ${thisCharacter(sql, key)}`;
  return row;
}

/** Undefined if there is no such book or its cast is full. One statement, unless the cast is almost full. */
export async function insertCharacter(sql: Sql, key: BookKey, row: NewCharacter): Promise<Character | undefined> {
  const made = await insertWhereFewer(sql, key, row, charactersMax - insertsAtOnceMax);
  if (made) return made;
  return sql.begin(async (tx): Promise<Character | undefined> => {
    // Serializes inserts, so that the next statement counts them.
    await lockBook(tx, key);
    return insertWhereFewer(tx, key, row, charactersMax);
  });
}

async function insertWhereFewer(
  sql: AnySql,
  key: BookKey,
  row: NewCharacter,
  most: number,
): Promise<Character | undefined> {
  const [made] = await sql<Character[]>`
    INSERT INTO character AS c (account_id, book_id, id, ${characterColumns.names(sql)})
    SELECT b.account_id, b.id, ${newId('chr')}, ${characterColumns.values(sql, row)}
    FROM book b
    WHERE ${liveBook(sql, key)} AND (SELECT count(*) FROM character o WHERE o.account_id = b.account_id AND o.book_id = b.id) < ${most}
    RETURNING ${columns(sql)}`;
  return made;
}

/** Updates the given fields; undefined if there is no such character at the expected version in a live book of the account. */
export async function updateCharacter(
  sql: Sql,
  key: CharacterKey,
  patch: CharacterPatch,
  expected: number | undefined,
): Promise<Character | undefined> {
  const [row] = await sql<Character[]>`
    UPDATE character c SET ${assignments(sql, patch)}, version = version + 1, updated_at = clock_timestamp()
    WHERE ${thisCharacter(sql, key)} ${expected === undefined ? sql`` : sql`AND c.version = ${expected}`}
    RETURNING ${columns(sql)}`;
  return row;
}

/** Records removed along with a character. */
export interface Removal {
  id: string;
  conflictIds: string[];
}

/**
 * Deletes a character with its conflicts and its references in chapters. A foreign key covers conflicts added concurrently.
 */
export function deleteCharacter(
  sql: Sql,
  key: CharacterKey,
  expected: number | undefined,
): Promise<Removal | undefined> {
  const { accountId, bookId, characterId } = key;
  return sql.begin(async (tx): Promise<Removal | undefined> => {
    // Transactions that add the character to a chapter lock this row; only a later statement sees their changes.
    const [found] = await tx<
      { version: number }[]
    >`SELECT c.version FROM character c WHERE ${thisCharacter(tx, key)} FOR UPDATE`;
    if (!found || (expected !== undefined && expected !== found.version)) return undefined;
    const [row] = await tx<Removal[]>`
      WITH gone AS (DELETE FROM character c WHERE ${thisCharacter(tx, key)} RETURNING c.id),
      left_chapters AS (
        UPDATE chapter SET participant_ids = array_remove(participant_ids, ${characterId}), mentioned_ids = array_remove(mentioned_ids, ${characterId}),
          pov_character_id = nullif(pov_character_id, ${characterId}), version = version + 1, updated_at = clock_timestamp()
        FROM gone WHERE account_id = ${accountId} AND book_id = ${bookId}
          AND (pov_character_id = ${characterId} OR ${characterId} = ANY(participant_ids || mentioned_ids))
      )
      SELECT gone.id, array(
        SELECT id FROM conflict WHERE account_id = ${accountId} AND book_id = ${bookId} AND ${characterId} IN (from_character_id, to_character_id) ORDER BY id
      ) AS conflict_ids FROM gone`;
    return row;
  });
}
