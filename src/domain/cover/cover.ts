import { createHash } from 'node:crypto';
import { canDraw, pngOf } from '../../drawing/png.ts';
import type { AnySql } from '../../sql/connect.ts';
import { type Book, type BookKey, bookById } from '../book/store.ts';
import { type CoverPicture, coverSize, drawCover } from './draw.ts';
import type { CoverFormat } from './rules.ts';
import { type Picture, pictureById } from './store.ts';

/** The file that is a book's cover, whoever shows it. */
export interface CoverFile {
  title: string;
  mediaType: string;
  bytes: Uint8Array;
  sha256: string;
}

/**
 * A book's cover, the same bytes for the same book: the author's own picture as it is, a generated one with the title set
 * below it, else the drawn one. As `png` where we can draw all of it, else the SVG, which its reader's fonts can show.
 * Undefined when there is no such book.
 */
export async function coverOf(sql: AnySql, key: BookKey, format: CoverFormat = 'svg'): Promise<CoverFile | undefined> {
  const book = await bookById(sql, key);
  if (!book) return undefined;
  return coverWith(book, format, await pictureById(sql, key));
}

/** The cover of a book with that picture on it, or none. */
export async function coverWith(book: Book, format: CoverFormat, picture: Picture | undefined): Promise<CoverFile> {
  return picture?.origin === 'uploaded' ? fileOf(book, picture) : drawnCover(book, format, picture);
}

/** A cover that is drawn, with a picture in place of the ornament where there is one. */
async function drawnCover(book: Book, format: CoverFormat, picture: Picture | undefined): Promise<CoverFile> {
  const svg = drawCover(book, picture);
  // The library that draws PNGs knows no WebP, and would leave its place empty.
  const isDrawable = canDraw([book.title, book.subtitle, book.author].join(' ')) && picture?.mediaType !== 'image/webp';
  return format === 'png' && isDrawable
    ? fileOf(book, { mediaType: 'image/png', bytes: await pngOf(svg, coverSize.width) })
    : fileOf(book, { mediaType: 'image/svg+xml', bytes: Buffer.from(svg) });
}

function fileOf({ title }: Book, { mediaType, bytes }: CoverPicture): CoverFile {
  return { title, mediaType, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
