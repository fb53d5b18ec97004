import type { Book } from './book.ts';
import { byId } from './dom.ts';
import { type Around, showFind } from './find.ts';
import { leaveOutline, showOutline } from './outline.ts';
import { leavePublish, showPublish } from './publish.ts';

/** What a view needs of the page. */
export interface Page extends Around {
  /** Shows the text of the book. */
  write(): void;
}

/** Views of a book besides its text, by the last part of the address. */
const views = {
  outline: (book: Book, page: Page) => showOutline(book, page.write),
  find: showFind,
  publish: showPublish,
} as const;

export type View = keyof typeof views;

export const isView = (part: string): part is View => Object.hasOwn(views, part);

/** Shows the shelf, the text of a book, or another view of it; which one is part of the address. */
export function chooseView(bookId: string, part: string): void {
  const view = bookId === '' ? 'shelf' : isView(part) ? part : 'book';
  document.body.dataset.view = view;
  leaveOutline();
  leavePublish();
  for (const name of ['book', ...Object.keys(views)]) {
    const link = byId(`view-${name}`, HTMLAnchorElement);
    link.href = `desk#${name === 'book' ? bookId : `${bookId}/${name}`}`;
    link.setAttribute('aria-current', name === view ? 'page' : 'false');
  }
}

export const showView = (view: View, book: Book, page: Page): Promise<void> => views[view](book, page);
