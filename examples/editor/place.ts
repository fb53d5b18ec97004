import { byId, putText } from './dom.ts';
import { choosePane } from './panes.ts';
import { controls, copy } from './sheet.ts';

/** Words of a text of the open chapter, in UTF-16 units of what its control shows. */
export interface Place {
  field: 'title' | 'summary' | 'notes' | 'content';
  start: number;
  end: number;
}

const main = document.querySelector('main') ?? document.body;
/** Lines of context above and below, pixels. */
const room = 60;

/** Shows a place of the open chapter: selects its words, or puts the caret there, in view. */
export function showPlaceOf({ field, start, end }: Place): void {
  const sheet = byId('chapter-sheet', HTMLDetailsElement);
  if (field === 'notes') sheet.open = true;
  const control = field === 'notes' ? sheet.querySelector('textarea') : controls[field];
  if (control) showPlace(control, start, end);
}

/** The same for a control of the chapter. It gets the focus, and its words stand below the bar with room to read. */
export function showPlace(control: HTMLTextAreaElement, start: number, end = start): void {
  choosePane('text');
  // The text may be hidden behind the text as it reads.
  control.dispatchEvent(new Event('wanted'));
  control.focus({ preventScroll: true });
  control.setSelectionRange(start, end);
  const { top, bottom } = control === controls.content ? rectOf(start, end) : control.getBoundingClientRect();
  const view = main.getBoundingClientRect();
  const isSeen = top >= view.top + barHeight() + room && bottom <= view.bottom - room;
  if (!isSeen) main.scrollTop += top - view.top - Math.max(barHeight() + room, view.height / 3);
}

const barHeight = () => main.querySelector('.bar')?.clientHeight ?? 0;

function rectOf(start: number, end: number): DOMRect {
  const wasShown = copy.data;
  putText(copy, controls.content.value);
  const range = document.createRange();
  range.setStart(copy, start);
  range.setEnd(copy, end);
  const rect = range.getBoundingClientRect();
  putText(copy, wasShown);
  return rect;
}

const key = 'fabula.places';
/** Chapters whose place is remembered. */
const placesMax = 300;

/** Characters before a caret by which it is found again in a text that has changed. */
const beforeMax = 30;

/** Where a chapter was left: its caret with what stood before it, and how far it was scrolled, as a part of its height. */
type Left = readonly [caret: number, before: string, scrolled: number];

/** Remembers where a chapter is left, also over reloads. */
export function rememberPlace(chapterId: string): void {
  const others = Object.entries(placesNow()).filter(([id]) => id !== chapterId);
  const { selectionStart: caret, value } = controls.content;
  const place: Left = [caret, beforeIn(value, caret), main.scrollTop / Math.max(1, main.scrollHeight)];
  const places = Object.fromEntries([...others.slice(1 - placesMax), [chapterId, place]]);
  try {
    localStorage.setItem(key, JSON.stringify(places));
  } catch {
    // Without storage a chapter opens at its beginning.
  }
}

const beforeIn = (text: string, caret: number) => text.slice(Math.max(0, caret - beforeMax), caret);

/** Where the caret was when a chapter was left, beside the same words; else the beginning. */
export function caretOf(chapterId: string, text: string): number {
  const [caret, before] = placesNow()[chapterId] ?? [0, ''];
  if (beforeIn(text, caret) === before) return Math.min(caret, text.length);
  const [behind, ahead] = [text.lastIndexOf(before, caret), text.indexOf(before, caret)].map((at) =>
    at < 0 ? undefined : at + before.length,
  );
  // The words are gone: the beginning of the paragraph.
  return ahead ?? behind ?? text.lastIndexOf('\n', caret - 1) + 1;
}

/** Scrolls to where a chapter was left; else to its beginning. */
export function returnTo(chapterId: string): void {
  scrollTo(placesNow()[chapterId]?.[2] ?? 0);
}

/** Puts another form of the text in its place, and stays as far in it. */
export function keepingScroll(change: () => void): void {
  const scrolled = main.scrollTop / Math.max(1, main.scrollHeight);
  change();
  scrollTo(scrolled);
}

function scrollTo(scrolled: number): void {
  main.scrollTop = Math.round(scrolled * main.scrollHeight);
}

function placesNow(): Partial<Record<string, Left>> {
  try {
    // Only this module writes the key.
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<string, Left>>;
  } catch {
    return {};
  }
}
