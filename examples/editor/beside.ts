import { Margin } from './margin.ts';
import { markOf, marksAt, onMarks, pointOut, putMarks } from './marks.ts';
import { unitsIn } from './passages.ts';
import { onSurface, surface } from './surface.ts';

/** Words of a text as the service has it, by its code points, and the kind of their mark. */
export interface Words {
  id: string;
  kind: string;
  start: number;
  end: number;
}

/** Marks words of a text as the service has it. */
export function markWords(group: string, content: string, words: readonly Words[]): void {
  const units = unitsIn(
    content,
    words.flatMap(({ start, end }) => [start, end]),
  );
  const marks = words.map((one) => ({ ...one, start: units.get(one.start) ?? 0, end: units.get(one.end) ?? 0 }));
  putMarks(group, content, marks);
}

/** Puts the rows of a list beside the words that they are about. The row at the caret, or with the focus, is pointed out. */
export function beside(list: HTMLElement): HTMLElement {
  const idOf = (row: Element | undefined) => (row instanceof HTMLElement ? row.dataset.item : undefined);
  const margin = new Margin(list, (row) => markOf(idOf(row) ?? ''));
  const choose = (row: HTMLElement | undefined, isMoved: boolean) => {
    for (const one of list.children) one.toggleAttribute('aria-current', false);
    row?.setAttribute('aria-current', 'true');
    pointOut(idOf(row));
    if (row && isMoved) margin.align(row);
  };
  onMarks(() => margin.lay());
  list.addEventListener('focusin', ({ target }) => {
    const row = target instanceof Element ? target.closest('li') : null;
    // What a pointer presses stays under it.
    if (row) choose(row, row === target && row.matches(':focus-visible'));
  });
  onSurface(({ selectionSet, docChanged }) => {
    if (!(selectionSet || docChanged) || !surface.hasFocus || list.offsetParent === null) return;
    const here = marksAt(surface.state.selection.main.from);
    const row = [...list.children].find((one) => here.includes(idOf(one) ?? ''));
    const known = list.querySelector('[aria-current=true]');
    if (known !== (row ?? null)) choose(row instanceof HTMLElement ? row : undefined, true);
  });
  return list;
}
