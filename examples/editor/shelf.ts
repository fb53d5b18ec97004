import { ask } from './client.ts';
import { byId, h } from './dom.ts';
import { BooksDocument, type BooksQuery, CreateBookDocument, type ShelfBookFragment } from './operations.gen.ts';
import { keepTyped } from './typed.ts';

const select = byId('books', HTMLSelectElement);

/** All books, newest first. */
export async function readBooks(): Promise<ShelfBookFragment[]> {
  const books: ShelfBookFragment[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: BooksQuery = await ask(BooksDocument, { after });
    books.push(...page.books.nodes);
    after = page.books.pageInfo.hasNextPage ? (page.books.pageInfo.endCursor ?? null) : null;
  }
  return books;
}

/** Offers all books for a choice. */
export function offerBooks(books: readonly ShelfBookFragment[]): void {
  const { value } = select;
  select.replaceChildren(...books.map(({ id, title }) => h('option', { value: id }, title)));
  select.value = value;
}

/** Shows the open book, even if it was not in the list. */
export function chooseBook({ id, title }: { id: string; title: string }): void {
  const option = [...select.options].find(({ value }) => value === id) ?? h('option', { value: id });
  option.textContent = title;
  if (!option.isConnected) select.prepend(option);
  select.value = id;
}

/** Until the page is closed. */
const { signal } = new AbortController();
const about = { bookId: '', label: 'New book' };
const controls = [byId('book-name', HTMLInputElement), byId('premise', HTMLTextAreaElement)] as const;
const kept = controls.map((control) => keepTyped(control, `new-book/${control.id}`, about, signal));

export async function addBook(open: (bookId: string) => void): Promise<void> {
  const [title, premise] = controls;
  const answer = await answerOf(byId('book-dialog', HTMLDialogElement));
  if (answer !== 'make') return;
  const input = { premise: premise.value, ...(title.value.trim() ? { title: title.value } : {}) };
  // A double click or a retry does not create a second book.
  const { createBook } = await ask(CreateBookDocument, { input, idempotencyKey: crypto.randomUUID() });
  title.value = '';
  premise.value = '';
  for (const sent of kept) sent();
  open(createBook.id);
}

function answerOf(dialog: HTMLDialogElement): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  dialog.returnValue = '';
  dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  dialog.showModal();
  return promise;
}
