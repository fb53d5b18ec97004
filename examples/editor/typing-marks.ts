import { isolateHistory } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { preferences } from './preferences.ts';
import { typographic } from './typographic.ts';

let language = 'en';

/** The marks that typing makes are those of a language, as its code. */
export function typeIn(code: string): void {
  language = code;
}

/** Signs before the caret that are looked at. */
const reach = 400;

/** Typed quotes, dashes and dots become those of print. Undo gives the typed ones back. */
export const typographicMarks = EditorView.inputHandler.of((view, from, to, text, insert) => {
  const { state } = view;
  if (text.length !== 1 || view.composing || state.readOnly || !preferences().isTypographic) return false;
  const line = state.doc.lineAt(from);
  const before = state.doc.sliceString(Math.max(line.from, from - reach), from);
  const made = typographic(text, before, state.doc.sliceString(to, Math.min(line.to, to + 1)), language);
  if (!made || /Code/.test(syntaxTree(state).resolveInner(from, -1).name)) return false;
  view.dispatch(insert());
  const caret = view.state.selection.main.head;
  view.dispatch({
    changes: { from: caret - made.replaced, to: caret, insert: made.sign },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.type',
  });
  return true;
});
