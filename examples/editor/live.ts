import type { Book } from './book.ts';
import { listen } from './client.ts';
import { byId } from './dom.ts';
import { attempt } from './notice.ts';
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
  const variables = (last?: BookChangedSubscription) => ({ bookId: book.id, after: last?.bookChanged.id ?? null });
  await attempt(async () => {
    for await (const { bookChanged } of listen({ document: BookChangedDocument, variables, signal, onConnection }))
      if (!isOfChapter(book, bookChanged)) await readAgain();
  });
}

/** A chapter’s line comes with its event; whatever else has changed is read with the whole book. */
function isOfChapter(book: Book, { type, chapter }: Change): boolean {
  const isKnown = book.data.chapters.some(({ id }) => id === chapter?.id);
  if (!chapter || !isKnown || type !== 'chapter.updated') return false;
  book.setChapter(chapter);
  return true;
}
