import { makeKeyAsOwner } from '../src/domain/story/account/keys.ts';
import { ensureAccount } from '../src/domain/story/account/store.ts';
import { newId } from '../src/ids/id.ts';
import type { Sql } from '../src/sql/connect.ts';
import { proseOf } from './search-prose.ts';

export interface GrowthData {
  key: string;
  /** Book ids by the number of their characters and chapters. */
  bookIds: Map<number, string>;
  characterId: string;
  /** A book of 300,000 words. */
  longBookId: string;
}

const rowCounts = [50, 500];
const longBook = { chapters: 100, words: 3_000 };

/** Inserts an author with three books: with lists of 50 rows, with lists of 500, and with 300,000 words. */
export async function fillAuthor(sql: Sql): Promise<GrowthData> {
  const { id: accountId } = await ensureAccount(sql, 'bench growth');
  const [, key] = await makeKeyAsOwner(sql, accountId, { name: 'bench', scopes: ['books:read', 'books:write'] });
  const bookIds = new Map<number, string>();
  let characterId = '';
  for (const count of rowCounts) {
    const bookId = await insertBook(sql, accountId, `Of ${count} rows`);
    bookIds.set(count, bookId);
    const cast = Array.from({ length: count }, (_, index) => ({
      ...person(index),
      accountId,
      bookId,
      id: newId('chr'),
    }));
    await sql`INSERT INTO character ${sql(cast)}`;
    characterId ||= cast[0]?.id ?? '';
    const chapters = Array.from({ length: count }, (_, index) => ({
      ...chapter(index),
      accountId,
      bookId,
      id: newId('ch'),
    }));
    await sql`INSERT INTO chapter ${sql(chapters)}`;
  }
  const longBookId = await insertBook(sql, accountId, 'Of 300,000 words');
  for (let index = 0; index < longBook.chapters; index += 1) {
    const chapterId = newId('ch');
    const status = { textStatus: 'complete', wordCount: longBook.words };
    await sql`INSERT INTO chapter ${sql({ ...chapter(index), ...status, accountId, bookId: longBookId, id: chapterId })}`;
    const text = { revisionId: newId('rev'), head: proseOf(longBook.words, index), origin: 'human' };
    await sql`INSERT INTO chapter_text ${sql({ ...text, accountId, chapterId })}`;
  }
  return { key, bookIds, characterId, longBookId };
}

/** Inserts characters of other accounts, 50 per book and 10 books per account. Triggers are off, so there are no events. */
export async function insertOthers(sql: Sql, characters: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`SET LOCAL statement_timeout = 0`;
    const books = characters / 50;
    await tx`
      INSERT INTO account (id, name) SELECT 'acc_other' || n, 'other ' || n FROM generate_series(0, ${books / 10 - 1}::int) n`;
    await tx`
      INSERT INTO book (account_id, id, title, premise, author, language, model_tier)
      SELECT 'acc_other' || n % ${books / 10}::int, 'bk_other' || n, 'Another', 'A book of somebody else.', 'N. N.', 'en', 'standard'
      FROM generate_series(0, ${books - 1}::int) n`;
    await tx`
      INSERT INTO character (account_id, book_id, id, name, aliases, role, bio, voice_profile, is_pov)
      SELECT 'acc_other' || n % ${books / 10}::int, 'bk_other' || n % ${books}::int, 'chr_other' || n, 'Person ' || n, '{}', 'mentor',
        repeat('Came with the ferry and stayed. ', 4), '', false
      FROM generate_series(0, ${characters - 1}::int) n`;
  });
  await sql`ANALYZE`;
}

async function insertBook(sql: Sql, accountId: string, title: string): Promise<string> {
  const id = newId('bk');
  const premise = 'A keeper, a storm and a letter that came too late.';
  const book = { accountId, id, title, premise, author: 'Ada Author', language: 'en', modelTier: 'standard' };
  await sql`INSERT INTO book ${sql(book)}`;
  return id;
}

const person = (index: number) => ({
  name: `Character ${index}`,
  aliases: [`Alias ${index}`],
  role: 'mentor',
  bio: proseOf(40, index),
  voiceProfile: proseOf(12, index + 1),
  want: 'To see the light again.',
  isPov: index === 0,
});

const chapter = (index: number) => ({
  rank: index + 1,
  title: `Chapter ${index + 1}`,
  summary: proseOf(60, index),
  notes: '',
  beatKeys: [],
  participantIds: [],
});
