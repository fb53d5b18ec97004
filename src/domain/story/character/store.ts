import type { AnySql, Sql } from '../../../sql/connect.ts';
import type { BookKey } from '../book/store.ts';
import { type AnyRowOf, type PartKey, RosterStore, type RowOf } from '../roster/store.ts';
import { besideDeletedCharacter, conflictsOfCharacter } from './clauses.ts';
import { characterRecord } from './record.ts';
import type { newCharacter } from './rules.ts';

export type Character = RowOf<typeof newCharacter>;
export type CharacterRow = AnyRowOf<typeof newCharacter>;

export const characterRoster = new RosterStore(characterRecord);

/** A character with all of their names. */
export interface NamedCharacter {
  id: string;
  name: string;
  aliases: string[];
}

/** The cast of a book as rows with id, name and all aliases, also those that begin with a chapter. */
export const namedCast = (sql: AnySql, { accountId, bookId }: BookKey) => sql`(
  SELECT account_id AS owner_of_character, id, name,
    to_jsonb(aliases) || jsonb_path_query_array(dated_aliases, '$[*].text') AS aliases
  FROM character WHERE account_id = ${accountId} AND book_id = ${bookId}
)`;

export function castOfBook(sql: AnySql, key: BookKey): Promise<NamedCharacter[]> {
  return sql<NamedCharacter[]>`SELECT * FROM ${namedCast(sql, key)} h ORDER BY h.id`;
}

/** Records removed along with a character. */
interface Removal {
  id: string;
  conflictIds: string[];
}

/**
 * Deletes a character with its conflicts and its references in chapters. A foreign key covers conflicts added concurrently.
 */
export function deleteCharacter(sql: Sql, key: PartKey, expected: number | undefined): Promise<Removal | undefined> {
  return sql.begin(async (tx): Promise<Removal | undefined> => {
    // Transactions that add the character to a chapter lock this row; only a later statement sees their changes.
    const [found] = await tx<
      { version: number }[]
    >`SELECT r.version FROM character r WHERE ${characterRoster.is(tx, key)} FOR UPDATE`;
    if (!found || (expected !== undefined && expected !== found.version)) return undefined;
    const [row] = await tx<Removal[]>`
      WITH gone AS (DELETE FROM character r WHERE ${characterRoster.is(tx, key)} RETURNING r.id),
      left_chapters AS (${besideDeletedCharacter.of(tx, key)})
      SELECT gone.id, ${conflictsOfCharacter.of(tx, key)} AS conflict_ids FROM gone`;
    return row;
  });
}
