import type { Book, Chapter } from './book.ts';
import { ask } from './client.ts';
import { restoreChapter, untilRestored } from './deleted-chapters.ts';
import { byId, h, type Row, rows } from './dom.ts';
import { attempt, notify } from './notice.ts';
import {
  type ChapterStatus,
  CreateChapterDocument,
  DeleteChapterDocument,
  MoveChapterDocument,
} from './operations.gen.ts';
import { mayWrite } from './rights.ts';

const signs: Record<ChapterStatus, string> = { empty: '○', generating: '◌', partial: '◐', complete: '●' };

/** What the list needs of the page. */
interface Around {
  /** Opens a chapter; without one, the first. */
  open(chapterId?: string): void;
  /** Saves the open chapter. */
  flush(): Promise<void>;
}

export interface ChapterList {
  /** Marks the open chapter. */
  mark(chapterId: string | undefined): void;
}

/** The chapters in order: open, add, move by keyboard or mouse, delete and undo. */
export function showChapters(book: Book, { open, flush }: Around, signal: AbortSignal): ChapterList {
  const list = byId('chapters', HTMLOListElement);
  let marked: string | undefined;
  let dragged: string | undefined;
  list.replaceChildren();

  const move = (id: string, order: number) =>
    attempt(async () => {
      if (order < 1 || order > book.data.chapters.length) return;
      await ask(MoveChapterDocument, { bookId: book.id, chapterId: id, order });
      await book.refresh();
      list.querySelector<HTMLElement>(`[data-id="${id}"] .chapter`)?.focus();
    });

  const remove = ({ id, title }: Chapter) =>
    attempt(async () => {
      await flush();
      const { chapters } = book.data;
      const index = chapters.findIndex((chapter) => chapter.id === id);
      await ask(DeleteChapterDocument, { bookId: book.id, chapterId: id });
      await book.refresh();
      if (marked === id) open((chapters[index + 1] ?? chapters[index - 1])?.id);
      const undo = { label: 'Undo', run: () => restoreChapter(book, id, open) };
      const done = notify(`“${title}” is deleted.`, undo);
      signal.addEventListener('abort', done);
      untilRestored(id, done);
    });
  const restore = () => marked && attempt(() => restoreChapter(book, marked ?? '', open));
  byId('restore-chapter', HTMLElement).addEventListener('click', restore, { signal });

  const row = (first: Chapter): Row<Chapter> => {
    let chapter = first;
    const { id } = first;
    const number = h('span', { class: 'number' });
    const title = h('span', { class: 'name', dir: 'auto' });
    const facts = h('span', { class: 'facts' });
    const keys = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.altKey) || !/^Arrow(Up|Down)$/.test(event.key)) return;
      event.preventDefault();
      void move(id, chapter.order + (event.key === 'ArrowUp' ? -1 : 1));
    };
    const button = h(
      'button',
      { type: 'button', class: 'chapter', onclick: () => open(id), onkeydown: keys },
      number,
      ' ',
      title,
      facts,
    );
    const tool = (text: string, label: string, onclick: () => unknown) =>
      h('button', { type: 'button', class: 'quiet', 'aria-label': label, title: label, onclick }, text);
    const tools = h(
      'span',
      { class: 'tools', 'data-needs': 'books:write' },
      tool('↑', 'Move up', () => move(id, chapter.order - 1)),
      tool('↓', 'Move down', () => move(id, chapter.order + 1)),
      tool('✕', 'Delete', () => remove(chapter)),
    );
    const element = h('li', { draggable: mayWrite() && 'true', 'data-id': id }, button, tools);
    element.addEventListener('dragstart', () => {
      dragged = id;
    });
    element.addEventListener('dragover', (event) => {
      if (dragged) event.preventDefault();
    });
    element.addEventListener('drop', (event) => {
      event.preventDefault();
      if (dragged && dragged !== id) void move(dragged, chapter.order);
      dragged = undefined;
    });
    return {
      element,
      update(now) {
        chapter = now;
        title.textContent = now.title;
        // “Chapter 10” has its number already.
        const isNumbered = now.title.match(/\p{N}+/gu)?.includes(String(now.order));
        number.textContent = isNumbered ? '' : `${now.order}.`;
        facts.title = now.status;
        facts.replaceChildren(
          h('span', { 'aria-hidden': 'true' }, signs[now.status]),
          h('span', { class: 'hidden' }, now.status),
          ` ${now.wordCount.toLocaleString()} words`,
        );
        button.setAttribute('aria-current', String(marked === id));
      },
    };
  };

  const show = rows(list, row);
  const showAll = () => {
    const { chapters } = book.data;
    show(chapters);
    const words = chapters.reduce((sum, { wordCount }) => sum + wordCount, 0);
    byId('book-words', HTMLElement).textContent = `${words.toLocaleString()} words in total`;
  };
  book.watch(showAll, signal);
  const add = async () => {
    const made = await attempt(() => ask(CreateChapterDocument, { bookId: book.id, input: {} }));
    await attempt(() => book.refresh());
    if (made) open(made.createChapter.id);
  };
  byId('add-chapter', HTMLElement).addEventListener('click', () => void add(), { signal });
  return {
    mark(chapterId) {
      marked = chapterId;
      showAll();
    },
  };
}
