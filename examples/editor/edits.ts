import { changesOf } from './merge.ts';

/** A change of a text at one place, in UTF-16 units. */
export interface Edit {
  at: number;
  removed: string;
  added: string;
}

/** The smallest single edit between two texts; undefined if they are the same. */
export function editBetween(before: string, after: string): Edit | undefined {
  if (before === after) return undefined;
  let at = 0;
  while (at < before.length && at < after.length && before[at] === after[at]) at += 1;
  const room = Math.min(before.length, after.length) - at;
  let tail = 0;
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { at, removed: before.slice(at, before.length - tail), added: after.slice(at, after.length - tail) };
}

/** The edits between two texts, one for each group of changed lines. The last place comes first, so that each keeps its place. */
export function editsBetween(before: string, after: string): Edit[] {
  const single = editBetween(before, after);
  if (!single?.removed.includes('\n')) return single ? [single] : [];
  const [lines, others] = [linesOf(before), linesOf(after)];
  let at = before.length;
  let line = lines.length;
  const edits: Edit[] = [];
  for (const { start, end, lines: added } of changesOf(lines, others).reverse()) {
    at -= lines.slice(end, line).join('').length;
    const removed = lines.slice(start, end).join('');
    at -= removed.length;
    line = start;
    const edit = editBetween(removed, added.join(''));
    if (edit) edits.push({ ...edit, at: at + edit.at });
  }
  return edits;
}

/** Each with the break at its end. */
const linesOf = (text: string) => text.split(/(?<=\n)/);

/**
 * A selection after edits of somebody else, the last of them first. One whose words are replaced becomes a caret: the next key
 * must not replace words that nobody has selected.
 */
export function selectionAfter(edits: readonly Edit[], from: number, to: number): [from: number, to: number] {
  let selection: [number, number] = [from, to];
  for (const { at, removed, added } of edits) {
    const end = at + removed.length;
    // What is put in at a caret stands behind it.
    const moved = (place: number) =>
      place >= end && place > at ? place - removed.length + added.length : Math.min(place, at + added.length);
    const [start, last] = selection;
    const isTouched = start < last && start < end && last > at;
    selection = [moved(isTouched ? last : start), moved(last)];
  }
  return selection;
}
