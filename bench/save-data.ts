import type postgres from 'postgres';
import { newId } from '../src/ids/id.ts';
import { proseOf } from './search-prose.ts';

type Sql = postgres.Sql;

export interface BookKey {
  accountId: string;
  bookId: string;
}

/** Prose of exactly `length` characters, in paragraphs. */
export function proseOfLength(length: number): string {
  let prose = '';
  for (let part = 0; prose.length < length; part += 1) prose += `${proseOf(120, part)}\n\n`;
  return prose.slice(0, length);
}

/** Inserts an empty chapter. */
export async function addChapter(sql: Sql, { accountId, bookId }: BookKey, position: number): Promise<string> {
  const id = newId('ch');
  await sql`
    INSERT INTO chapter (account_id, book_id, id, rank, title, summary, notes, beat_keys, participant_ids)
    VALUES (${accountId}, ${bookId}, ${id}, ${position}, ${`Chapter ${position}`}, '', '', '{}', '{}')`;
  return id;
}

/** Inserts a book with chapters. Returns the chapter ids in order. */
export async function addBook(
  sql: Sql,
  accountId: string,
  chapters: number,
): Promise<{ bookId: string; ids: string[] }> {
  const bookId = newId('bk');
  await sql`
    INSERT INTO book (account_id, id, title, premise, author, language, model_tier)
    VALUES (${accountId}, ${bookId}, 'The Lamp Room', 'A keeper and a storm.', 'Ada Author', 'en', 'standard')`;
  const ids: string[] = [];
  for (let at = 1; at <= chapters; at += 1) ids.push(await addChapter(sql, { accountId, bookId }, at));
  return { bookId, ids };
}

/** Inserts small books without chapters. */
export async function addShelf(sql: Sql, accountId: string, books: number): Promise<void> {
  const rows = Array.from({ length: books }, (_, index) => ({
    account_id: accountId,
    id: newId('bk'),
    title: `Volume ${index}`,
    premise: proseOf(60, index),
    author: 'Ada Author',
    language: 'en',
    model_tier: 'standard',
  }));
  for (let at = 0; at < books; at += 500) await sql`INSERT INTO book ${sql(rows.slice(at, at + 500))}`;
}
