import type { AnySql, Sql } from '../../sql/connect.ts';
import { readingSeconds } from '../chapter/rules.ts';

/** A published book as anybody may see it. */
export interface PublishedBook {
  accountId: string;
  bookId: string;
  slug: string;
  visibility: 'unlisted' | 'public';
  /** Another one whenever a page of the book may be another one. */
  stamp: string;
  title: string;
  subtitle: string | null;
  author: string;
  description: string | null;
  language: string;
  coverColor: string | null;
}

export interface Contents extends PublishedBook {
  /** In order; null for whoever knew the stamp. */
  chapters: { title: string; wordCount: number }[] | null;
}

export interface PublishedChapter extends PublishedBook {
  chapterId: string;
  /** 1 for the first. */
  number: number;
  lastNumber: number;
  chapterTitle: string;
  wordCount: number;
  /** Null for whoever knew the stamp. */
  body: string | null;
  previousTitle: string | null;
  nextTitle: string | null;
}

/** Whom a book belongs to is not asked here: a slug names one book of all accounts, and everything of it is found by its account. */
const readable = (sql: AnySql) =>
  sql`b.published_at IS NOT NULL AND b.deleted_at IS NULL AND b.visibility <> 'private'`;

const bookBehind = (sql: AnySql, slug: string) => sql`
  SELECT p.account_id, p.book_id, b.slug, b.visibility, p.edition || b.visibility AS stamp,
    p.title, p.subtitle, p.author, p.description, p.language, p.cover_color
  FROM book b JOIN publication p ON p.account_id = b.account_id AND p.book_id = b.id
  WHERE b.slug = ${slug} AND ${readable(sql)}`;

/** Undefined when there is no such book to be read, whyever. */
export async function bookToRead(sql: Sql, slug: string): Promise<PublishedBook | undefined> {
  const [row] = await sql<PublishedBook[]>`${bookBehind(sql, slug)}`;
  return row;
}

export async function contentsToRead(sql: Sql, slug: string, known: string | undefined): Promise<Contents | undefined> {
  const [row] = await sql<Contents[]>`
    SELECT s.*, CASE WHEN s.stamp IS DISTINCT FROM ${known ?? null} THEN (
        SELECT json_agg(json_build_object('title', k.title, 'wordCount', k.word_count) ORDER BY k.position)
        FROM publication_chapter k WHERE k.account_id = s.account_id AND k.book_id = s.book_id
      ) END AS chapters
    FROM (${bookBehind(sql, slug)}) s`;
  return row;
}

/** Undefined when there is no such book to be read, or no such chapter in it. */
export async function chapterToRead(
  sql: Sql,
  slug: string,
  number: number,
  known: string | undefined,
): Promise<PublishedChapter | undefined> {
  const chapter = sql`publication_chapter k WHERE k.account_id = s.account_id AND k.book_id = s.book_id`;
  const [row] = await sql<PublishedChapter[]>`
    SELECT s.*, k.chapter_id, k.position AS number, k.title AS chapter_title, k.word_count,
      CASE WHEN s.stamp IS DISTINCT FROM ${known ?? null} THEN k.body END AS body,
      (SELECT max(k.position) FROM ${chapter}) AS last_number,
      (SELECT k.title FROM ${chapter} AND k.position = ${number - 1}) AS previous_title,
      (SELECT k.title FROM ${chapter} AND k.position = ${number + 1}) AS next_title
    FROM (${bookBehind(sql, slug)}) s
    JOIN publication_chapter k ON k.account_id = s.account_id AND k.book_id = s.book_id AND k.position = ${number}`;
  return row;
}

/** Books that everybody may find, last published first. */
export function publicBooks(sql: Sql, limit: number): Promise<{ slug: string; publishedAt: Date }[]> {
  return sql<{ slug: string; publishedAt: Date }[]>`
    SELECT b.slug, b.published_at FROM book b
    WHERE b.visibility = 'public' AND b.published_at IS NOT NULL AND b.deleted_at IS NULL
    ORDER BY b.published_at DESC LIMIT ${limit}`;
}

/** Whole minutes that a text takes to read, at least one. */
export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(readingSeconds(wordCount) / 60));
}
