import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { sceneBreak } from './prose.ts';

/** The signs of quotes and lists at the beginning of a line. */
const opening = /^((?:\s*>)*\s*)(?:([-*+]|\d{1,9}[.)])\s+)?/;

/** Enter: a paragraph, or the next item of a list. In an empty paragraph it does nothing, and it ends a list or a quote. */
export const newParagraph: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const change = state.changeByRange((range) => {
    if (isCode(state, range.from)) return put(range.from, range.to, '\n');
    const from = range.empty ? behindSigns(state, range.from) : range.from;
    const to = Math.max(from, range.to);
    const line = state.doc.lineAt(from);
    if (sceneBreak.test(line.text)) return put(from, to, '\n\n');
    const [signs = '', quote = '', item] = opening.exec(line.text) ?? [];
    if (line.text.trim() === '') return cleared(state, line.number, from, to);
    // An item or a quote without words ends here.
    if (signs.length > 0 && line.text.trim() === signs.trim())
      return { changes: { from: line.from, to: line.to }, range: EditorSelection.cursor(line.from) };
    const isBefore = from - line.from < signs.length;
    const insert = isBefore ? '\n\n' : between(quote, item);
    return put(from - blanksBefore(state, from), to + blanksBehind(state, to), insert);
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

const isCode = (state: EditorState, at: number) => /Code/.test(syntaxTree(state).resolveInner(at, -1).name);

/** Emphasis that ends at the caret ends with its paragraph. */
function behindSigns(state: EditorState, at: number): number {
  const sign = syntaxTree(state).resolveInner(at, 1);
  const isEnd =
    /Mark$/.test(sign.name) && sign.from === at && sign.parent?.lastChild?.from === at && sign.parent.from < at;
  return isEnd && /Emphasis|Strikethrough/.test(sign.parent?.name ?? '') ? behindSigns(state, sign.to) : at;
}

function between(quote: string, item: string | undefined): string {
  const next = item && /^\d/.test(item) ? `${Number.parseInt(item, 10) + 1}${item.at(-1)}` : item;
  if (next) return `\n${quote}${next} `;
  return quote.includes('>') ? `\n${quote.trimEnd()}\n${quote.trimEnd()} ` : '\n\n';
}

/** In an empty line, a paragraph apart from those that touch it, but no second empty one. */
function cleared(state: EditorState, number: number, from: number, to: number) {
  const { above, below } = breaksAround(state, number);
  // The line break of Shift Enter becomes one of a paragraph.
  if (endsInBreak(state, number - 1)) return put(state.doc.line(number - 1).to - 1, to, '\n\n');
  if (from !== to) return put(from, to, '\n\n');
  return { changes: { from, insert: above + below }, range: EditorSelection.cursor(from + above.length) };
}

const endsInBreak = ({ doc }: EditorState, number: number) => number > 0 && /(?<!\\)\\$/.test(doc.line(number).text);

/** The line breaks that an empty line lacks for its own paragraph. */
function breaksAround(state: EditorState, number: number): { above: string; below: string } {
  const { doc } = state;
  const [above, below] = [number - 1, number + 1].map((at) =>
    at < 1 || at > doc.lines || doc.line(at).text.trim() === '' || endsInBreak(state, number - 1) ? '' : '\n',
  );
  return { above: above ?? '', below: below ?? '' };
}

/** What is typed between two paragraphs is one of its own. */
export const typingApart = EditorView.inputHandler.of((view, from, to, text) => {
  const line = view.state.doc.lineAt(from);
  if (from !== to || line.text !== '' || view.composing || view.state.readOnly) return false;
  const { above, below } = breaksAround(view.state, line.number);
  if (above + below === '') return false;
  view.dispatch({
    changes: { from, insert: above + text + below },
    selection: { anchor: from + above.length + text.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
});

const put = (from: number, to: number, insert: string) => ({
  changes: { from, to, insert },
  range: EditorSelection.cursor(from + insert.length),
});

const blanksBefore = ({ doc }: EditorState, at: number) =>
  / *$/.exec(doc.sliceString(doc.lineAt(at).from, at))?.[0].length ?? 0;
const blanksBehind = ({ doc }: EditorState, at: number) =>
  /^ */.exec(doc.sliceString(at, doc.lineAt(at).to))?.[0].length ?? 0;

/** Shift Enter: a line within the paragraph. */
export const newLine: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const change = state.changeByRange(({ from, to }) => {
    const isEmpty = state.doc.lineAt(from).text.trim() === '';
    return put(from, to, isEmpty ? '\n' : '\\\n');
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Line ends farther away are not looked for. */
const reach = 200;

/** Backspace at the beginning of a paragraph or a line joins it with the one above. */
export const joinAbove: StateCommand = ({ state, dispatch }) => {
  const at = placeOf(state);
  if (at === undefined) return false;
  const { doc } = state;
  const [ends = ''] = /\\?\n(?: *\n)*$/.exec(doc.sliceString(Math.max(0, at - reach), at)) ?? [];
  const isBetween = ends.length === 1 && /^\n[^\n]/.test(doc.sliceString(at, at + 2));
  if (ends.length < 2 && !isBetween) return false;
  const changes = isBetween ? {} : { changes: { from: at - ends.length, to: at } };
  dispatch(state.update({ ...changes, selection: { anchor: at - ends.length }, ...erased('backward') }));
  return true;
};

/** Delete at the end of one joins it with the one below. */
export const joinBelow: StateCommand = ({ state, dispatch }) => {
  const at = placeOf(state);
  if (at === undefined) return false;
  const [ends = ''] = /^\\?\n(?: *\n)*/.exec(state.doc.sliceString(at, at + reach)) ?? [];
  if (ends.length < 2) return false;
  dispatch(state.update({ changes: { from: at, to: at + ends.length }, ...erased('forward') }));
  return true;
};

const erased = (side: 'backward' | 'forward'): TransactionSpec => ({
  scrollIntoView: true,
  userEvent: `delete.${side}`,
});

function placeOf({ selection, readOnly }: EditorState): number | undefined {
  const { main, ranges } = selection;
  return readOnly || ranges.length > 1 || !main.empty ? undefined : main.head;
}
