import { listenAppearance } from './appearance.ts';
import { Book, readBook, readChapter } from './book.ts';
import { showCast } from './cast.ts';
import { followPanels, showPanel, showPanels } from './chapter-panels.ts';
import { type ChapterList, showChapters } from './chapters.ts';
import { showDeletedChapters } from './deleted-chapters.ts';
import { byId } from './dom.ts';
import { hasUnsaved } from './drafts.ts';
import { listenKeys } from './keys.ts';
import { showLeftDrafts } from './left-drafts.ts';
import { showShelf } from './library.ts';
import { followBook } from './live.ts';
import { showMatrix } from './matrix.ts';
import { showNextSteps } from './next-steps.ts';
import { attempt, notify, reasonOf, whileWaiting } from './notice.ts';
import { choosePane, onPanel } from './panes.ts';
import { type Place, rememberPlace, returnTo, showPlaceOf } from './place.ts';
import { showPlan } from './plan.ts';
import { showRest } from './rest-of-book.ts';
import { offNote, readRights } from './rights.ts';
import { session } from './session.ts';
import { addBook, chooseBook, offerBooks, readBooks } from './shelf.ts';
import { showStorage } from './storage.ts';
import { showStyle } from './style.ts';
import { OpenChapter } from './text.ts';
import { chooseView, isView, type Page, showView } from './views.ts';

let closing = new AbortController();
let book: Book | undefined;
let list: ChapterList | undefined;
let chapter: OpenChapter | undefined;

/** `#BOOK/CHAPTER`, so that a reload restores the view. Any other, such as the code of a sign-in link, is none. */
const place = () => (location.hash.startsWith('#bk_') ? location.hash.slice(1).split('/') : []);

function go(bookId: string, chapterId = ''): void {
  const hash = chapterId ? `#${bookId}/${chapterId}` : `#${bookId}`;
  if (location.hash === hash) show();
  else location.hash = hash;
}

/** Follows the address, one change at a time. */
let showing: Promise<unknown> = Promise.resolve();
function show(): void {
  showing = showing.then(() => attempt(showPlace));
}

async function showPlace(): Promise<void> {
  const asked = location.hash;
  const [bookId = '', chapterId = ''] = place();
  if (chapter && document.body.dataset.view === 'book') rememberPlace(chapter.id);
  chooseView(bookId, chapterId);
  if (!bookId) return showBooks();
  if (book?.id !== bookId) await openBook(bookId);
  if (!book) return;
  if (isView(chapterId)) return showView(chapterId, book, page);
  // Without one, that which was left for another view.
  const ids = book.data.chapters.map(({ id }) => id);
  const wanted = [chapterId, chapter?.id, ids[0]].find((id) => id && ids.includes(id));
  if (wanted !== chapter?.id) await openChapter(book, wanted);
  if (wanted) returnTo(wanted);
  // Unless the address has changed meanwhile.
  if (wanted && wanted !== chapterId && location.hash === asked)
    history.replaceState(null, '', `#${book.id}/${wanted}`);
  if (wanted && hit?.chapterId === wanted) showPlaceOf(hit);
  hit = undefined;
}

/** A place to be shown once its chapter is open. */
let hit: (Place & { chapterId: string }) | undefined;

const page: Page = {
  write: () => go(book?.id ?? ''),
  flush: async () => chapter?.flush(),
  open(chapterId, at) {
    hit = { ...at, chapterId };
    go(book?.id ?? '', chapterId);
  },
};

async function showBooks(): Promise<void> {
  await closeBook();
  document.title = 'Your books · Fabula';
  await showShelf((bookId) => go(bookId));
}

async function closeBook(): Promise<void> {
  await closeChapter();
  showPage();
  closing.abort();
  book = undefined;
}

async function openBook(bookId: string): Promise<void> {
  const data = await whileWaiting('Opening the book …', readBook(bookId));
  await closeBook();
  closing = new AbortController();
  const { signal } = closing;
  const opened = new Book(data);
  book = opened;
  const open = (id?: string) => go(bookId, id);
  list = showChapters(opened, { open, flush: page.flush }, signal);
  showLeftDrafts(opened, open, signal);
  showDeletedChapters(opened, open, signal);
  showCast(opened, signal);
  showMatrix(opened, signal);
  void showPlan(opened, signal);
  showStyle(opened, signal);
  showRest(opened, page.flush, signal);
  void showStorage();
  void followBook(opened, signal);
  opened.watch((isOfChapter) => {
    const { title } = opened.data;
    document.title = `${title} · Fabula`;
    chooseBook({ id: opened.id, title });
    if (!chapter) showPage();
    const isGone = chapter && !opened.data.chapters.some(({ id }) => id === chapter?.id);
    if (!chapter && opened.data.chapters.length > 0) show();
    // It stays, with its text, to be restored or copied.
    if (!isGone) followPanels(opened, chapter, isOfChapter);
  }, signal);
}

async function closeChapter(): Promise<void> {
  await chapter?.leave();
  chapter?.close();
  chapter = undefined;
}

/** The former chapter stays in its place until the other one is there, so that the focus does, too. */
async function openChapter(from: Book, chapterId: string | undefined): Promise<void> {
  const former = chapter;
  const title = from.data.chapters.find(({ id }) => id === chapterId)?.title;
  const read = chapterId ? readChapter(from.id, chapterId) : undefined;
  try {
    const [record] = await whileWaiting(`Opening “${title}” …`, Promise.all([read, former?.leave()]));
    former?.close();
    chapter = record && new OpenChapter(from, record);
  } catch (error) {
    former?.stay();
    if (former && place()[1] === chapterId) history.replaceState(null, '', `#${from.id}/${former.id}`);
    throw error;
  } finally {
    showPage();
  }
  list?.mark(chapterId);
  if (chapter) choosePane('text');
  showPanels(from, chapter);
}

function showPage(): void {
  byId('page', HTMLElement).hidden = !chapter;
  const isEmpty = !chapter && book?.data.chapters.length === 0;
  byId('no-page', HTMLElement).hidden = !isEmpty;
  if (book && isEmpty) showNextSteps(book);
}

/** The chapter at this distance from the one that is wanted, which may not be open yet. */
function step(by: number): void {
  const chapters = book?.data.chapters ?? [];
  const [, wanted] = place();
  const next = chapters[chapters.findIndex(({ id }) => id === wanted) + by];
  if (book && next) go(book.id, next.id);
}

async function start(): Promise<void> {
  const [bookId = '', part = ''] = place();
  chooseView(bookId, part);
  await readRights();
  byId('generation-off', HTMLElement).replaceChildren(...offNote('generation'));
  if (bookId) offerBooks(await readBooks());
  show();
}

addEventListener('hashchange', show);
addEventListener('pagehide', () => {
  if (chapter && document.body.dataset.view === 'book') rememberPlace(chapter.id);
});
addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault();
});
byId('books', HTMLSelectElement).addEventListener('change', (event) => {
  if (event.target instanceof HTMLSelectElement) go(event.target.value);
});
byId('new-book', HTMLElement).addEventListener('click', () => void attempt(() => addBook(go)));
onPanel((panel) => {
  if (book) showPanel(book, chapter, panel);
});
// A sign-out clears the page.
session.onChange((_key, why) => {
  if (why === 'signed-out') location.reload();
});
listenAppearance();
listenKeys({
  save: () => void chapter?.flush(),
  write: () => byId('write', HTMLElement).click(),
  step,
  find: () => go(book?.id ?? '', 'find'),
});
start().catch((error) => notify(reasonOf(error), { label: 'Try again', run: start }));
