import type { Book } from './book.ts';
import { ApiError, listen } from './client.ts';
import { byId } from './dom.ts';
import { attempt, notify } from './notice.ts';
import { BookChangedDocument, type BookChangedSubscription } from './operations.gen.ts';

type Change = BookChangedSubscription['bookChanged'];

/** Keeps the open book up to date and resumes after a lost connection. */
export async function followBook(book: Book, signal: AbortSignal): Promise<void> {
  const place = byId('connection', HTMLElement);
  // Changes between the first load and the subscription have no event here.
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
      // After weeks offline the log starts behind that event: the book is reloaded.
      [last, isBehind] = [null, true];
      await follow();
    }
  };
  await attempt(follow, 'updates');
  if (signal.aborted) return;
  const reload = { label: 'Reload', run: () => location.reload() };
  const done = notify('This page no longer receives updates. Reload it; unsaved changes are kept.', reload);
  signal.addEventListener('abort', done);
}

/** An event includes its chapter; other changes reload the book. */
function isOfChapter(book: Book, { type, chapter }: Change): boolean {
  const isKnown = book.data.chapters.some(({ id }) => id === chapter?.id);
  if (!chapter || !isKnown || type !== 'chapter.updated') return false;
  book.setChapter(chapter);
  return true;
}
