import { drawCover } from '../../domain/cover/draw.ts';
import type { PublishedBook, PublishedPicture } from '../../domain/publication/reading.ts';
import { type Kept, keptOf } from '../pages/document.ts';
import { robotsHeader } from './sheet.ts';

/** A picture that does nothing but show itself, opened by itself too. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** The cover as the snapshot has it: an author's own picture as it is, any other with the title. */
export function coverFile(book: PublishedBook, picture: PublishedPicture | undefined): Kept {
  const headers = { 'content-security-policy': policy, ...robotsHeader(book) };
  return picture?.origin === 'uploaded'
    ? keptOf(Buffer.from(picture.bytes), picture.mediaType, headers)
    : keptOf(Buffer.from(drawCover(book, picture)), 'image/svg+xml; charset=utf-8', headers);
}
