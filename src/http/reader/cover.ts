import { drawCover } from '../../domain/cover/draw.ts';
import type { PublishedBook } from '../../domain/publication/reading.ts';
import { type Kept, keptOf } from '../pages/document.ts';
import { robotsHeader } from './sheet.ts';

/** A picture that does nothing but show itself, opened by itself too. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** The cover as the snapshot has it. */
export function coverFile(book: PublishedBook): Kept {
  return keptOf(Buffer.from(drawCover(book)), 'image/svg+xml; charset=utf-8', {
    'content-security-policy': policy,
    ...robotsHeader(book),
  });
}
