import type { Text } from '@codemirror/state';
import { byId } from './dom.ts';
import { wordsIn } from './goals.ts';
import { onSurface, surface, textNow } from './surface.ts';
import { isFocused } from './typewriter.ts';

const place = byId('focus-words', HTMLElement);
let words = 0;

/** Shows nothing but the text, with the number of its words, or all again. */
export function toggleFocus(): void {
  document.body.toggleAttribute('data-focus');
  countFocused();
  surface.focus();
}

/** Counts the words of another text, if they are shown. */
export function countFocused(): void {
  if (!isFocused()) return;
  words = wordsIn(textNow());
  show();
}

function show(): void {
  place.textContent = `${words.toLocaleString()} ${words === 1 ? 'word' : 'words'}`;
}

/** Of a long text, only the changed lines are counted. */
onSurface(({ docChanged, changes, startState, state }) => {
  if (!docChanged || !isFocused()) return;
  let [from, to, now, end] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 0];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    [from, to, now, end] = [Math.min(from, fromA), Math.max(to, toA), Math.min(now, fromB), Math.max(end, toB)];
  });
  words += wordsOfLines(state.doc, now, end) - wordsOfLines(startState.doc, from, to);
  show();
});

const wordsOfLines = (doc: Text, from: number, to: number) =>
  wordsIn(doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to));
