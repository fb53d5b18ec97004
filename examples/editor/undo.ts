import { apart, applied, type Edit, editBetween, editsBetween, inverse, joined, swapped } from './edits.ts';

/** Edits that are kept. */
const editsMax = 1_000;
/** Typing without a pause of this length is one edit. */
const pauseMs = 1_000;

/** Undo and redo of one's own edits of a text that others change too: their words stay. */
export class UndoHistory {
  #text: string;
  #done: Edit[] = [];
  #undone: Edit[] = [];
  #typedAt = Number.NEGATIVE_INFINITY;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text after an edit of one's own, at a time in milliseconds. */
  typed(text: string, now: number): void {
    const edit = editBetween(this.#text, text);
    if (!edit) return;
    const last = this.#done.at(-1);
    const isContinued = last && now - this.#typedAt < pauseMs && continues(last, edit);
    if (isContinued) this.#done.pop();
    this.#done.push(isContinued ? joined(last, edit) : edit);
    this.#done = this.#done.slice(-editsMax);
    this.#undone = [];
    this.#typedAt = now;
    this.#text = text;
  }

  /** The text after an edit of one's own that was not typed, such as an accepted proposal: a step of its own. */
  own(text: string): void {
    this.#typedAt = Number.NEGATIVE_INFINITY;
    this.typed(text, Number.NEGATIVE_INFINITY);
  }

  /** The text after a change of somebody else. Of one's own edits, those are forgotten whose words it changes. */
  changed(text: string): void {
    for (const edit of editsBetween(this.#text, text)) {
      this.#done = beneath(this.#done, edit);
      this.#undone = above(this.#undone, edit);
    }
    if (text !== this.#text) this.#typedAt = Number.NEGATIVE_INFINITY;
    this.#text = text;
  }

  /** The edit that takes the last one back; undefined if there is none. */
  undo(): Edit | undefined {
    const edit = this.#done.pop();
    if (edit) this.#undone.push(edit);
    return edit && this.#apply(inverse(edit));
  }

  redo(): Edit | undefined {
    const edit = this.#undone.pop();
    if (edit) this.#done.push(edit);
    return edit && this.#apply(edit);
  }

  #apply(edit: Edit): Edit {
    this.#text = applied(this.#text, edit);
    this.#typedAt = Number.NEGATIVE_INFINITY;
    return edit;
  }
}

/** Whether an edit goes on where the last one ended, in the same line. */
function continues(last: Edit, { at, removed, added }: Edit): boolean {
  if (last.added.endsWith('\n')) return false;
  const isTypedOn = removed === '' && at === last.at + last.added.length;
  const isErasedOn = added === '' && last.added === '' && at + removed.length === last.at;
  return isTypedOn || isErasedOn;
}

/** Edits in sequence, after a change that came after them. */
function beneath(edits: readonly Edit[], change: Edit): Edit[] {
  const kept: Edit[] = [];
  let later = change;
  for (const edit of [...edits].reverse()) {
    const [before, after] = swapped(edit, later) ?? [];
    if (after) kept.unshift(after);
    later = before ?? joined(edit, later);
  }
  return kept;
}

/** Undone edits, the next one last, after a change of the present text. The rest is forgotten where they collide. */
function above(edits: readonly Edit[], change: Edit): Edit[] {
  const kept: Edit[] = [];
  let other = change;
  for (const edit of [...edits].reverse()) {
    const both = apart(edit, other);
    if (!both) break;
    kept.unshift(both[0]);
    [, other] = both;
  }
  return kept;
}
