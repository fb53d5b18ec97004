import { sql } from './caller.ts';

/** The reads of both MCP servers: the characters of a book, and the prose of a chapter. */

export interface Character {
  id: string;
  name: string;
  aliases: string[];
  role: string;
  bio: string;
  voiceProfile: string;
  want: string | null;
  fear: string | null;
  lie: string | null;
  isPov: boolean;
  status: { is: string; fromChapterId: string | null }[];
  datedAliases: { text: string; fromChapterId: string | null }[];
  version: number;
}

/** Undefined if the book does not exist. */
export async function castOf(account: string, bookId: string): Promise<Character[] | undefined> {
  const rows = await sql<Character[]>`
    SELECT c.id, c.name, c.aliases, c.role, c.want, c.fear, c.lie, c.is_pov AS "isPov", c.status,
      c.dated_aliases AS "datedAliases", c.version, c.bio, c.voice_profile AS "voiceProfile"
    FROM book b LEFT JOIN character c ON c.account_id = b.account_id AND c.book_id = b.id
    WHERE b.account_id = ${account} AND b.id = ${bookId} AND b.deleted_at IS NULL ORDER BY c.id`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** Maximum code points of prose per call. */
export const proseMax = 20_000;

/** Undefined if the chapter does not exist. */
export async function proseOf(
  account: string,
  { bookId, chapterId, offset, limit }: { bookId: string; chapterId: string; offset: number; limit: number },
): Promise<string | undefined> {
  const [row] = await sql<{ text: string }[]>`
    SELECT substr(coalesce(t.body, ''), ${offset + 1}::int, ${limit}::int) AS text
    FROM chapter c JOIN book b ON b.account_id = c.account_id AND b.id = c.book_id AND b.deleted_at IS NULL
    LEFT JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id
    WHERE c.account_id = ${account} AND c.book_id = ${bookId} AND c.id = ${chapterId} AND c.archived_at IS NULL`;
  return row?.text;
}
