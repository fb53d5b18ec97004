import { historyKeymap, standardKeymap } from '@codemirror/commands';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, placeholder, type ViewUpdate } from '@codemirror/view';
import { byId } from './dom.ts';
import { hiddenEscapes } from './escape-signs.ts';
import { givenText, isGiven, placesBetween, steps } from './given.ts';
import { markField } from './mark-field.ts';
import { directions } from './paragraphs.ts';

/** Lines of context above and below a place that is shown, pixels. */
export const room = 60;

const locking = new Compartment();
const listeners = new Set<(update: ViewUpdate) => void>();
const sheet = byId('sheet', HTMLElement);

/** Height of what covers the text above, pixels. */
export const barHeight = () => document.querySelector('main .bar')?.clientHeight ?? 0;

const extensions = [
  steps,
  keymap.of([...historyKeymap, ...standardKeymap]),
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
  directions,
  hiddenEscapes,
  markField,
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
