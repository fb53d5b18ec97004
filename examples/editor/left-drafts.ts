import type { Book } from './book.ts';
import { byId, h, type Row, rows } from './dom.ts';
import { discard, draftsLeft, type Left, left } from './drafts.ts';
import { newestOf } from './newest.ts';
import { attempt, confirmed, notify } from './notice.ts';

type Item = Left & { id: string };

/** Characters of a text that are shown. */
const shownMax = 80;

/** Texts of a book that are in this browser only, and in no field of the page: to be opened, copied or discarded. */
export function showLeftDrafts(book: Book, open: (chapterId: string) => void, signal: AbortSignal): void {
  const list = h('ul', { class: 'gone' });
  const place = h('details', { open: true, hidden: true }, h('summary', {}, 'Not saved or not sent yet'), list);
  const show = rows(list, (item: Item) => rowOf(book, item, open));
  const read = newestOf<Left[]>();
  byId('left-drafts', HTMLElement).replaceChildren(place);
  const refresh = async () => {
    const items = await read(() => draftsLeft(book.id));
    if (!items || signal.aborted) return;
    place.hidden = items.length === 0;
    show(items.map((item) => ({ ...item, id: item.key })));
  };
  left.addEventListener('change', () => void refresh(), { signal });
  addEventListener('storage', () => void refresh(), { signal });
  book.watch((isOfChapter) => {
    if (!isOfChapter) void refresh();
  }, signal);
}

function rowOf(book: Book, { key, label, text, recordId }: Item, open: (chapterId: string) => void): Row<Item> {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notify(`“${label}” is copied.`);
  };
  const drop = async () => {
    if (await confirmed(`Discard what was typed under “${label}”?`, 'Discard')) discard(key);
  };
  const button = (name: string, onclick: () => unknown) =>
    h('button', { type: 'button', class: 'quiet', 'aria-label': `${name} ${label}`, onclick }, name);
  const opening = button('Open', () => open(recordId));
  return {
    element: h(
      'li',
      {},
      h('span', { dir: 'auto' }, label),
      h('span', { class: 'facts', dir: 'auto' }, ` ${text.slice(0, shownMax).toWellFormed()}`),
      h(
        'span',
        { class: 'actions' },
        opening,
        button('Copy', () => attempt(copy)),
        button('Discard', drop),
      ),
    ),
    update() {
      opening.hidden = !book.data.chapters.some(({ id }) => id === recordId);
    },
  };
}
