import type { Book } from './book.ts';
import { ask } from './client.ts';
import { byId } from './dom.ts';
import { newestOf } from './newest.ts';
import { attempt, notify } from './notice.ts';
import { ChapterHtmlDocument, type ChapterHtmlQuery } from './operations.gen.ts';
import { keepingScroll, showText } from './place.ts';
import { preferences, setPreference } from './preferences.ts';
import { markdownPlace } from './read-place.ts';
import { surface, textNow } from './surface.ts';
import type { OpenChapter } from './text.ts';
import { isFocused } from './typewriter.ts';

const place = byId('as-read', HTMLElement);
const sheet = byId('sheet', HTMLElement);
const button = byId('read', HTMLButtonElement);

/**
 * The text as readers see it, in place of its Markdown. A press on a word shows it with its marks, to be edited, and Enter the
 * first paragraph in view; Escape goes back to reading.
 */
export function showAsRead(book: Book, chapter: OpenChapter, signal: AbortSignal): void {
  const reader = new Reader(book, chapter, signal);
  const { contentDOM: content } = surface;
  const on = { signal };
  place.tabIndex = 0;
  place.replaceChildren();
  const { status } = chapter.record;
  void reader.choose(preferences().isRead && status !== 'empty' && status !== 'generating');
  button.addEventListener('click', () => reader.toggle(), on);
  place.addEventListener('click', (event) => reader.pressed(event), on);
  place.addEventListener('keydown', (event) => reader.keyed(event), on);
  content.addEventListener('wanted', () => void reader.choose(false), on);
  content.addEventListener('keydown', (event) => void reader.left(event), on);
  book.watch(() => reader.follow(), signal);
}

class Reader {
  readonly #book: Book;
  readonly #chapter: OpenChapter;
  readonly #signal: AbortSignal;
  readonly #read = newestOf<ChapterHtmlQuery>();
  #isOn = false;
  #turn = 0;
  /** The version of the text that is in its place. */
  #shown = -1;

  constructor(book: Book, chapter: OpenChapter, signal: AbortSignal) {
    this.#book = book;
    this.#chapter = chapter;
    this.#signal = signal;
  }

  /** Shows the text as it reads, or with its marks. The last of several choices counts. */
  async choose(isWanted: boolean): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const isRead = isWanted && (await this.#isReadable());
    if (this.#signal.aborted || turn !== this.#turn) return;
    this.#isOn = isRead;
    keepingScroll(() => {
      place.hidden = !isRead;
      sheet.hidden = isRead;
    });
    button.setAttribute('aria-pressed', String(isRead));
    surface.requestMeasure();
  }

  toggle(): void {
    setPreference({ isRead: !this.#isOn });
    void this.choose(!this.#isOn);
  }

  pressed(event: MouseEvent): void {
    event.preventDefault();
    // Words are selected to be copied.
    if (getSelection()?.isCollapsed !== false) this.#edit(pressedAt(event));
  }

  keyed(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const first = [...place.children].find((block) => block.getBoundingClientRect().bottom > 0);
    this.#edit(first ? lengthBefore(first, 0) : 0);
  }

  /** After Escape in the text with its marks. */
  async left({ key, isComposing }: KeyboardEvent): Promise<void> {
    if (key !== 'Escape' || isComposing || isFocused() || !preferences().isRead) return;
    await this.choose(true);
    place.focus();
  }

  /** After a change of the book. What a model is writing is seen as it comes. */
  follow(): void {
    const { status, version } = this.#chapter.record;
    if (!this.#isOn) return;
    if (status === 'generating') void this.choose(false);
    else if (version !== this.#shown) void this.#render();
  }

  /** Whether the text of the service, which is that of the editor, is in its place. */
  async #isReadable(): Promise<boolean> {
    await this.#chapter.flush();
    const { isSaved } = this.#chapter;
    if (!isSaved) notify('Your text is not saved yet. It can be read when it is.');
    return isSaved && (await this.#render());
  }

  async #render(): Promise<boolean> {
    const variables = { bookId: this.#book.id, chapterId: this.#chapter.id };
    const answer = await attempt(() => this.#read(() => ask(ChapterHtmlDocument, variables)), 'reading');
    if (!answer || this.#signal.aborted) return false;
    this.#shown = answer.chapter.version;
    // The service allows neither scripts nor pictures in it, and the policy of the page no scripts but its own.
    const { body } = new DOMParser().parseFromString(answer.chapter.html, 'text/html');
    place.replaceChildren(...body.childNodes);
    return true;
  }

  /** Shows the word behind a number of characters of the text as it reads, with its marks. */
  #edit(at: number): void {
    showText(markdownPlace(textNow(), place.textContent, at));
  }
}

function pressedAt({ clientX, clientY }: MouseEvent): number {
  const caret = document.caretPositionFromPoint(clientX, clientY);
  return caret && place.contains(caret.offsetNode) ? lengthBefore(caret.offsetNode, caret.offset) : 0;
}

/** Characters of the text as it reads in front of a place in it. */
function lengthBefore(node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(place, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}
