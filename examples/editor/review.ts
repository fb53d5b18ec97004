import { beside, markWords } from './beside.ts';
import type { Book } from './book.ts';
import { ask } from './client.ts';
import { byId, h, rows } from './dom.ts';
import { withoutEscapes } from './escapes.ts';
import { selectMark } from './marks.ts';
import { newestOf } from './newest.ts';
import { attempt, tellTrouble } from './notice.ts';
import {
  AcceptProposalsDocument,
  AddNoteDocument,
  DeclineProposalsDocument,
  ProposeEditsDocument,
  ReviewDocument,
  type ReviewQuery,
  UpdateNoteDocument,
} from './operations.gen.ts';
import { type Deeds, type Item, itemRow } from './review-item.ts';
import { onSurface } from './surface.ts';
import type { OpenChapter } from './text.ts';
import { keepTyped } from './typed.ts';
import { selectedWords } from './words.ts';

const proposed = h('textarea', { id: 'proposed', rows: 2, dir: 'auto', placeholder: 'Your words, or your note' });
const about = h('p', { class: 'hint', id: 'selected-words' });
const trouble = h('p', { class: 'trouble', role: 'alert' });
const list = beside(h('ol', { class: 'reviews' }));
const none = h('p', { class: 'hint' }, 'Nothing is open in this chapter.');

let book: Book | undefined;
let chapter: OpenChapter | undefined;

const showItems = rows(list, (item: Item) => itemRow(item, deeds));

const read = newestOf<ReviewQuery>();
/** Whether the words of the items are not marked yet, because the editor has another version of the text. */
let isBehind = false;

/** Open proposals and notes of the open chapter, in the order of its text, which marks their words. */
export async function showReview(from: Book, open: OpenChapter | undefined): Promise<void> {
  const isOther = chapter !== open;
  [book, chapter] = [from, open];
  if (isOther) {
    showItems([]);
    markWords('review', '', []);
    keepProposed();
  }
  const place = byId('review', HTMLElement);
  const heading = h('h2', { class: 'hidden' }, 'Review');
  if (!open)
    return place.replaceChildren(heading, h('p', { class: 'hint' }, 'Open a chapter to see its proposals and notes.'));
  const answer = await attempt(
    () => read(() => ask(ReviewDocument, { bookId: from.id, chapterId: open.id })),
    'review',
  );
  if (!answer || chapter !== open) return;
  if (!place.contains(list)) place.replaceChildren(heading, none, list, form());
  const { open: waiting, stale, marginNotes, version } = answer.chapter;
  const proposals = [...waiting.nodes, ...stale.nodes].map((one): Item => ({ type: 'proposal', ...one }));
  const notes = marginNotes.nodes.map((one): Item => ({ type: 'note', ...one }));
  const items = [...proposals, ...notes].sort((one, other) => placeOf(one) - placeOf(other));
  none.hidden = items.length > 0;
  showItems(items);
  isBehind = version !== open.version;
  if (!isBehind) markWords('review', open.savedContent, items.flatMap(wordsOf));
}

function wordsOf({ id, type, anchor }: Item) {
  return anchor ? [{ id, kind: anchor.state === 'ok' ? type : 'stale', start: anchor.start, end: anchor.end }] : [];
}

let sent = () => {};
let leaving = new AbortController();

/** What is typed belongs to the open chapter. */
function keepProposed(): void {
  leaving.abort();
  leaving = new AbortController();
  proposed.value = '';
  if (!book || !chapter) return;
  const { id, record } = chapter;
  const about = { bookId: book.id, label: `Proposal or note · ${record.title}` };
  sent = keepTyped(proposed, `${id}/proposed`, about, leaving.signal);
}

/** After a change of the book that nobody sees here. Of the text itself, only if the words are not marked yet. */
export function followReview(from: Book, open: OpenChapter | undefined, isOfText: boolean): void {
  if (!isOfText || isBehind) void showReview(from, open);
}

/** Notes on the whole chapter come first. */
const placeOf = ({ anchor }: Item) => anchor?.start ?? -1;

