import type { Book } from './book.ts';
import { ask } from './client.ts';
import { byId, h, type Row, rows } from './dom.ts';
import { newestOf } from './newest.ts';
import { attempt } from './notice.ts';
import { DeletedChaptersDocument, type DeletedChaptersQuery, RestoreChapterDocument } from './operations.gen.ts';

type Deleted = DeletedChaptersQuery['chapters'][number];

/** What ends when a chapter is restored. */
const ends = new Map<string, () => void>();

export const untilRestored = (chapterId: string, end: () => void): void => void ends.set(chapterId, end);

/** Restores a chapter and opens it. */
export async function restoreChapter(book: Book, chapterId: string, open: (chapterId: string) => void): Promise<void> {
  await ask(RestoreChapterDocument, { bookId: book.id, chapterId });
  ends.get(chapterId)?.();
  await book.refresh();
  open(chapterId);
}

/** The deleted chapters of a book below the others, each with a button that restores it. */
export function showDeletedChapters(book: Book, open: (chapterId: string) => void, signal: AbortSignal): void {
  const list = h('ul', { class: 'gone' });
  const place = h('details', { hidden: true }, h('summary', {}, 'Deleted chapters'), list);
  const show = rows(list, (chapter: Deleted) => rowOf(chapter, () => restoreChapter(book, chapter.id, open)));
  const read = newestOf<DeletedChaptersQuery>();
  let known: string | undefined;
  byId('deleted-chapters', HTMLElement).replaceChildren(place);
  book.watch(async () => {
    const now = book.data.chapters
      .map(({ id }) => id)
      .toSorted()
      .join(' ');
    if (now === known) return;
    known = now;
    const answer = await read(() => ask(DeletedChaptersDocument, { bookId: book.id })).catch(() => undefined);
    // Without an answer, the next change of the book asks again.
    if (!answer) known = undefined;
    if (!answer || signal.aborted) return;
    place.hidden = answer.chapters.length === 0;
    show(answer.chapters);
  }, signal);
}

function rowOf({ id, title }: Deleted, restore: () => Promise<void>): Row<Deleted> {
  const label = { type: 'button', 'aria-label': `Restore ${title}`, 'data-needs': 'books:write' };
  const button = h('button', { ...label, onclick: () => attempt(restore) }, 'Restore');
  const words = h('span', { class: 'facts' });
  return {
    element: h('li', { 'data-id': id }, h('span', { dir: 'auto' }, title), ' ', words, ' ', button),
    update: ({ wordCount }) => {
      words.textContent = `${wordCount.toLocaleString()} words`;
    },
  };
}
