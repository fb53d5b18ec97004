import { ensureAccount, insertToken } from '../src/domain/account/store.ts';
import { newId } from '../src/id.ts';
import { connect, type Sql } from '../src/sql/connect.ts';
import { migrate } from '../src/sql/migrate.ts';
import type { Chapter } from './streams-client.ts';

/** Chapters that one account writes at a time. */
const perAccount = 10;

/** Tables as the service makes them. */
export async function prepare(url: string): Promise<void> {
  const database = connect({ url, socketPath: undefined, prepare: true });
  await migrate(database.write);
  await database.close();
}

let named = 0;

/** So many empty chapters, each in a book of its own. */
export async function newChapters(sql: Sql, count: number): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  for (let made = 0; made < count; made += perAccount) {
    const { id: accountId } = await ensureAccount(sql, `streams ${named}`);
    const scopes = ['books:read', 'books:write', 'generation:run'] as const;
    const [, key] = await insertToken(sql, accountId, { name: 'bench', scopes });
    const own = Array.from({ length: Math.min(perAccount, count - made) }, () => ({
      name: String(named++),
      key,
      bookId: newId('bk'),
      chapterId: newId('ch'),
    }));
    const books = own.map(({ bookId, name }) => ({
      accountId,
      id: bookId,
      title: `Volume ${name}`,
      premise: 'A keeper who lights a lamp for nobody.',
      author: 'Ada Author',
      language: 'en',
      modelTier: 'standard',
    }));
    await sql`INSERT INTO book ${sql(books)}`;
    const rows = own.map(({ bookId, chapterId, name }) => ({
      accountId,
      bookId,
      id: chapterId,
      position: 1,
      title: `Chapter ${name}`,
      summary: 'She climbs the stairs.',
      notes: '',
      beatKeys: [],
      participantIds: [],
      textStatus: 'empty',
      wordCount: 0,
    }));
    await sql`INSERT INTO chapter ${sql(rows)}`;
    chapters.push(...own);
  }
  return chapters;
}
