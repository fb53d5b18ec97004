import { placeIn, withoutEscapes } from './escapes.ts';
import { codePoints, type Span } from './passages.ts';
import { controls } from './sheet.ts';

/** The words that are selected in the editor; undefined without a selection. */
export function selectedWords(content: string): (Span & { shown: string }) | undefined {
  const { selectionStart, selectionEnd, value } = controls.content;
  if (selectionStart === selectionEnd) return undefined;
  const [start, end] = [placeIn(content, selectionStart), placeIn(content, selectionEnd)];
  return {
    start: codePoints(content.slice(0, start)),
    end: codePoints(content.slice(0, end)),
    shown: value.slice(selectionStart, selectionEnd),
  };
}

/** Selects words in the editor and scrolls to them. */
export function selectWords(content: string, { start, end }: Span): void {
  const points = Array.from(content);
  const shown = (at: number) => withoutEscapes(points.slice(0, at).join('')).length;
  controls.content.focus();
  controls.content.setSelectionRange(shown(start), shown(end));
}
