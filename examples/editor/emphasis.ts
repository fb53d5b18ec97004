import { syntaxTree } from '@codemirror/language';
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

const names = { '*': 'Emphasis', '**': 'StrongEmphasis' } as const;
type Sign = keyof typeof names;

/** Emphasizes the selected words, or the word at the caret; takes the emphasis away if they have it. */
export const toggled =
  (sign: Sign): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    dispatch(
      state.update(
        state.changeByRange((range) => around(state, range, sign)),
        { userEvent: 'input' },
      ),
    );
    return true;
  };

function around(
  state: EditorState,
  range: SelectionRange,
  sign: Sign,
): { changes?: ChangeSpec; range: SelectionRange } {
  const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range;
  const isPair = range.empty && isBetween(state, range.head, sign);
  if (isPair)
    return {
      changes: { from: range.head - sign.length, to: range.head + sign.length },
      range: EditorSelection.cursor(range.head - sign.length),
    };
  const known = enclosing(state, from, to, names[sign]);
  // At its end, what is typed next has none.
  if (range.empty && known?.lastChild?.from === range.head) return { range: EditorSelection.cursor(known.to) };
  const changes = known ? without(known) : pieces(state, from, to).flatMap((piece) => within(piece, sign));
  if (!known && from === to)
    return { changes: { from, insert: sign + sign }, range: EditorSelection.cursor(from + sign.length) };
  const set = state.changes(changes);
  const [start, end] = [set.mapPos(range.from, 1), set.mapPos(range.to, -1)];
  const isForward = range.anchor <= range.head;
  const [anchor, head] = isForward ? [start, Math.max(start, end)] : [Math.max(start, end), start];
  return {
    changes,
    range: range.empty ? EditorSelection.cursor(set.mapPos(range.head, 1)) : EditorSelection.range(anchor, head),
  };
}

/** Whether nothing was typed between these signs, and no others. */
const isBetween = ({ doc }: EditorState, at: number, sign: Sign) =>
  /\**$/.exec(doc.sliceString(Math.max(0, at - 4), at))?.[0] === sign && doc.sliceString(at, at + sign.length) === sign;

const within = ([from, to]: [number, number], sign: Sign) => [
  { from, insert: sign },
  { from: to, insert: sign },
];

function without({ from, to, firstChild, lastChild }: SyntaxNode) {
  return [
    { from, to: firstChild?.to ?? from },
    { from: lastChild?.from ?? to, to },
  ];
}

function enclosing(state: EditorState, from: number, to: number, name: string): SyntaxNode | undefined {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(from, 1); node; node = node.parent)
    if (node.name === name && node.to >= to) return node;
  // With its signs selected.
  const at = syntaxTree(state).resolveInner(from, 1).parent;
  return at?.name === name && at.from === from && at.to === to ? at : undefined;
}

/** The words of each paragraph, since emphasis ends with it. */
function pieces({ doc }: EditorState, from: number, to: number): [number, number][] {
  const paragraphs = doc.sliceString(from, to).matchAll(/\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/g);
  return [...paragraphs].map(({ 0: words, index }) => [from + index, from + index + words.trimEnd().length]);
}

/** Quotes the selected paragraphs; takes the signs away if all have them. */
export const quoted: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
  const lines = Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
  const isQuoted = lines.every(({ text }) => text.startsWith('>'));
  const changes = lines.map(({ from: at, text }) =>
    isQuoted ? { from: at, to: at + (text.startsWith('> ') ? 2 : 1) } : { from: at, insert: text === '' ? '>' : '> ' },
  );
  dispatch(state.update({ changes, userEvent: 'input' }));
  return true;
};

/** A scene break behind the paragraph, and the next paragraph. */
export const brokenScene: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const { doc } = state;
  let { number } = doc.lineAt(state.selection.main.to);
  const isEmpty = doc.line(number).text.trim() === '';
  while (!isEmpty && number < doc.lines && doc.line(number + 1).text.trim() !== '') number += 1;
  const insert = `${isEmpty ? '' : '\n\n'}* * *\n\n`;
  const { to } = doc.line(number);
  // A backslash would no longer end a line.
  const from = /(?<!\\)\\$/.test(doc.line(number).text) ? to - 1 : to;
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};
