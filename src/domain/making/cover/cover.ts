import { createHash } from 'node:crypto';
import { canDraw, pngOf } from '../../../drawing/png.ts';
import type { AnySql } from '../../../sql/connect.ts';
import { type Book, type BookKey, bookById } from '../../story/book/store.ts';
import { type CoverPicture, coverSize, drawCover } from './draw.ts';
import type { CoverFormat } from './rules.ts';
import { type Picture, pictureById } from './store.ts';

/** The cover file of a book. */
export interface CoverFile {
  title: string;
  mediaType: string;
  bytes: Uint8Array;
  sha256: string;
}

/**
 * Cover of a book, deterministic: an uploaded picture unchanged, a generated one with the title below it, else the drawn
 * cover. As `png` if our fonts can render its text, otherwise an SVG, which uses the viewer's fonts. Undefined if there is
 * no such book.
 */
export async function coverOf(sql: AnySql, key: BookKey, format: CoverFormat = 'svg'): Promise<CoverFile | undefined> {
  const book = await bookById(sql, key);
  if (!book) return undefined;
  return coverWith(book, format, await pictureById(sql, key));
}

/** Cover of a book with this picture, or without one. */
export async function coverWith(book: Book, format: CoverFormat, picture: Picture | undefined): Promise<CoverFile> {
  return picture?.origin === 'uploaded' ? fileOf(book, picture) : drawnCover(book, format, picture);
}

/** Drawn cover, with a picture in place of the ornament if there is one. */
async function drawnCover(book: Book, format: CoverFormat, picture: Picture | undefined): Promise<CoverFile> {
  const svg = drawCover(book, picture);
  // The PNG renderer does not support WebP and would leave a gap.
  const isDrawable = canDraw([book.title, book.subtitle, book.author].join(' ')) && picture?.mediaType !== 'image/webp';
  return format === 'png' && isDrawable
    ? fileOf(book, { mediaType: 'image/png', bytes: await pngOf(svg, coverSize.width) })
    : fileOf(book, { mediaType: 'image/svg+xml', bytes: Buffer.from(svg) });
}

function fileOf({ title }: Book, { mediaType, bytes }: CoverPicture): CoverFile {
  return { title, mediaType, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
