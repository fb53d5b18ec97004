import { type Mark, markField, setActive, setMarks } from './mark-field.ts';
import { showText } from './place.ts';
import { onSurface, placesSince, surface } from './surface.ts';

/** Marks words of a text, which may differ from the present one: marks move with their words. */
export function putMarks(group: string, text: string, marks: readonly Mark[]): void {
  const placeOf = placesSince(text);
  const now = marks.map((mark) => ({ ...mark, start: placeOf(mark.start, 1), end: placeOf(mark.end, -1) }));
  surface.dispatch({ effects: setMarks.of({ group, marks: now.filter(({ start, end }) => start <= end) }) });
}

/** Calls back when marked words may have another place. */
export function onMarks(watcher: () => void): void {
  onSurface(({ docChanged, geometryChanged, transactions }) => {
    const isMarked = transactions.some(({ effects }) => effects.some((effect) => effect.is(setMarks)));
    if (docChanged || geometryChanged || isMarked) watcher();
  });
}

const marksNow = (): Mark[] => [...surface.state.field(markField).groups.values()].flat();

/** Where marked words are by now. */
export function markOf(id: string): Mark | undefined {
  return marksNow().find((mark) => mark.id === id);
}

/** The marks at the caret. */
export function marksAt(place: number): string[] {
  return marksNow()
    .filter(({ start, end }) => start <= place && place <= end)
    .map(({ id }) => id);
}

/** Selects marked words in the editor, in view. */
export function selectMark(id: string): void {
  const mark = markOf(id);
  if (mark) showText(mark.start, mark.end);
}

/** Shows one mark as that of the item at hand. */
export function pointOut(id: string | undefined): void {
  surface.dispatch({ effects: setActive.of(id) });
}
