import { ApiError, ask, session } from './client.ts';
import { byId, h } from './dom.ts';
import { BooksDocument, type BooksQuery, CreateBookDocument } from './operations.gen.ts';

type Book = BooksQuery['books']['nodes'][number];

const select = byId('books', HTMLSelectElement);
const keyName = 'fabula.key';

/** Every book, newest first; asks for a key where one is wanted. */
export async function listBooks(): Promise<Book[]> {
  session.key = sessionStorage.getItem(keyName);
  const books: Book[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: BooksQuery = await withKey(() => ask(BooksDocument, { after }));
    books.push(...page.books.nodes);
    after = page.books.pageInfo.hasNextPage ? (page.books.pageInfo.endCursor ?? null) : null;
  }
  select.replaceChildren(...books.map(({ id, title }) => h('option', { value: id }, title)));
  return books;
}

/** Shows which book is open, also one that was not in the list. */
export function chooseBook({ id, title }: Book): void {
  const option = [...select.options].find(({ value }) => value === id) ?? h('option', { value: id });
  option.textContent = title;
  if (!option.isConnected) select.prepend(option);
  select.value = id;
}

export async function addBook(open: (bookId: string) => void): Promise<void> {
  const [title, premise] = [byId('book-name', HTMLInputElement), byId('premise', HTMLTextAreaElement)];
  const answer = await answerOf(byId('book-dialog', HTMLDialogElement));
  if (answer !== 'make') return;
  const input = { premise: premise.value, ...(title.value.trim() ? { title: title.value } : {}) };
  // A second press, or a second try after a lost answer, makes no second book.
  const { createBook } = await ask(CreateBookDocument, { input, idempotencyKey: crypto.randomUUID() });
  title.value = '';
  premise.value = '';
  open(createBook.id);
}

async function withKey<Done>(work: () => Promise<Done>): Promise<Done> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || !/^(unauthenticated|invalid_token)$/.test(error.code)) throw error;
      await answerOf(byId('key-dialog', HTMLDialogElement));
      session.key = byId('key', HTMLInputElement).value.trim();
      sessionStorage.setItem(keyName, session.key);
    }
  }
}

function answerOf(dialog: HTMLDialogElement): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  dialog.returnValue = '';
  dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  dialog.showModal();
  return promise;
}
