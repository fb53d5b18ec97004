import type { PublishedBook, PublishedPicture } from '../../domain/leaving/publication/published.ts';
import { drawCover } from '../../domain/making/cover/draw.ts';
import { type StaticContent, staticContent } from '../explorers/document.ts';
import { robotsHeader } from './book-page.ts';

/** Content security policy of a picture in its own tab: it cannot load or run anything. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** Cover of the published snapshot. An uploaded picture is sent unchanged; on others the title is drawn. */
export function coverFile(book: PublishedBook, picture: PublishedPicture | undefined): StaticContent {
  const headers = { 'content-security-policy': policy, ...robotsHeader(book) };
  return picture?.origin === 'uploaded'
    ? staticContent(Buffer.from(picture.bytes), picture.mediaType, headers)
    : staticContent(Buffer.from(drawCover(book, picture)), 'image/svg+xml; charset=utf-8', headers);
}
