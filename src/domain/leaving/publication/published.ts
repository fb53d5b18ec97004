import type { AnySql, Sql } from '../../../sql/connect.ts';
import type { CoverOrigin } from '../../making/cover/rules.ts';
import { spokenOf } from '../../making/narration/store.ts';
import { readingSeconds } from '../../text/chapter/rules.ts';

/** A published book as readers see it. */
export interface PublishedBook {
  accountId: string;
  bookId: string;
  /** Part of its address below `/read/`. */
  address: string;
  visibility: 'unlisted' | 'public';
  /** Changes with each publishing. */
  edition: string;
  title: string;
  subtitle: string | null;
  author: string;
  description: string | null;
  language: string;
  coverColor: string | null;
}

export interface Contents extends PublishedBook {
  /** In order; null if the caller has this edition. */
  chapters: { title: string; wordCount: number }[] | null;
}

export interface PublishedChapter extends PublishedBook {
  chapterId: string;
  /** 1 for the first. */
  number: number;
  lastNumber: number;
  chapterTitle: string;
  wordCount: number;
  /** Changes with each edition, and when audio becomes available. */
  stamp: string;
  /** Null if the caller has this stamp. */
  body: string | null;
  previousTitle: string | null;
  nextTitle: string | null;
  /** Whether this text has audio. */
  isNarrated: boolean;
}

/** A book with the picture of its cover; null if the cover is drawn. */
interface PublishedCover extends PublishedBook {
  coverId: string | null;
}

export interface PublishedPicture {
  origin: CoverOrigin;
  mediaType: string;
  bytes: Uint8Array;
}

/** Audio of a chapter's text. */
export interface PublishedAudio {
  accountId: string;
  narrationId: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
  visibility: PublishedBook['visibility'];
}

/** No account is named: an address identifies one book over all accounts, and its records are found through its account. */
const bookBehind = (sql: AnySql, address: string) => sql`
  SELECT p.account_id, p.book_id, ${address}::text AS address, b.visibility, p.edition || b.visibility AS edition,
    p.title, p.subtitle, p.author, p.description, p.language, p.cover_color
  FROM book b JOIN publication p ON p.account_id = b.account_id AND p.book_id = b.id
  WHERE (b.slug = ${address} AND b.visibility = 'public' OR b.reader_key = ${address} AND b.visibility = 'unlisted')
    AND b.published_at IS NOT NULL AND b.deleted_at IS NULL`;

/** Undefined if there is no such readable book. */
export async function coverToSee(sql: Sql, address: string): Promise<PublishedCover | undefined> {
  const [row] = await sql<PublishedCover[]>`
    SELECT s.*, i.cover_id FROM (${bookBehind(sql, address)}) s
    LEFT JOIN publication_cover i ON i.account_id = s.account_id AND i.book_id = s.book_id`;
  return row;
}

/** The picture, up to 8 MB; load it once for all readers. Undefined if the cover has changed. */
export async function pictureToSee(
  sql: Sql,
  { accountId, bookId, coverId }: PublishedCover,
): Promise<PublishedPicture | undefined> {
  const [row] = await sql<PublishedPicture[]>`
    SELECT account_id AS owner_of_publication_cover, origin, media_type, bytes FROM publication_cover
    WHERE account_id = ${accountId} AND book_id = ${bookId} AND cover_id = ${coverId}`;
  return row;
}

export async function contentsToRead(
  sql: Sql,
  address: string,
  known: string | undefined,
): Promise<Contents | undefined> {
  const [row] = await sql<Contents[]>`
    SELECT s.*, CASE WHEN s.edition IS DISTINCT FROM ${known ?? null} THEN (
        SELECT json_agg(json_build_object('title', k.title, 'wordCount', k.word_count) ORDER BY k.position)
        FROM publication_chapter k WHERE k.account_id = s.account_id AND k.book_id = s.book_id
      ) END AS chapters
    FROM (${bookBehind(sql, address)}) s`;
  return row;
}

/** Undefined if there is no such readable book or chapter. */
export async function chapterToRead(
  sql: Sql,
  address: string,
  number: number,
  known: string | undefined,
): Promise<PublishedChapter | undefined> {
  const chapter = sql`publication_chapter k WHERE k.account_id = s.account_id AND k.book_id = s.book_id`;
  const [row] = await sql<PublishedChapter[]>`
    SELECT s.*, k.chapter_id, k.position AS number, k.title AS chapter_title, k.word_count, a.is_narrated,
      s.edition || a.is_narrated AS stamp,
      CASE WHEN s.edition || a.is_narrated IS DISTINCT FROM ${known ?? null} THEN k.body END AS body,
      (SELECT max(k.position) FROM ${chapter}) AS last_number,
      (SELECT k.title FROM ${chapter} AND k.position = ${number - 1}) AS previous_title,
      (SELECT k.title FROM ${chapter} AND k.position = ${number + 1}) AS next_title
    FROM (${bookBehind(sql, address)}) s
    JOIN publication_chapter k ON k.account_id = s.account_id AND k.book_id = s.book_id AND k.position = ${number}
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM ${spokenOf(sql, sql`k.account_id`, sql`k.revision_id`)}
      ) AS is_narrated
    ) a`;
  return row;
}

/** Newest audio of the published text; undefined if there is none. */
export async function audioToHear(sql: Sql, address: string, number: number): Promise<PublishedAudio | undefined> {
  const [row] = await sql<PublishedAudio[]>`
    SELECT s.account_id, s.visibility, n.id AS narration_id, n.size_bytes, n.sha256
    FROM (${bookBehind(sql, address)}) s
    JOIN publication_chapter k ON k.account_id = s.account_id AND k.book_id = s.book_id AND k.position = ${number}
    CROSS JOIN LATERAL ${spokenOf(sql, sql`k.account_id`, sql`k.revision_id`)}
    ORDER BY n.id DESC LIMIT 1`;
  return row;
}

/** Public books, most recently published first. */
export function publicBooks(sql: Sql, limit: number): Promise<{ slug: string; publishedAt: Date }[]> {
  return sql<{ slug: string; publishedAt: Date }[]>`
    SELECT b.slug, b.published_at FROM book b
    WHERE b.visibility = 'public' AND b.published_at IS NOT NULL AND b.deleted_at IS NULL
    ORDER BY b.published_at DESC LIMIT ${limit}`;
}

/** Reading time in whole minutes, at least one. */
export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(readingSeconds(wordCount) / 60));
}
