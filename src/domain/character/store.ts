import type { Sql } from '../../sql/connect.ts';
import { type AnyRowOf, type PartKey, RosterStore, type RowOf } from '../roster/store.ts';
import { characterRecord } from './record.ts';
import type { newCharacter } from './rules.ts';

export type Character = RowOf<typeof newCharacter>;
export type CharacterRow = AnyRowOf<typeof newCharacter>;

export const characterRoster = new RosterStore(characterRecord);

/** Records removed along with a character. */
interface Removal {
  id: string;
  conflictIds: string[];
}

/**
 * Deletes a character with its conflicts and its references in chapters. A foreign key covers conflicts added concurrently.
 */
export function deleteCharacter(sql: Sql, key: PartKey, expected: number | undefined): Promise<Removal | undefined> {
  const { accountId, bookId, id: characterId } = key;
  return sql.begin(async (tx): Promise<Removal | undefined> => {
    // Transactions that add the character to a chapter lock this row; only a later statement sees their changes.
    const [found] = await tx<
      { version: number }[]
    >`SELECT r.version FROM character r WHERE ${characterRoster.is(tx, key)} FOR UPDATE`;
    if (!found || (expected !== undefined && expected !== found.version)) return undefined;
    const [row] = await tx<Removal[]>`
      WITH gone AS (DELETE FROM character r WHERE ${characterRoster.is(tx, key)} RETURNING r.id),
      left_chapters AS (
        UPDATE chapter SET participant_ids = array_remove(participant_ids, ${characterId}),
          mentioned_ids = array_remove(mentioned_ids, ${characterId}),
          pov_character_id = nullif(pov_character_id, ${characterId}), version = version + 1,
          updated_at = clock_timestamp()
        FROM gone WHERE account_id = ${accountId} AND book_id = ${bookId}
          AND (pov_character_id = ${characterId} OR ${characterId} = ANY(participant_ids || mentioned_ids))
      )
      SELECT gone.id, array(
        SELECT id FROM conflict WHERE account_id = ${accountId} AND book_id = ${bookId}
          AND ${characterId} IN (from_character_id, to_character_id) ORDER BY id
      ) AS conflict_ids FROM gone`;
    return row;
  });
}
