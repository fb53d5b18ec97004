import { listenAppearance } from './appearance.ts';
import { Book, readBook } from './book.ts';
import { showCast } from './cast.ts';
import { type ChapterList, showChapters } from './chapters.ts';
import { followCheck, showCheck } from './check.ts';
import { byId } from './dom.ts';
import { listenKeys } from './keys.ts';
import { showShelf } from './library.ts';
import { followBook } from './live.ts';
import { showMatrix } from './matrix.ts';
import { showNextSteps } from './next-steps.ts';
import { attempt, notify, reasonOf } from './notice.ts';
import { choosePane, onPanel, panelNow } from './panes.ts';
import { showPlan } from './plan.ts';
import { showRecap } from './recap.ts';
import { showRest } from './rest-of-book.ts';
import { followReview, showReview } from './review.ts';
import { showRevisions } from './revisions.ts';
import { offNote, readRights } from './rights.ts';
import { showRuns } from './runs.ts';
import { session } from './session.ts';
import { selectHit } from './sheet.ts';
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
  chooseView(bookId, chapterId);
  if (!bookId) return showBooks();
  if (book?.id !== bookId) await openBook(bookId);
  if (!book) return;
  if (isView(chapterId)) return showView(chapterId, book, page);
  const first = book.data.chapters[0]?.id;
  const wanted = book.data.chapters.some(({ id }) => id === chapterId) ? chapterId : first;
  if (wanted !== chapter?.id) await openChapter(book, wanted);
  // Unless the address has changed meanwhile.
  if (wanted && wanted !== chapterId && location.hash === asked)
    history.replaceState(null, '', `#${book.id}/${wanted}`);
  onShown?.();
  onShown = undefined;
}

/** What to do once the chapter of the address is open. */
let onShown: (() => void) | undefined;

const page: Page = {
  write: () => go(book?.id ?? ''),
  flush: async () => chapter?.flush(),
  open(chapterId, hit) {
    onShown = () => selectHit(hit);
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
  const data = await readBook(bookId);
  await closeBook();
  closing = new AbortController();
  const { signal } = closing;
  const opened = new Book(data);
  book = opened;
  list = showChapters(opened, (id) => go(bookId, id), signal);
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
    if ((isGone && chapter?.isSaved) || (!chapter && opened.data.chapters.length > 0)) show();
    if (isGone) return;
    const panel = panelNow();
    showPanel(opened, panel);
    if (panel !== 'review') followReview(opened, chapter, isOfChapter);
    if (panel !== 'check') followCheck(opened, chapter);
  }, signal);
}

async function closeChapter(): Promise<void> {
  const closed = chapter;
  chapter = undefined;
  await closed?.close();
}

async function openChapter(from: Book, chapterId: string | undefined): Promise<void> {
  await closeChapter();
  try {
    chapter = chapterId ? await OpenChapter.open(from, chapterId) : undefined;
  } finally {
    showPage();
  }
  list?.mark(chapterId);
  if (chapter) choosePane('text');
  for (const showPart of Object.values(partsOfChapter)) void showPart(from, chapter);
}

/** Panels about the open chapter. */
const partsOfChapter = {
  check: showCheck,
  recap: showRecap,
  review: showReview,
  revisions: showRevisions,
  runs: showRuns,
};

function showPanel(from: Book, panel = ''): void {
  const [, showPart] = Object.entries(partsOfChapter).find(([name]) => name === panel) ?? [];
  void showPart?.(from, chapter);
}

function showPage(): void {
  byId('page', HTMLElement).hidden = !chapter;
  byId('no-page', HTMLElement).hidden = chapter !== undefined;
  if (book && !chapter) showNextSteps(book);
}

/** The chapter at this distance. */
function step(by: number): void {
  const chapters = book?.data.chapters ?? [];
  const next = chapters[chapters.findIndex(({ id }) => id === chapter?.id) + by];
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
addEventListener('beforeunload', (event) => {
  if (chapter && !chapter.isSaved) event.preventDefault();
});
byId('books', HTMLSelectElement).addEventListener('change', (event) => {
  if (event.target instanceof HTMLSelectElement) go(event.target.value);
});
byId('new-book', HTMLElement).addEventListener('click', () => void attempt(() => addBook(go)));
onPanel((panel) => {
  if (book) showPanel(book, panel);
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
