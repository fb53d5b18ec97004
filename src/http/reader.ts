import { bytesOf } from '../domain/narration/store.ts';
import {
  audioToHear,
  chapterToRead,
  contentsToRead,
  coverToSee,
  type PublishedBook,
  pictureToSee,
} from '../domain/publication/reading.ts';
import { ServiceError } from '../errors.ts';
import { withinTime } from '../graphql/execute.ts';
import type { Sql } from '../sql/connect.ts';
import { type Exchange, requireMethod } from './exchange.ts';
import { type Page, sendKept } from './pages/document.ts';
import { acceptsHtml } from './pages/start.ts';
import { sendAudio } from './reader/audio.ts';
import { coverFile } from './reader/cover.ts';
import { KeptPages } from './reader/kept-pages.ts';
import { sendNotThere } from './reader/not-there.ts';
import { titlePage } from './reader/title-page.ts';

/** What was read: a chapter, or the title page. */
export interface View {
  accountId: string;
  bookId: string;
  chapterId: string | null;
}

export interface Reader {
  read: Sql;
  publicUrl: () => string;
  /** Hears of a page that is about to be sent. */
  onView?: (exchange: Exchange, view: View) => void;
}

/** Slugs as they are minted, and a number as it is written. What has another form was never an address. */
const address = /^\/read\/([a-z0-9-]{1,80})(?:\/(?:([1-9][0-9]{0,3})(\/audio\.mp3)?|(cover)))?$/;

/** Everything below `/read`: books for whoever has their address, without a token. */
export function readerOf({ read, publicUrl, onView }: Reader): Page {
  const pages = new KeptPages();

  return async (exchange) => {
    requireMethod(exchange, ['GET', 'HEAD']);
    const [, slug, number, audio, cover] = address.exec(exchange.path) ?? [];
    if (!slug) return notThere(exchange);
    if (cover) return serveCover(exchange, slug);
    if (audio) return serveAudio(exchange, slug, Number(number));
    return number ? serveChapter(exchange, slug, Number(number)) : serveTitlePage(exchange, slug);
  };

  async function serveTitlePage(exchange: Exchange, slug: string): Promise<void> {
    const known = pages.at(exchange.path);
    const book = await withinTime(contentsToRead(read, slug, known?.stamp));
    if (!book) return notThere(exchange);
    const page = await pages.keep(exchange.path, book.edition, known, () => titlePage(book, publicUrl()));
    seen(exchange, book, null);
    await sendKept(exchange, page);
  }

  async function serveChapter(exchange: Exchange, slug: string, number: number): Promise<void> {
    const known = pages.at(exchange.path);
    const chapter = await withinTime(chapterToRead(read, slug, number, known?.stamp));
    if (!chapter) return notThere(exchange);
    const page = await pages.keep(exchange.path, chapter.stamp, known, async () => {
      // Reading Markdown takes a library that nobody waits for at the start.
      const { chapterPage } = await import('./reader/chapter-page.ts');
      return chapterPage(chapter, publicUrl(), chapter.isNarrated ? `${number}/audio.mp3` : undefined);
    });
    seen(exchange, chapter, chapter.chapterId);
    await sendKept(exchange, page);
  }

  async function serveCover(exchange: Exchange, slug: string): Promise<void> {
    const known = pages.at(exchange.path);
    const book = await withinTime(coverToSee(read, slug));
    if (!book) return notThere(exchange);
    const page = await pages.keep(exchange.path, book.edition, known, async () => {
      if (book.coverId === null) return coverFile(book, undefined);
      const picture = await withinTime(pictureToSee(read, book));
      if (picture) return coverFile(book, picture);
      throw new ServiceError('unavailable', 'The book was published anew just now. Ask again.', { retry_after: 1 });
    });
    await sendKept(exchange, page);
  }

  async function serveAudio(exchange: Exchange, slug: string, number: number): Promise<void> {
    const audio = await withinTime(audioToHear(read, slug, number));
    if (!audio) return notThere(exchange);
    await sendAudio(exchange, audio, (first, last) => bytesOf(read, audio.accountId, audio.narrationId, first, last));
  }

  function seen(exchange: Exchange, { accountId, bookId }: PublishedBook, chapterId: string | null): void {
    onView?.(exchange, { accountId, bookId, chapterId });
  }
}

/** The same for what is missing, private, taken back or deleted. */
function notThere(exchange: Exchange): void {
  exchange.res.setHeader('vary', 'accept');
  if (!acceptsHtml(exchange)) throw new ServiceError('not_found', 'There is nothing to read at this address.');
  sendNotThere(exchange);
}
