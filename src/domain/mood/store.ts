import { newId } from '../../id.ts';
import type { AnySql, Sql } from '../../sql/connect.ts';
import { type BookKey, liveBook } from '../book/store.ts';
import { lockBook } from '../chapter/store.ts';
import { type MoodKind, type MoodReferencePatch, moodReferencesMax, type NewMoodReference } from './rules.ts';

export interface MoodReference {
  id: string;
  bookId: string;
  kind: MoodKind;
  title: string;
  url: string | null;
  note: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface MoodKey extends BookKey {
  moodId: string;
}

const columns = (sql: AnySql) =>
  sql`m.id, m.book_id, m.kind, m.title, m.url, m.note, m.version, m.created_at, m.updated_at`;

/** The condition that the row `m` is that mood reference, in a live book of the caller's. */
const thisMood = (sql: AnySql, key: MoodKey) => sql`
  m.account_id = ${key.accountId} AND m.book_id = ${key.bookId} AND m.id = ${key.moodId}
  AND EXISTS (SELECT FROM book b WHERE ${liveBook(sql, key)})`;

const atVersion = (sql: AnySql, expected: number | undefined) =>
  expected === undefined ? sql`` : sql`AND m.version = ${expected}`;

/** The mood references of one book, oldest first; undefined when there is no such book. */
export async function moodReferencesOfBook(sql: AnySql, key: BookKey): Promise<MoodReference[] | undefined> {
  const rows = await sql<MoodReference[]>`
    SELECT ${columns(sql)} FROM book b
    LEFT JOIN mood_reference m ON m.account_id = b.account_id AND m.book_id = b.id
    WHERE ${liveBook(sql, key)} ORDER BY m.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** The mood references of several books in one statement, oldest first within each. */
export function moodReferencesOfBooks(
  sql: Sql,
  accountId: string,
  bookIds: readonly string[],
): Promise<MoodReference[]> {
  return sql<MoodReference[]>`
    SELECT ${columns(sql)} FROM mood_reference m
    WHERE m.account_id = ${accountId} AND m.book_id = ANY(${[...bookIds]}) ORDER BY m.id`;
}

export async function moodReferenceById(sql: Sql, key: MoodKey): Promise<MoodReference | undefined> {
  const [row] = await sql<MoodReference[]>`SELECT ${columns(sql)} FROM mood_reference m WHERE ${thisMood(sql, key)}`;
  return row;
}

/** Undefined when there is no such book, or it holds as many as it may. */
export function insertMoodReference(sql: Sql, key: BookKey, row: NewMoodReference): Promise<MoodReference | undefined> {
  return sql.begin(async (tx): Promise<MoodReference | undefined> => {
    // Others who add one wait here, so that the next statement counts theirs.
    await lockBook(tx, key);
    const [made] = await tx<MoodReference[]>`
      INSERT INTO mood_reference AS m (account_id, book_id, id, kind, title, url, note)
      SELECT b.account_id, b.id, ${newId('mood')}, ${row.kind}, ${row.title}, ${row.url}, ${row.note}
      FROM book b
      WHERE ${liveBook(tx, key)} AND (SELECT count(*) FROM mood_reference o WHERE o.account_id = b.account_id AND o.book_id = b.id) < ${moodReferencesMax}
      RETURNING ${columns(tx)}`;
    return made;
  });
}

/** Writes the given fields and leaves the rest; undefined when the account has no such mood reference in that (live) book, or not at the expected version. */
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

/** False when there is no such mood reference, or not at the expected version. */
export async function deleteMoodReference(sql: Sql, key: MoodKey, expected: number | undefined): Promise<boolean> {
  const rows =
    await sql`DELETE FROM mood_reference m WHERE ${thisMood(sql, key)} ${atVersion(sql, expected)} RETURNING m.id`;
  return rows.length > 0;
}
