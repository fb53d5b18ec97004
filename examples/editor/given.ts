import { history, isolateHistory } from '@codemirror/commands';
import {
  Annotation,
  ChangeSet,
  EditorSelection,
  type EditorState,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { editsBetween, selectionAfter } from './edits.ts';

/** Undo of one's own edits. Typing without a pause of a second is one step. */
export const steps = history({ newGroupDelay: 1_000 });

/** Marks a change that was not typed here: nothing needs to be saved. */
const given = Annotation.define<true>();
export const isGiven = (change: Transaction) => change.annotation(given) === true;

/**
 * Puts in what the service has; undefined if that is the present text. The caret stays beside its words, and so does what undo
 * takes back. `isOwn`: it is a step of undo, as one of the author's own.
 */
export function givenText({ doc, selection }: EditorState, text: string, isOwn: boolean): TransactionSpec | undefined {
  const edits = editsBetween(doc.toString(), text);
  if (edits.length === 0) return undefined;
  const { from, to, anchor } = selection.main;
  const [start, end] = selectionAfter(edits, from, to);
  const annotations = [given.of(true), Transaction.addToHistory.of(isOwn), Transaction.remote.of(!isOwn)];
  return {
    changes: changesOf(edits),
    selection: anchor === from ? EditorSelection.single(start, end) : EditorSelection.single(end, start),
    annotations: isOwn ? [...annotations, isolateHistory.of('full')] : annotations,
  };
}

/** Where places of a text are in another one. What is put in at a place is on its other side. */
export function placesBetween(former: string, text: string): (place: number, side: -1 | 1) => number {
  const changes = ChangeSet.of(changesOf(editsBetween(former, text)), former.length);
  return (place, side) => changes.mapPos(Math.min(place, former.length), side);
}

/** From the beginning of the text. */
const changesOf = (edits: ReturnType<typeof editsBetween>) =>
  edits.map(({ at, removed, added }) => ({ from: at, to: at + removed.length, insert: added })).reverse();
