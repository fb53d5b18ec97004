import type { AnySql, Sql } from '../../sql/connect.ts';
import { readingSeconds } from '../chapter/rules.ts';
import type { CoverOrigin } from '../cover/rules.ts';

/** A published book as anybody may see it. */
export interface PublishedBook {
  accountId: string;
  bookId: string;
  slug: string;
  visibility: 'unlisted' | 'public';
  /** Another one with each publishing. */
  edition: string;
  title: string;
  subtitle: string | null;
  author: string;
  description: string | null;
  language: string;
  coverColor: string | null;
}

export interface Contents extends PublishedBook {
  /** In order; null for whoever knew the edition. */
  chapters: { title: string; wordCount: number }[] | null;
}

export interface PublishedChapter extends PublishedBook {
  chapterId: string;
  /** 1 for the first. */
  number: number;
  lastNumber: number;
  chapterTitle: string;
  wordCount: number;
  /** Another one with each edition, and when there is something to hear. */
  stamp: string;
  /** Null for whoever knew the stamp. */
  body: string | null;
  previousTitle: string | null;
  nextTitle: string | null;
  /** Whether there is a narration of this text. */
  isNarrated: boolean;
}

/** A book, and which picture is on its cover; null where the cover is drawn. */
export interface PublishedCover extends PublishedBook {
  coverId: string | null;
}

export interface PublishedPicture {
  origin: CoverOrigin;
  mediaType: string;
  bytes: Uint8Array;
}

/** The sound of a chapter's text. */
export interface PublishedAudio {
  accountId: string;
  narrationId: string;
  sizeBytes: number;
  /** In hexadecimal. */
  sha256: string;
  visibility: PublishedBook['visibility'];
}

/** Whom a book belongs to is not asked here: a slug names one book of all accounts, and everything of it is found by its account. */
const readable = (sql: AnySql) =>
  sql`b.published_at IS NOT NULL AND b.deleted_at IS NULL AND b.visibility <> 'private'`;

const bookBehind = (sql: AnySql, slug: string) => sql`
  SELECT p.account_id, p.book_id, b.slug, b.visibility, p.edition || b.visibility AS edition,
    p.title, p.subtitle, p.author, p.description, p.language, p.cover_color
  FROM book b JOIN publication p ON p.account_id = b.account_id AND p.book_id = b.id
  WHERE b.slug = ${slug} AND ${readable(sql)}`;

/** Undefined when there is no such book to be read, whyever. */
export async function coverToSee(sql: Sql, slug: string): Promise<PublishedCover | undefined> {
  const [row] = await sql<PublishedCover[]>`
    SELECT s.*, i.cover_id FROM (${bookBehind(sql, slug)}) s
    LEFT JOIN publication_cover i ON i.account_id = s.account_id AND i.book_id = s.book_id`;
  return row;
}

/** The picture itself, which may be 8 MB: to be asked for once, however many want to see it. Undefined when readers have another one by now. */
export async function pictureToSee(
  sql: Sql,
  { accountId, bookId, coverId }: PublishedCover,
): Promise<PublishedPicture | undefined> {
  const [row] = await sql<PublishedPicture[]>`
    SELECT origin, media_type, bytes FROM publication_cover
    WHERE account_id = ${accountId} AND book_id = ${bookId} AND cover_id = ${coverId}`;
  return row;
}

export async function contentsToRead(sql: Sql, slug: string, known: string | undefined): Promise<Contents | undefined> {
  const [row] = await sql<Contents[]>`
    SELECT s.*, CASE WHEN s.edition IS DISTINCT FROM ${known ?? null} THEN (
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
    SELECT s.*, k.chapter_id, k.position AS number, k.title AS chapter_title, k.word_count, a.is_narrated, s.edition || a.is_narrated AS stamp,
      CASE WHEN s.edition || a.is_narrated IS DISTINCT FROM ${known ?? null} THEN k.body END AS body,
      (SELECT max(k.position) FROM ${chapter}) AS last_number,
      (SELECT k.title FROM ${chapter} AND k.position = ${number - 1}) AS previous_title,
      (SELECT k.title FROM ${chapter} AND k.position = ${number + 1}) AS next_title
    FROM (${bookBehind(sql, slug)}) s
    JOIN publication_chapter k ON k.account_id = s.account_id AND k.book_id = s.book_id AND k.position = ${number}
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM narration n WHERE n.account_id = k.account_id AND n.revision_id = k.revision_id AND n.completed_at IS NOT NULL
      ) AS is_narrated
    ) a`;
  return row;
}

/** The newest narration of the text that readers have before them; undefined when there is none, or nothing to be read. */
export async function audioToHear(sql: Sql, slug: string, number: number): Promise<PublishedAudio | undefined> {
  const [row] = await sql<PublishedAudio[]>`
    SELECT s.account_id, s.visibility, n.id AS narration_id, n.size_bytes, n.sha256
    FROM (${bookBehind(sql, slug)}) s
    JOIN publication_chapter k ON k.account_id = s.account_id AND k.book_id = s.book_id AND k.position = ${number}
    JOIN narration n ON n.account_id = k.account_id AND n.revision_id = k.revision_id AND n.completed_at IS NOT NULL
    ORDER BY n.id DESC LIMIT 1`;
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
