import { syntaxTree } from '@codemirror/language';
import {
  EditorSelection,
  EditorState,
  type Line,
  type StateCommand,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
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
    if (sceneBreak.test(line.text)) return besideScenes(line, from);
    if (line.text.trim() === '') return cleared(state, line.number, from, to);
    if (range.empty && from >= line.to - 1 && endsInBreak(state, line.number))
      return put(line.to - 1, line.to + 1, '\n\n');
    return divided(state, line, from, to);
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** A scene break stays in one piece. */
function besideScenes(line: Line, from: number) {
  const at = from === line.from ? line.from : line.to;
  return put(at, at, '\n\n');
}

function divided(state: EditorState, line: Line, from: number, to: number) {
  const [signs = '', quote = '', item] = opening.exec(line.text) ?? [];
  // An item or a quote without words ends here.
  if (signs.length > 0 && line.text.trim() === signs.trim())
    return { changes: { from: line.from, to: line.to }, range: EditorSelection.cursor(line.from) };
  const isBefore = from - line.from < signs.length;
  return put(from - blanksBefore(state, from), to + blanksBehind(state, to), isBefore ? '\n\n' : between(quote, item));
}

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
  if (endsInBackslash(state, number - 1)) return put(state.doc.line(number - 1).to - 1, to, '\n\n');
  if (from !== to) return put(from, to, '\n\n');
  return { changes: { from, insert: above + below }, range: EditorSelection.cursor(from + above.length) };
}

const textOf = ({ doc }: EditorState, number: number) =>
  number < 1 || number > doc.lines ? '' : doc.line(number).text;

const endsInBackslash = (state: EditorState, number: number) => /(?<!\\)\\$/.test(textOf(state, number));

/** Whether the backslash at the end of a line breaks it: otherwise it is a sign of the text. */
const endsInBreak = (state: EditorState, number: number) =>
  endsInBackslash(state, number) && textOf(state, number + 1).trim() !== '';

/** The line breaks that an empty line lacks for its own paragraph. */
function breaksAround(state: EditorState, number: number): { above: string; below: string } {
  if (endsInBackslash(state, number - 1)) return { above: '', below: '' };
  const [above = '', below = ''] = [number - 1, number + 1].map((at) => (textOf(state, at).trim() === '' ? '' : '\n'));
  return { above, below };
}

/**
 * What is put between two paragraphs is one of its own, and what is put behind the backslash of a line break stands in front
 * of it. Words that an input method composes must not be moved.
 */
export const keptApart = EditorState.transactionFilter.of((change) => {
  const { startState: state, changes } = change;
  const isInput = ['type', 'paste', 'drop'].some((how) => change.isUserEvent(`input.${how}`));
  if (!isInput || change.isUserEvent('input.type.compose') || changes.empty) return change;
  const at = placeOfInsert(change);
  if (at === undefined) return change;
  const { number, text, to } = state.doc.lineAt(at);
  const insert = change.newDoc.sliceString(at, at + change.newDoc.length - state.doc.length);
  if (at === to && endsInBreak(state, number)) return moved(change, at - 1, insert);
  if (text !== '' || isCode(state, at)) return change;
  const { above, below } = breaksAround(state, number);
  const ends = [
    { from: at, insert: above },
    { from: at + insert.length, insert: below },
  ];
  return above + below === '' ? change : [change, { changes: ends, sequential: true }];
});

const moved = (change: Transaction, at: number, insert: string): TransactionSpec => ({
  changes: { from: at, insert },
  selection: { anchor: at + insert.length },
  scrollIntoView: change.scrollIntoView,
  userEvent: change.annotation(Transaction.userEvent) ?? 'input',
});

/** Where a change puts in words, and does nothing else. */
function placeOfInsert({ changes }: Transaction): number | undefined {
  const places: (number | undefined)[] = [];
  changes.iterChanges((from, to) => places.push(from === to ? from : undefined));
  return places.length === 1 ? places[0] : undefined;
}

const put = (from: number, to: number, insert: string) => ({
  changes: { from, to, insert },
  range: EditorSelection.cursor(from + insert.length),
});

const blanksBefore = ({ doc }: EditorState, at: number) =>
  / *$/.exec(doc.sliceString(doc.lineAt(at).from, at))?.[0].length ?? 0;
const blanksBehind = ({ doc }: EditorState, at: number) =>
  /^ */.exec(doc.sliceString(at, doc.lineAt(at).to))?.[0].length ?? 0;

/** Shift Enter: a line within the paragraph. In an empty line it does nothing. */
export const newLine: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const change = state.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from);
    if (isCode(state, from)) return put(from, to, '\n');
    if (sceneBreak.test(line.text)) return besideScenes(line, from);
    if (line.text.trim() === '') return { range: EditorSelection.cursor(from) };
    const at = from === to && from === line.to && endsInBreak(state, line.number) ? from - 1 : from;
    return put(at, Math.max(at, at === from ? to : at), '\\\n');
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Line ends farther away are not looked for. */
const reach = 200;

/** Backspace at the beginning of a paragraph or a line joins it with the one above, or takes a scene break away. */
export const joinAbove: StateCommand = ({ state, dispatch }) => {
  const at = placeOf(state);
  if (at === undefined) return false;
  const { doc } = state;
  const [ends = ''] = /\\?\n(?: *\n)*$/.exec(doc.sliceString(Math.max(0, at - reach), at)) ?? [];
  const isBetween = ends.length === 1 && /^\n[^\n]/.test(doc.sliceString(at, at + 2));
  if (ends.length < 2 && !isBetween) return false;
  const above = doc.lineAt(at - ends.length);
  const stays = isBetween || (sceneBreak.test(doc.lineAt(at).text) && !sceneBreak.test(above.text));
  const from = sceneBreak.test(above.text) ? above.from : at - ends.length;
  const changes = stays ? {} : { changes: { from, to: at } };
  dispatch(state.update({ ...changes, selection: { anchor: from }, ...erased('backward') }));
  return true;
};

/** Delete at the end of one joins it with the one below, or takes a scene break away. */
export const joinBelow: StateCommand = ({ state, dispatch }) => {
  const at = placeOf(state);
  if (at === undefined) return false;
  const { doc } = state;
  const [ends = ''] = /^\\?\n(?: *\n)*/.exec(doc.sliceString(at, at + reach)) ?? [];
  if (ends.length < 2) return false;
  const [here, below] = [doc.lineAt(at), doc.lineAt(at + ends.length)];
  const from = sceneBreak.test(here.text) ? here.from : at;
  const to = from === at && sceneBreak.test(below.text) ? below.to : at + ends.length;
  dispatch(state.update({ changes: { from, to }, ...erased('forward') }));
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
