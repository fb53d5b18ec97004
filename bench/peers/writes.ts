import { newId } from '../../src/ids/id.ts';
import { character, type Row, selected } from './store.ts';

/** The mutations of the peers. Each is one statement on our tables, with their triggers. */

interface Statement {
  text: string;
  values: unknown[];
}

/** Members of an input and their columns. No other member reaches a statement. */
const columns: Readonly<Record<string, string>> = {
  name: 'name',
  aliases: 'aliases',
  role: 'role',
  bio: 'bio',
  voiceProfile: 'voice_profile',
  want: 'want',
  fear: 'fear',
  lie: 'lie',
  isPov: 'is_pov',
};

export interface Change {
  account: string;
  bookId: string;
  characterId: string;
  input: Row;
}

export function changeCharacter({ account, bookId, characterId, input }: Change, fields: readonly string[]): Statement {
  const names = Object.keys(input).filter((name) => columns[name]);
  const sets = names.map((name, at) => `${columns[name]} = $${at + 4}`);
  return {
    text: `UPDATE character c SET ${sets.join(', ')}, version = c.version + 1, updated_at = clock_timestamp() FROM book b
      WHERE b.account_id = $1 AND b.id = $2 AND b.deleted_at IS NULL
        AND c.account_id = b.account_id AND c.book_id = b.id AND c.id = $3
      RETURNING ${selected(character, fields)}`,
    values: [account, bookId, characterId, ...names.map((name) => input[name])],
  };
}

const blank = { aliases: [], role: '', bio: '', voiceProfile: '', want: null, fear: null, lie: null, isPov: false };

export function addCharacter(
  { account, bookId, input }: Omit<Change, 'characterId'>,
  fields: readonly string[],
): Statement {
  const row: Row = { ...blank, ...input };
  const names = Object.keys(columns);
  return {
    text: `INSERT INTO character AS c (account_id, book_id, id, ${names.map((name) => columns[name]).join(', ')})
      SELECT b.account_id, b.id, $3, ${names.map((_, at) => `$${at + 4}`).join(', ')} FROM book b
      WHERE b.account_id = $1 AND b.id = $2 AND b.deleted_at IS NULL
        AND (SELECT count(*) FROM character o WHERE o.account_id = b.account_id AND o.book_id = b.id) < 500
      RETURNING ${selected(character, fields)}`,
    values: [account, bookId, newId('chr'), ...names.map((name) => row[name])],
  };
}
