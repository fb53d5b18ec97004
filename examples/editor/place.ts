import { EditorView } from '@codemirror/view';
import { byId } from './dom.ts';
import { placesIn } from './escapes.ts';
import { choosePane } from './panes.ts';
import { controls } from './sheet.ts';
import { barHeight, placeOnScreen, room, surface, textNow } from './surface.ts';

/** Words of a text of the open chapter, in UTF-16 units of what is shown: without escapes. */
export interface Place {
  field: 'title' | 'summary' | 'notes' | 'content';
  start: number;
  end: number;
}

const main = document.querySelector('main') ?? document.body;

/** Shows a place of the open chapter: selects its words, or puts the caret there, in view. */
export function showPlaceOf({ field, start, end }: Place): void {
  if (field === 'content') {
    const placeOf = placesIn(textNow());
    showText(placeOf(start), placeOf(end));
    return;
  }
  const sheet = byId('chapter-sheet', HTMLDetailsElement);
  if (field === 'notes') sheet.open = true;
  const control = field === 'notes' ? sheet.querySelector('textarea') : controls[field];
  if (!control) return;
  choosePane('text');
  control.focus({ preventScroll: true });
  control.setSelectionRange(start, end);
  const { top, bottom } = control.getBoundingClientRect();
  if (!isInView(top, bottom))
    main.scrollTop += top - main.getBoundingClientRect().top - Math.max(barHeight() + room, thirdOfView());
}

/** The same for words of the text. It gets the focus, and they stand below the bar with room to read. */
export function showText(from: number, to = from): void {
  // A hit may be of a former text.
  const [start, end] = [from, to].map((place) => Math.min(place, surface.state.doc.length)) as [number, number];
  choosePane('text');
  // The text may be hidden behind the text as it reads.
  surface.contentDOM.dispatchEvent(new Event('wanted'));
  surface.focus();
  const { top, bottom, isSeen } = placeOnScreen(start, end);
  const yMargin = Math.max(0, thirdOfView() - barHeight() - room);
  const effects = EditorView.scrollIntoView(start, { y: 'start', yMargin });
  surface.dispatch({
    selection: { anchor: start, head: end },
    ...(isSeen && isInView(top, bottom) ? {} : { effects }),
  });
}

const thirdOfView = () => main.getBoundingClientRect().height / 3;

function isInView(top: number, bottom: number): boolean {
  const view = main.getBoundingClientRect();
  return top >= view.top + barHeight() + room && bottom <= view.bottom - room;
}

const key = 'fabula.places';
/** Chapters whose place is remembered. */
const placesMax = 300;

/** Characters before a caret by which it is found again in a text that has changed. */
const beforeMax = 30;

/**
 * Where a chapter was left: its caret with what stood before it, how far it was scrolled, as a part of its height, and the
 * paragraph at the upper edge, with the pixels of it that were above.
 */
type Left = readonly [caret: number, before: string, scrolled: number, edge?: Edge];
type Edge = readonly [paragraph: number, above: number] | null;

/** Remembers where a chapter is left, also over reloads. */
export function rememberPlace(chapterId: string): void {
  const others = Object.entries(placesNow()).filter(([id]) => id !== chapterId);
  const { from: caret } = surface.state.selection.main;
  const scrolled = main.scrollTop / Math.max(1, main.scrollHeight);
  const place: Left = [caret, beforeIn(textNow(), caret), scrolled, scrolled > 0 ? upperEdge() : null];
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

function upperEdge(): Edge {
  // Behind the text as it reads, nothing has a height.
  if (surface.dom.offsetParent === null) return null;
  const { top } = main.getBoundingClientRect();
  const { from } = surface.lineBlockAtHeight(top - surface.documentTop);
  return [from, top - placeOnScreen(from, from).top];
}

/** Scrolls to where a chapter was left; else to its beginning. */
export function returnTo(chapterId: string): void {
  const [, , scrolled = 0, edge] = placesNow()[chapterId] ?? [];
  scrollTo(scrolled);
  if (!edge || surface.dom.offsetParent === null) return;
  const [paragraph, above] = edge;
  // Paragraphs above have no exact height before they are drawn.
  const yMargin = -above - barHeight() - room;
  const at = Math.min(paragraph, surface.state.doc.length);
  surface.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'start', yMargin }) });
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
