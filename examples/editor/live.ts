import type { Book } from './book.ts';
import { ApiError, listen } from './client.ts';
import { byId } from './dom.ts';
import { attempt, notify } from './notice.ts';
import { BookChangedDocument, type BookChangedSubscription } from './operations.gen.ts';

type Change = BookChangedSubscription['bookChanged'];

/** Keeps the book on the screen as it is in the service, whoever changes it. Goes on where it was after a lost connection. */
export async function followBook(book: Book, signal: AbortSignal): Promise<void> {
  const place = byId('connection', HTMLElement);
  // What changed between the first reading and the subscription has no event here.
  let isBehind = true;
  const readAgain = async () => {
    isBehind = false;
    await book.refresh().catch(() => {
      isBehind = true;
    });
  };
  const onConnection = (isConnected: boolean) => {
    place.textContent = isConnected ? '' : 'Not connected';
    if (isConnected && isBehind) void readAgain();
  };
  let last: string | null = null;
  const variables = () => ({ bookId: book.id, after: last });
  const follow = async (): Promise<void> => {
    try {
      for await (const { bookChanged } of listen({ document: BookChangedDocument, variables, signal, onConnection })) {
        last = bookChanged.id;
        if (!isOfChapter(book, bookChanged)) await readAgain();
      }
    } catch (error) {
      if (last === null || !(error instanceof ApiError && error.code === 'not_found')) throw error;
      // After weeks without a connection the log begins behind that event: the book is read anew.
      [last, isBehind] = [null, true];
      await follow();
    }
  };
  await attempt(follow);
  if (!signal.aborted) notify('This page no longer follows the book. Load it again; what is not saved is kept.');
}

/** A chapter’s line comes with its event; whatever else has changed is read with the whole book. */
function isOfChapter(book: Book, { type, chapter }: Change): boolean {
  const isKnown = book.data.chapters.some(({ id }) => id === chapter?.id);
  if (!chapter || !isKnown || type !== 'chapter.updated') return false;
  book.setChapter(chapter);
  return true;
}
