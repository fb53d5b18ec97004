import { migrate } from '../src/commands/migrate-records.ts';
import { makeKeyAsOwner } from '../src/domain/story/account/keys.ts';
import { ensureAccount } from '../src/domain/story/account/store.ts';
import { newId } from '../src/ids/id.ts';
import { connect, type Sql } from '../src/sql/connect.ts';
import type { Chapter } from './streams-client.ts';

/** Number of chapters per account. */
const perAccount = 10;

/** Migrates a database. */
export async function prepare(url: string): Promise<void> {
  const database = connect({ url, socketPath: undefined, prepare: true });
  await migrate(database.write);
  await database.close();
}

let lastName = 0;

/** Inserts empty chapters, each in a separate book. */
export async function newChapters(sql: Sql, count: number): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  for (let made = 0; made < count; made += perAccount) {
    const { id: accountId } = await ensureAccount(sql, `streams ${lastName}`);
    const scopes = ['books:read', 'books:write', 'generation:run'] as const;
    const [, key] = await makeKeyAsOwner(sql, accountId, { name: 'bench', scopes });
    const batch = Array.from({ length: Math.min(perAccount, count - made) }, () => ({
      name: String(lastName++),
      key,
      bookId: newId('bk'),
      chapterId: newId('ch'),
    }));
    const books = batch.map(({ bookId, name }) => ({
      accountId,
      id: bookId,
      title: `Volume ${name}`,
      premise: 'A keeper who lights a lamp for nobody.',
      author: 'Ada Author',
      language: 'en',
      modelTier: 'standard',
    }));
    await sql`INSERT INTO book ${sql(books)}`;
    const rows = batch.map(({ bookId, chapterId, name }) => ({
      accountId,
      bookId,
      id: chapterId,
      rank: 1,
      title: `Chapter ${name}`,
      summary: 'She climbs the stairs.',
      notes: '',
      beatKeys: [],
      participantIds: [],
      textStatus: 'empty',
      wordCount: 0,
    }));
    await sql`INSERT INTO chapter ${sql(rows)}`;
    chapters.push(...batch);
  }
  return chapters;
}
