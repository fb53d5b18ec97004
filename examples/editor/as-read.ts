import type { Book } from './book.ts';
import { ask } from './client.ts';
import { byId } from './dom.ts';
import { newestOf } from './newest.ts';
import { attempt } from './notice.ts';
import { ChapterHtmlDocument, type ChapterHtmlQuery } from './operations.gen.ts';
import { preferences, setPreference } from './preferences.ts';
import { controls } from './sheet.ts';
import type { OpenChapter } from './text.ts';

const place = byId('as-read', HTMLElement);
const sheet = byId('sheet', HTMLElement);
const button = byId('read', HTMLButtonElement);

/**
 * The text as readers see it, in place of its Markdown. A press on a paragraph, or Enter, shows that one with its marks, to be
 * edited; Escape goes back to reading.
 */
export function showAsRead(book: Book, chapter: OpenChapter, signal: AbortSignal): void {
  let shown = -1;
  const read = newestOf<ChapterHtmlQuery>();
  const render = async () => {
    const answer = await attempt(() =>
      read(() => ask(ChapterHtmlDocument, { bookId: book.id, chapterId: chapter.id })),
    );
    if (!answer || signal.aborted) return;
    shown = answer.chapter.version;
    // The service allows neither scripts nor pictures in it, and the policy of the page no scripts but its own.
    const { body } = new DOMParser().parseFromString(answer.chapter.html, 'text/html');
    place.replaceChildren(...body.childNodes);
  };
  const choose = async (isRead: boolean) => {
    if (isRead) {
      await chapter.flush();
      await render();
    }
    if (signal.aborted) return;
    place.hidden = !isRead;
    sheet.hidden = isRead;
    button.setAttribute('aria-pressed', String(isRead));
    // A control without a place has no height to follow its text.
    if (!isRead) controls.content.dispatchEvent(new Event('shown'));
  };
  const edit = async (block: Element | undefined) => {
    const index = block ? [...place.children].indexOf(block) : 0;
    await choose(false);
    const at = startOf(controls.content.value, index);
    controls.content.focus();
    controls.content.setSelectionRange(at, at);
  };
  const isOn = () => !place.hidden;
  place.tabIndex = 0;
  void choose(preferences().isRead && chapter.content !== '');
  button.addEventListener(
    'click',
    () => {
      setPreference({ isRead: !isOn() });
      void choose(!isOn());
    },
    { signal },
  );
  place.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      const target = event.target instanceof Element ? event.target : place;
      // Words are selected to be copied.
      if (getSelection()?.isCollapsed !== false) void edit(blockOf(target));
    },
    { signal },
  );
  controls.content.addEventListener('wanted', () => isOn() && void choose(false), { signal });
  place.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      void edit(blockInView());
    },
    { signal },
  );
  controls.content.addEventListener(
    'keydown',
    ({ key, isComposing }) => {
      if (key !== 'Escape' || isComposing || !preferences().isRead) return;
      void choose(true).then(() => place.focus());
    },
    { signal },
  );
  book.watch(() => {
    const { status, version } = chapter.record;
    // What a model is writing is seen as it comes.
    if (isOn() && status === 'generating') void choose(false);
    else if (isOn() && version !== shown) void render();
  }, signal);
}

const blockOf = (target: Element) => [...place.children].find((block) => block.contains(target));

const blockInView = () => [...place.children].find((block) => block.getBoundingClientRect().bottom > 0);

/** Where a paragraph begins in a text as the editor shows it. */
function startOf(text: string, index: number): number {
  const starts = [0, ...[...text.matchAll(/\n\s*\n/g)].map((gap) => gap.index + gap[0].length)];
  return starts[Math.min(index, starts.length - 1)] ?? 0;
}
