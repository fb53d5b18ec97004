import { putText } from './dom.ts';
import { showPlace } from './place.ts';
import { controls, copy } from './sheet.ts';

/** Words of the text as the editor shows it, in UTF-16 units. `kind` is the name of their `::highlight()`. */
export interface Mark {
  id: string;
  kind: string;
  start: number;
  end: number;
}

const groups = new Map<string, Map<string, { kind: string; range: Range }>>();
const watchers = new Set<() => void>();
let active: string | undefined;

/** Marks words of a text, which may differ from what the editor shows by now: the browser moves ranges with their words. */
export function putMarks(group: string, text: string, marks: readonly Mark[]): void {
  putText(copy, text);
  groups.set(group, new Map(marks.map(({ id, kind, start, end }) => [id, { kind, range: rangeOf(start, end) }])));
  follow();
}

/** Calls back when marked words may have another place. */
export function onMarks(watcher: () => void): void {
  watchers.add(watcher);
}

/** Where marked words are by now. */
export function markOf(id: string): Range | undefined {
  return [...groups.values()].map((marks) => marks.get(id)?.range).find((range) => range !== undefined);
}

/** The marks at the caret. */
export function marksAt(place: number): string[] {
  const all = [...groups.values()].flatMap((marks) => [...marks]);
  return all.filter(([, { range }]) => range.startOffset <= place && place <= range.endOffset).map(([id]) => id);
}

/** Selects marked words in the editor, in view. */
export function selectMark(id: string): void {
  const range = markOf(id);
  if (range) showPlace(controls.content, range.startOffset, range.endOffset);
}

/** Shows one mark as that of the item at hand. */
export function pointOut(id: string | undefined): void {
  active = id;
  paint();
}

function rangeOf(start: number, end: number): Range {
  const range = document.createRange();
  range.setStart(copy, Math.min(start, copy.length));
  range.setEnd(copy, Math.min(end, copy.length));
  return range;
}

function follow(): void {
  const isMarked = [...groups.values()].some(({ size }) => size > 0);
  putText(copy, isMarked ? controls.content.value : '');
  paint();
  for (const watcher of watchers) watcher();
}

function paint(): void {
  const ranges = new Map<string, Range[]>();
  for (const marks of groups.values())
    for (const [id, { kind, range }] of marks) {
      const name = id === active ? 'active' : kind;
      ranges.set(name, ranges.get(name) ?? []);
      ranges.get(name)?.push(range);
    }
  // Where a browser has no highlights, the items still select their words.
  if ('highlights' in CSS) {
    CSS.highlights.clear();
    for (const [name, found] of ranges) CSS.highlights.set(name, new Highlight(...found));
  }
}

for (const event of ['input', 'shown']) controls.content.addEventListener(event, follow);
