import { canDraw, pngOf } from '../../drawing/png.ts';
import { type CoverText, coverSize, drawCover } from './draw.ts';

export interface CoverFile {
  mediaType: 'image/png' | 'image/svg+xml';
  bytes: Uint8Array;
}

/** The cover of a book, the same bytes for the same book: a PNG, or an SVG where our fonts lack its letters. */
export async function coverFile(book: CoverText): Promise<CoverFile> {
  const svg = drawCover(book);
  if (!canDraw(`${book.title}${book.subtitle ?? ''}${book.author}`))
    return { mediaType: 'image/svg+xml', bytes: Buffer.from(svg) };
  return { mediaType: 'image/png', bytes: await pngOf(svg, coverSize.width) };
}
