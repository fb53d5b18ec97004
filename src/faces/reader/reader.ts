import { readableHtml } from '../../domain/leaving/publication/html.ts';
import {
  audioToHear,
  chapterToRead,
  contentsToRead,
  coverToSee,
  type PublishedBook,
  pictureToSee,
} from '../../domain/leaving/publication/published.ts';
import { bytesOf } from '../../domain/making/narration/store.ts';
import { ServiceError } from '../../errors.ts';
import { type Exchange, requireMethod } from '../../http/exchange.ts';
import { acceptsHtml } from '../../http/page.ts';
import { withTimeout } from '../../limits/operation-time.ts';
import { Html } from '../../markup.ts';
import type { Sql } from '../../sql/connect.ts';
import type { WorkPool } from '../../threads/pool.ts';
import { type Page, sendStatic } from '../explorers/document.ts';
import { sendAudio } from './audio.ts';
import { chapterPage } from './chapter-page.ts';
import { coverFile } from './cover.ts';
import { sendNotFound } from './not-found.ts';
import { PageCache } from './page-cache.ts';
import { titlePage } from './title-page.ts';

/** A page view: of a chapter, or of the title page (`chapterId` is null). */
export interface OpenedPage {
  accountId: string;
  bookId: string;
  chapterId: string | null;
}

interface ReaderOptions {
  read: Sql;
  work: WorkPool;
  publicUrl: () => string;
  /** Called before a page is sent. */
  onView?: (exchange: Exchange, view: OpenedPage) => void;
}

/** Paths of reader pages: a slug or reader key, then a chapter number in canonical form, its audio, or the cover. */
const pathPattern = /^\/read\/([a-z0-9-]{1,80})(?:\/(?:([1-9][0-9]{0,3})(\/audio\.mp3)?|(cover)))?$/;

/** Serves `/read`: published books, without a token. */
export function readerOf({ read, work, publicUrl, onView }: ReaderOptions): Page {
  const pages = new PageCache();

  return async (exchange) => {
    requireMethod(exchange, ['GET', 'HEAD']);
    const [, address, number, audio, cover] = pathPattern.exec(exchange.path) ?? [];
    if (!address) return refuseMissing(exchange);
    if (cover) return serveCover(exchange, address);
    if (audio) return serveAudio(exchange, address, Number(number));
    return number ? serveChapter(exchange, address, Number(number)) : serveTitlePage(exchange, address);
  };

  async function serveTitlePage(exchange: Exchange, address: string): Promise<void> {
    const known = pages.at(exchange.path);
    const book = await withTimeout(contentsToRead(read, address, known?.stamp));
    if (!book) return refuseMissing(exchange);
    const page = await pages.keep(exchange.path, book.edition, known, () => titlePage(book, publicUrl()));
    reportView(exchange, book, null);
    await sendStatic(exchange, page);
  }

  async function serveChapter(exchange: Exchange, address: string, number: number): Promise<void> {
    const known = pages.at(exchange.path);
    const chapter = await withTimeout(chapterToRead(read, address, number, known?.stamp));
    if (!chapter) return refuseMissing(exchange);
    const page = await pages.keep(exchange.path, chapter.stamp, known, async () => {
      const [prose = ''] = await readableHtml(work, chapter.accountId, [chapter.body ?? '']);
      const audioUrl = chapter.isNarrated ? `${number}/audio.mp3` : undefined;
      return chapterPage(chapter, new Html(prose), publicUrl(), audioUrl);
    });
    reportView(exchange, chapter, chapter.chapterId);
    await sendStatic(exchange, page);
  }

  async function serveCover(exchange: Exchange, address: string): Promise<void> {
    const known = pages.at(exchange.path);
    const book = await withTimeout(coverToSee(read, address));
    if (!book) return refuseMissing(exchange);
    const page = await pages.keep(exchange.path, book.edition, known, async () => {
      if (book.coverId === null) return coverFile(book, undefined);
      const picture = await withTimeout(pictureToSee(read, book));
      if (picture) return coverFile(book, picture);
      throw new ServiceError('unavailable', 'The book was just published again. Try again.', { retry_after: 1 });
    });
    await sendStatic(exchange, page);
  }

  async function serveAudio(exchange: Exchange, address: string, number: number): Promise<void> {
    const audio = await withTimeout(audioToHear(read, address, number));
    if (!audio) return refuseMissing(exchange);
    await sendAudio(exchange, audio, (first, last) => bytesOf(read, audio.accountId, audio.narrationId, first, last));
  }

  function reportView(exchange: Exchange, { accountId, bookId }: PublishedBook, chapterId: string | null): void {
    onView?.(exchange, { accountId, bookId, chapterId });
  }
}

/** The same answer for missing, private, withdrawn and deleted books. */
function refuseMissing(exchange: Exchange): void {
  exchange.res.setHeader('vary', 'accept');
  if (!acceptsHtml(exchange)) throw new ServiceError('not_found', 'No published book has this address.');
  sendNotFound(exchange);
}
