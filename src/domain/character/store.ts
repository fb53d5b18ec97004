import { newId } from '../../id.ts';
import { Columns } from '../../sql/columns.ts';
import { type AnySql, assignments, type Sql } from '../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';
import { insertsAtOnceMax, lockBook } from '../chapter/store.ts';
import { type CharacterPatch, charactersMax, type NewCharacter } from './rules.ts';

export interface Character {
  id: string;
  bookId: string;
  name: string;
  aliases: string[];
  role: string;
  bio: string;
  voiceProfile: string;
  want: string | null;
  fear: string | null;
  lie: string | null;
  isPov: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface CharacterKey extends BookKey {
  characterId: string;
}

const columns = (sql: AnySql) => sql`
  c.id, c.book_id, c.name, c.aliases, c.role, c.bio, c.voice_profile, c.want, c.fear, c.lie, c.is_pov, c.version, c.created_at, c.updated_at`;
const listed = new Columns(
  {
    id: 'c.id',
    bookId: 'c.book_id',
    name: 'c.name',
    aliases: 'c.aliases',
    role: 'c.role',
    bio: 'c.bio',
    voiceProfile: 'c.voice_profile',
    want: 'c.want',
    fear: 'c.fear',
    lie: 'c.lie',
    isPov: 'c.is_pov',
    version: 'c.version',
    createdAt: 'c.created_at',
    updatedAt: 'c.updated_at',
  },
  ['id', 'bookId'],
);

/** The condition that the row `c` is that character, in a live book of the caller's. */
const thisCharacter = (sql: AnySql, key: CharacterKey) => sql`
  c.account_id = ${key.accountId} AND c.book_id = ${key.bookId} AND c.id = ${key.characterId}
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

/**
 * The cast of one book, oldest first, or only those of the given ids; undefined when there is no such book. `asked`: the members
 * that anybody will look at; what nobody does is not there.
 */
export async function charactersOfBook(
  sql: AnySql,
  key: BookKey,
  ids?: readonly string[],
  asked?: ReadonlySet<string>,
): Promise<Character[] | undefined> {
  const rows = await sql<Character[]>`
    SELECT ${listed.of(sql, asked)} FROM book b
    LEFT JOIN character c ON c.account_id = b.account_id AND c.book_id = b.id ${ids ? sql`AND c.id = ANY(${[...ids]})` : sql``}
    WHERE ${liveBook(sql, key)} ORDER BY c.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** The casts of several books in one statement, oldest first within each; `asked` as above. */
export function charactersOfBooks(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
  asked?: ReadonlySet<string>,
): Promise<Character[]> {
  return sql<Character[]>`
    SELECT ${listed.of(sql, asked)} FROM character c
    WHERE c.account_id = ${accountId} AND c.book_id = ANY(${[...bookIds]}) ORDER BY c.id`;
}

export async function characterById(sql: Sql, key: CharacterKey): Promise<Character | undefined> {
  const [row] = await sql<Character[]>`SELECT ${columns(sql)} FROM character c WHERE ${thisCharacter(sql, key)}`;
  return row;
}

/** Undefined when there is no such book, or its cast is full. One statement, but where the cast is almost full. */
export async function insertCharacter(sql: Sql, key: BookKey, row: NewCharacter): Promise<Character | undefined> {
  const made = await insertWhereFewer(sql, key, row, charactersMax - insertsAtOnceMax);
  if (made) return made;
  return sql.begin(async (tx): Promise<Character | undefined> => {
    // Others who add one wait here, so that the next statement counts theirs.
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
    INSERT INTO character AS c (account_id, book_id, id, name, aliases, role, bio, voice_profile, want, fear, lie, is_pov)
    SELECT b.account_id, b.id, ${newId('chr')}, ${row.name}, ${row.aliases}, ${row.role}, ${row.bio}, ${row.voiceProfile}, ${row.want}, ${row.fear}, ${row.lie}, ${row.isPov}
    FROM book b
    WHERE ${liveBook(sql, key)} AND (SELECT count(*) FROM character o WHERE o.account_id = b.account_id AND o.book_id = b.id) < ${most}
    RETURNING ${columns(sql)}`;
  return made;
}

/** Writes the given fields and leaves the rest; undefined when the account has no such character in that (live) book, or not at the expected version. */
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

/** What went with a character. */
export interface Removal {
  id: string;
  conflictIds: string[];
}

/** Removes a character, its conflicts (a foreign key sees to one that is being added meanwhile) and its place in chapters. */
export function deleteCharacter(
  sql: Sql,
  key: CharacterKey,
  expected: number | undefined,
): Promise<Removal | undefined> {
  const { accountId, bookId, characterId } = key;
  return sql.begin(async (tx): Promise<Removal | undefined> => {
    // Whoever is giving the character a place in a chapter holds this row; only a later statement sees what they wrote.
    const [found] = await tx<
      { version: number }[]
    >`SELECT c.version FROM character c WHERE ${thisCharacter(tx, key)} FOR UPDATE`;
    if (!found || (expected !== undefined && expected !== found.version)) return undefined;
    const [row] = await tx<Removal[]>`
      WITH gone AS (DELETE FROM character c WHERE ${thisCharacter(tx, key)} RETURNING c.id),
      left_chapters AS (
        UPDATE chapter SET participant_ids = array_remove(participant_ids, ${characterId}), pov_character_id = nullif(pov_character_id, ${characterId}),
          version = version + 1, updated_at = clock_timestamp()
        FROM gone WHERE account_id = ${accountId} AND book_id = ${bookId} AND (pov_character_id = ${characterId} OR ${characterId} = ANY(participant_ids))
      )
      SELECT gone.id, array(
        SELECT id FROM conflict WHERE account_id = ${accountId} AND book_id = ${bookId} AND ${characterId} IN (from_character_id, to_character_id) ORDER BY id
      ) AS conflict_ids FROM gone`;
    return row;
  });
}