function form(): HTMLElement {
  showSelection();
  return h(
    'form',
    { 'data-needs': 'proposals:write', onsubmit: (event: Event) => event.preventDefault() },
    about,
    h('label', { class: 'field' }, h('span', {}, 'Instead, or a note'), proposed),
    trouble,
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', onclick: () => void tellTrouble(trouble, addNote) }, 'Add a note'),
      h('button', { type: 'button', class: 'primary', onclick: () => void tellTrouble(trouble, propose) }, 'Propose'),
    ),
  );
}

const selection = () => (chapter ? selectedWords() : undefined);

function showSelection(): void {
  const words = selection();
  about.textContent = words
    ? `Selected: “${short(withoutEscapes(words.shown))}”`
    : 'Select words in the text to propose others, or to note something about them.';
}
onSurface(({ selectionSet, docChanged }) => {
  if (selectionSet || docChanged) showSelection();
});

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text);

/** The open chapter with its selection, saved: a place in a text is that of a version. */
async function saved() {
  if (!book || !chapter) throw new Error('Open a chapter first.');
  const [bookId, open, words] = [book.id, chapter, selection()];
  await open.flush();
  if (!open.isSaved) throw new Error('Your text is not saved yet. Try again when it is.');
  return { bookId, open, words: words && { start: words.start, end: words.end, version: open.version } };
}

async function propose(): Promise<void> {
  const { bookId, open, words } = await saved();
  if (!words) throw new Error('Select the words in the text that should change.');
  const edits = [{ chapterId: open.id, ...words, replacement: proposed.value }];
  await ask(ProposeEditsDocument, { bookId, input: { edits }, idempotencyKey: crypto.randomUUID() });
  await done();
}

async function addNote(): Promise<void> {
  const { bookId, open, words } = await saved();
  const input = { chapterId: open.id, ...words, body: proposed.value };
  await ask(AddNoteDocument, { bookId, input, idempotencyKey: crypto.randomUUID() });
  await done();
}

async function done(): Promise<void> {
  proposed.value = '';
  sent();
  await again();
}

async function again(): Promise<void> {
  if (book) await showReview(book, chapter);
}

/** Does something with an item and shows what is left; the next item has the focus. */
async function decided(item: Item, work: (bookId: string, open: OpenChapter) => Promise<unknown>): Promise<void> {
  const rowOf = (index: number) => list.children[Math.min(index, list.children.length - 1)];
  const index = [...list.children].findIndex((row) => row.contains(document.activeElement));
  await attempt(async () => {
    const { bookId, open } = await saved();
    await work(bookId, open);
    await again();
    const next = index < 0 ? undefined : rowOf(index);
    if (next instanceof HTMLElement && !list.contains(document.activeElement)) next.focus();
    if (item.type === 'proposal') await book?.refresh();
  });
}

const deeds: Deeds = {
  get bookId() {
    return book?.id ?? '';
  },
  show: (item) => selectMark(item.id),
  accept: (item, alternative) =>
    decided(item, (bookId, open) =>
      open.own(async () => {
        const choices = alternative > 0 ? [{ id: item.id, alternative }] : [];
        const variables = { bookId, input: { ids: [item.id], choices }, idempotencyKey: crypto.randomUUID() };
        const { chapters } = (await ask(AcceptProposalsDocument, variables)).acceptProposals;
        return chapters.find(({ id }) => id === open.id)?.version;
      }),
    ),
  decline: (item) =>
    decided(item, (bookId) =>
      ask(DeclineProposalsDocument, { bookId, input: { ids: [item.id] }, idempotencyKey: crypto.randomUUID() }),
    ),
  resolve: (item) =>
    decided(item, (bookId) =>
      ask(UpdateNoteDocument, {
        bookId,
        noteId: item.id,
        patch: { resolved: true },
        expectedVersion: item.version,
      }),
    ),
  reply: (item, body, sent) =>
    decided(item, async (bookId) => {
      await ask(AddNoteDocument, { bookId, input: { parentId: item.id, body }, idempotencyKey: crypto.randomUUID() });
      sent();
    }),
};
