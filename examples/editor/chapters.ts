import type { Book, Chapter } from './book.ts';
import { ask } from './client.ts';
import { byId, h, type Row, rows } from './dom.ts';
import { attempt, notify } from './notice.ts';
import {
  type ChapterStatus,
  CreateChapterDocument,
  DeleteChapterDocument,
  MoveChapterDocument,
  RestoreChapterDocument,
} from './operations.gen.ts';
import { mayWrite } from './rights.ts';

const signs: Record<ChapterStatus, string> = { empty: '○', generating: '◌', partial: '◐', complete: '●' };

export interface ChapterList {
  /** Marks the open chapter. */
  mark(chapterId: string | undefined): void;
}

/** The chapters in order: open, add, move by keyboard or mouse, delete and undo. */
export function showChapters(book: Book, open: (chapterId: string) => void, signal: AbortSignal): ChapterList {
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
      await ask(DeleteChapterDocument, { bookId: book.id, chapterId: id });
      await book.refresh();
      notify(`“${title}” is deleted.`, {
        label: 'Undo',
        async run() {
          await ask(RestoreChapterDocument, { bookId: book.id, chapterId: id });
          await book.refresh();
          open(id);
        },
      });
    });

  const row = (first: Chapter): Row<Chapter> => {
    let chapter = first;
    const { id } = first;
    const title = h('span', { class: 'name' });
    const facts = h('span', { class: 'facts' });
    const keys = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.altKey) || !/^Arrow(Up|Down)$/.test(event.key)) return;
      event.preventDefault();
      void move(id, chapter.order + (event.key === 'ArrowUp' ? -1 : 1));
    };
    const button = h(
      'button',
      { type: 'button', class: 'chapter', onclick: () => open(id), onkeydown: keys },
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
