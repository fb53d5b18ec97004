import { ask } from './client.ts';
import { byId, h, type Row, rows } from './dom.ts';
import { fileOf } from './downloads.ts';
import { importFile } from './importing.ts';
import { newestOf } from './newest.ts';
import { attempt, notify } from './notice.ts';
import {
  DeleteBookDocument,
  DeletedBooksDocument,
  type DeletedBooksQuery,
  RenameBookDocument,
  RestoreBookDocument,
  type ShelfBookFragment,
} from './operations.gen.ts';
import { addBook, offerBooks, readBooks } from './shelf.ts';

const place = byId('shelf', HTMLElement);
const file = h('input', {
  type: 'file',
  accept: '.md,.markdown,.txt,.text,.json',
  class: 'hidden',
  tabindex: -1,
  'aria-label': 'File',
});
const covers = h('ul', { class: 'covers' });
const empty = h('p', { class: 'hint' }, 'No books yet. Begin with a premise, or bring a manuscript.');
const gone = h('ul', { class: 'gone' });
const deleted = h('details', {}, h('summary', {}, 'Deleted books'), gone);

let open: (bookId: string) => void = () => {};

/** All books of the account, with what can be done with a whole book. `go` opens one. */
export async function showShelf(go: (bookId: string) => void): Promise<void> {
  open = go;
  if (!place.contains(covers)) build();
  await refresh();
}

function build(): void {
  const bring = h('button', { type: 'button', onclick: () => file.click() }, 'Import a manuscript');
  const make = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => attempt(() => addBook(open)) },
    'New book',
  );
  file.addEventListener('change', () => void take(file.files));
  place.append(
    h('h2', {}, 'Your books'),
    h('p', { class: 'actions', 'data-needs': 'books:write' }, file, bring, make),
    empty,
    covers,
    deleted,
    h(
      'p',
      { class: 'hint', 'data-needs': 'books:write' },
      'Drop a manuscript here: Markdown, plain text, or an export as JSON.',
    ),
  );
  for (const type of ['dragover', 'dragleave', 'drop'] as const)
    place.addEventListener(type, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      place.classList.toggle('over', type === 'dragover');
      if (type === 'drop') void take(event.dataTransfer.files);
    });
}

async function take(files: FileList | null): Promise<void> {
  const [first] = files ?? [];
  if (!first) return;
  const bookId = await attempt(() => importFile(first));
  file.value = '';
  if (bookId) open(bookId);
}

/** Covers that are not in view yet. */
const waiting = new WeakMap<Element, () => void>();
const whenSeen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    whenSeen.unobserve(target);
    waiting.get(target)?.();
  }
});

const read = newestOf<[ShelfBookFragment[], DeletedBooksQuery]>();
const showBooks = rows(covers, cardOf);
const showGone = rows(gone, goneOf);

async function refresh(): Promise<void> {
  const answer = await read(() => Promise.all([readBooks(), ask(DeletedBooksDocument, {})]));
  if (!answer) return;
  const [books, { books: removed }] = answer;
  offerBooks(books);
  empty.hidden = books.length > 0;
  showBooks(books);
  deleted.hidden = removed.nodes.length === 0;
  showGone(removed.nodes);
}

function cardOf({ id }: ShelfBookFragment): Row<ShelfBookFragment> {
  const [title, author, facts] = [h('strong'), h('span'), h('span', { class: 'facts' })];
  const picture = h('img', { alt: '', width: 160, height: 240 });
  const progress = h('progress', { max: 1, 'aria-label': 'Words of the target length' });
  const link = h('a', { href: `#${id}` }, picture, title, author);
  let [book, shown]: [ShelfBookFragment | undefined, string] = [undefined, ''];
  const rename = async () => {
    const name = await newTitle(book?.title ?? '');
    if (!book || name === undefined) return;
    const variables = { bookId: id, title: name, expectedVersion: book.version };
    await attempt(() => ask(RenameBookDocument, variables));
    await attempt(refresh);
  };
  const remove = async () => {
    if (!(await attempt(() => ask(DeleteBookDocument, { bookId: id })))) return;
    await attempt(refresh);
    const undo = { label: 'Undo', run: () => restore(id) };
    ends.set(id, notify(`“${book?.title}” is deleted. It can be restored for 30 days.`, undo));
  };
  const tools = h(
    'span',
    { class: 'actions', 'data-needs': 'books:write' },
    h('button', { type: 'button', class: 'quiet', onclick: rename }, 'Rename'),
    h('button', { type: 'button', class: 'quiet', onclick: remove }, 'Delete'),
  );
  return {
    element: h('li', {}, link, progress, facts, tools),
    update(now) {
      book = now;
      title.textContent = now.title;
      author.textContent = now.author;
      facts.textContent = factsOf(now);
      progress.hidden = now.targetWords === null;
      progress.value = now.wordCount / (now.targetWords ?? 1);
      tools.setAttribute('aria-label', now.title);
      const wanted = `${now.cover.url} ${now.version}`;
      if (wanted === shown) return;
      shown = wanted;
      waiting.set(picture, () => void showCover(picture, now.cover.url));
      whenSeen.observe(picture);
    },
  };
}

function factsOf({ wordCount, targetWords, status }: ShelfBookFragment): string {
  const words = wordCount.toLocaleString();
  return `${targetWords === null ? words : `${words} of ${targetWords.toLocaleString()}`} words · ${status}`;
}

async function showCover(picture: HTMLImageElement, url: string): Promise<void> {
  const before = picture.src;
  // A shelf is usable without its pictures.
  const cover = await fileOf(url).catch(() => undefined);
  if (cover) picture.src = URL.createObjectURL(cover);
  if (before.startsWith('blob:')) URL.revokeObjectURL(before);
}

type Gone = DeletedBooksQuery['books']['nodes'][number];

function goneOf({ id }: Gone): Row<Gone> {
  const title = h('span');
  const back = h('button', { type: 'button', 'data-needs': 'books:write', onclick: () => restore(id) }, 'Restore');
  return {
    element: h('li', {}, title, ' ', back),
    update(now) {
      title.textContent = now.title;
      back.setAttribute('aria-label', `Restore ${now.title}`);
    },
  };
}

/** Notices that end when a book is restored. */
const ends = new Map<string, () => void>();

async function restore(bookId: string): Promise<void> {
  await attempt(() => ask(RestoreBookDocument, { bookId }));
  ends.get(bookId)?.();
  await attempt(refresh);
}

/** Asks for a title; undefined if it stays. */
async function newTitle(title: string): Promise<string | undefined> {
  const name = h('input', { value: title, maxlength: 200, required: true, autofocus: true });
  const dialog = h(
    'dialog',
    { 'aria-label': 'Rename' },
    h(
      'form',
      { method: 'dialog' },
      h('label', {}, 'Title ', name),
      h('div', { class: 'actions' }, cancel(), h('button', { class: 'primary', value: 'rename' }, 'Rename')),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  dialog.remove();
  return dialog.returnValue === 'rename' && name.value !== title ? name.value : undefined;
}

const cancel = () => h('button', { value: '', formnovalidate: true }, 'Cancel');
