import { historyKeymap, standardKeymap } from '@codemirror/commands';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap, placeholder, tooltips, type ViewUpdate } from '@codemirror/view';
import { byId } from './dom.ts';
import { drawn } from './drawn.ts';
import { brokenScene, quoted, toggled } from './emphasis.ts';
import { givenText, isGiven, placesBetween, steps } from './given.ts';
import { markField } from './mark-field.ts';
import { joinAbove, joinBelow, keptApart, newLine, newParagraph } from './paragraphs.ts';
import { pasting } from './pasting.ts';
import { prose } from './prose.ts';
import { selectionBar } from './selection-bar.ts';
import { typewriter } from './typewriter.ts';
import { typographicMarks } from './typing-marks.ts';

/** Lines of context above and below a place that is shown, pixels. */
export const room = 60;

const locking = new Compartment();
const listeners = new Set<(update: ViewUpdate) => void>();
const sheet = byId('sheet', HTMLElement);

/** Height of what covers the text above, pixels. */
export const barHeight = () => document.querySelector('main .bar')?.clientHeight ?? 0;

/** What is seen of the text. */
function viewOfText() {
  const { left = 0, right = 0, top = 0, bottom = 0 } = sheet.closest('main')?.getBoundingClientRect() ?? {};
  return { left, right, top: top + barHeight(), bottom };
}

const writingKeys: KeyBinding[] = [
  { key: 'Enter', run: newParagraph, shift: newLine },
  { key: 'Backspace', run: joinAbove },
  { key: 'Delete', run: joinBelow },
  { key: 'Mod-b', run: toggled('**'), preventDefault: true },
  { key: 'Mod-i', run: toggled('*'), preventDefault: true },
  { key: 'Mod-Shift-9', run: quoted, preventDefault: true },
  { key: 'Mod-Shift-8', run: brokenScene, preventDefault: true },
];

const extensions = [
  steps,
  keymap.of([...writingKeys, ...historyKeymap, ...standardKeymap]),
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>('script[type=importmap]')?.nonce ?? ''),
  EditorView.scrollMargins.of(() => ({ top: barHeight() + room, bottom: room })),
  EditorView.contentAttributes.of({
    id: 'content',
    'aria-label': 'Chapter text',
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
  }),
  EditorView.updateListener.of((update) => {
    for (const listener of listeners) listener(update);
  }),
  placeholder('Write here, or generate the text.'),
  prose,
  drawn,
  markField,
  selectionBar,
  tooltips({ tooltipSpace: viewOfText }),
  pasting,
  keptApart,
  typographicMarks,
  typewriter,
];

/** The text of the open chapter: its Markdown as it is stored, on a surface of CodeMirror. */
export const surface = new EditorView({ parent: sheet, state: stateOf('', 0) });

function stateOf(text: string, caret: number): EditorState {
  const doc = EditorState.create({ doc: text }).doc;
  const readOnly = locking.of(EditorState.readOnly.of(false));
  return EditorState.create({
    doc,
    selection: { anchor: Math.min(caret, doc.length) },
    extensions: [readOnly, extensions],
  });
}

/** The text as it is now. */
export const textNow = () => surface.state.doc.toString();

/** Calls back after each change of the text, of the selection, or of where its words stand. */
export function onSurface(listener: (update: ViewUpdate) => void, signal?: AbortSignal): void {
  listeners.add(listener);
  signal?.addEventListener('abort', () => listeners.delete(listener));
}

/** Calls back when the author has changed the text, also by undo. */
export function onTyped(listener: (text: string, update: ViewUpdate) => void, signal: AbortSignal): void {
  onSurface((update) => {
    const isTyped = update.transactions.some((one) => one.docChanged && !isGiven(one));
    if (isTyped) listener(textNow(), update);
  }, signal);
}

/** Puts the text of another chapter in its place, which undo cannot take back. */
export function openText(text: string, caret: number): void {
  surface.setState(stateOf(text, caret));
}

/**
 * Puts in what the service has. The caret stays beside its words, and so does what undo takes back. `isOwn`: it is a step of
 * undo, as one of the author's own.
 */
export function putIn(text: string, isOwn = false): void {
  const given = givenText(surface.state, text, isOwn);
  if (given) surface.dispatch(given);
}

/** Where a place of a former text is now. */
export const placesSince = (text: string) => placesBetween(text, textNow());

/** Whether the text takes no keys. Its words can still be selected. */
export function lockText(isLocked: boolean): void {
  surface.dispatch({ effects: locking.reconfigure(EditorState.readOnly.of(isLocked)) });
}

/** Where words stand in the window. Those that are far out of view have an estimated place. */
export function placeOnScreen(from: number, to: number): { top: number; bottom: number; isSeen: boolean } {
  const [start, end] = [surface.coordsAtPos(from, 1), surface.coordsAtPos(to, from === to ? 1 : -1)];
  const top = start?.top ?? surface.documentTop + surface.lineBlockAt(from).top;
  const bottom = end?.bottom ?? surface.documentTop + surface.lineBlockAt(to).bottom;
  return { top, bottom, isSeen: start !== null && end !== null };
}
